import Evidence
import Reporting
import StudyKit

// What the fixture times and reads: numbers made up here, the same in every trial.

let benchmark = Benchmark(
  id: "hit", title: "A hit", summary: "One look-up.", listing: "read()", baseline: "LockedCache",
  rows: [
    .init(
      id: "LockedCache", title: "a lock", summary: "The floor.", backend: "LockedCache",
      callerExecutor: "global pool", prediction: nil),
    .init(
      id: "ActorCache", title: "an actor", summary: "A hop.", backend: "ActorCache",
      callerExecutor: "global pool", prediction: .slower),
  ])

let depths = QuantityTable(
  id: "depths", title: "Depths", summary: "How deep it is.",
  quantities: [Quantity(id: "depth", title: "depth of it", unit: "levels", atMost: 10)])

/// One process's sample: the actor takes half as long again as the lock, or half as long where that
/// is not what was predicted.
func sample(for context: TrialContext, surprising: Bool) -> BenchmarkSample {
  let times: [String: Double] = ["LockedCache": 100, "ActorCache": surprising ? 50 : 150]
  let rows = context.rows(of: benchmark).map(\.id).map { row in
    RowSample(
      row: row, batch: 10, nanoseconds: [times[row] ?? 0], preemptions: [0], allocations: 0)
  }
  let twin = RowSample(
    row: BenchmarkSample.twin, batch: 10, nanoseconds: [100], preemptions: [0], allocations: 0)
  // The order is the trial's own.
  return BenchmarkSample(
    benchmark: benchmark.id, baseline: benchmark.baseline, rows: [twin] + rows.reversed())
}

/// A result of numbers that do not vary.
func pool(_ samples: [BenchmarkSample], seed: UInt64) -> BenchmarkResult {
  func ratio(_ estimate: Double) -> Ratio {
    let interval = Interval(estimate - 0.1, estimate + 0.1)
    return Ratio(
      estimate: estimate, interval: interval, signTest: interval,
      processes: samples.map { _ in estimate })
  }
  let rows = samples[0].rows.filter { $0.row != BenchmarkSample.twin }.map { sample in
    let isBaseline = sample.row == benchmark.baseline
    let time = sample.nanoseconds[0]
    return MeasuredRow(
      row: sample.row, nanoseconds: time, quartiles: Interval(time - 1, time + 1),
      ratio: isBaseline ? nil : ratio(time / 100),
      separation: isBaseline ? nil : time > 100 ? .slower : .faster,
      allocations: sample.allocations, rounds: samples.count)
  }
  return BenchmarkResult(
    benchmark: benchmark.id, baseline: benchmark.baseline, processes: samples.count,
    confidence: 0.95, twin: ratio(1), timer: [], rows: rows, warnings: [])
}
