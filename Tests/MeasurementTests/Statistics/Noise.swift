import Evidence
import Foundation

/// A simulated machine whose rounds look like recorded ones: slow and fast times that all rows of a
/// round share, a little scatter of each epoch, and a few epochs that took far longer.
struct Noise {
  /// The part of epochs that are preempted, and then take four times as long.
  let preempted: Double
  private var generator: SeededGenerator

  init(seed: UInt64, preempted: Double = 0) {
    self.preempted = preempted
    generator = SeededGenerator(seed: seed, part: "noise")
  }

  /// What one process measures of rows that take so many times 100 ns; the first is the baseline.
  mutating func sample(
    _ rows: KeyValuePairs<String, Double>, rounds: Int = 200
  ) -> BenchmarkSample {
    let names = rows.map(\.key) + [BenchmarkSample.twin]
    let lengths = rows.map(\.value) + [rows[0].value]
    var samples = names.map { RowSample(row: $0, batch: 10, nanoseconds: [], preemptions: []) }
    for _ in 0..<rounds {
      let common = exp(0.3 * normal())
      for (index, length) in lengths.enumerated() {
        let isPreempted = uniform() < preempted
        samples[index].preemptions.append(isPreempted ? 1 : 0)
        samples[index].nanoseconds.append(
          100 * length * common * scatter() * (isPreempted ? 4 : 1))
      }
    }
    return BenchmarkSample(benchmark: "simulated", baseline: rows[0].key, rows: samples)
  }

  /// How much longer than usual an epoch takes: lognormal, and one in twenty far longer.
  private mutating func scatter() -> Double {
    exp(0.02 * normal()) * (uniform() < 0.05 ? 1 + 3 * uniform() : 1)
  }

  private mutating func uniform() -> Double { Double.random(in: 0..<1, using: &generator) }

  /// A standard normal number (Box and Muller, 1958).
  private mutating func normal() -> Double {
    (-2 * log(1 - uniform())).squareRoot() * cos(2 * .pi * uniform())
  }
}
