import Evidence
import Foundation
import Testing

@Suite struct HistogramTests {
  private let shares = [0, 0.01, 0.25, 0.5, 0.9, 0.99, 0.999, 1]

  private func histogram(of values: [UInt64]) -> Histogram {
    var histogram = Histogram()
    for value in values { histogram.record(value) }
    return histogram
  }

  /// Numbers of every size up to `bits` bits, as many of each.
  private func numbers(_ count: Int, bits: Int, seed: UInt64) -> [UInt64] {
    var generator = SeededGenerator(seed: seed)
    return (0..<count).map { _ in
      generator.next() >> UInt64(64 - Int.random(in: 1...bits, using: &generator))
    }
  }

  @Test(arguments: [(1, 64), (2, 12), (999, 11), (1_000, 20), (5_000, 64)])
  func `percentiles are within 0.1 per cent of those of an exact sort`(count: Int, bits: Int) throws
  {
    let values = numbers(count, bits: bits, seed: UInt64(count)).sorted()
    let histogram = histogram(of: values.shuffled())
    #expect(histogram.total == count)
    for share in shares {
      // In whole thousandths, so that the exact rank is exact.
      let rank = max(1, (Int((share * 1_000).rounded()) * count + 999) / 1_000)
      let exact = Double(values[rank - 1])
      let found = try #require(histogram.quantile(share))
      #expect(abs(found - exact) <= exact / 1_000, "\(share) of \(count)")
      if exact < 2_048 { #expect(found == exact) }
    }
  }

  @Test(arguments: 0..<64)
  func `the numbers around each power of two are kept`(power: Int) throws {
    let value = UInt64(1) << UInt64(power)
    for number in [value - 1, value, value + 1] {
      let kept = try #require(histogram(of: [number]).quantile(0.5))
      #expect(abs(kept - Double(number)) <= Double(number) / 1_000)
    }
  }

  @Test func `the smallest and the largest numbers are kept`() {
    #expect(histogram(of: [0]).quantile(0.5) == 0)
    #expect(histogram(of: [1]).quantile(0.5) == 1)
    #expect(histogram(of: [2_047]).quantile(0.5) == 2_047)
    #expect(histogram(of: [2_048, 2_049]).quantile(1) == 2_048.5)
    let largest = histogram(of: [.max]).quantile(0.5) ?? 0
    #expect(abs(largest / Double(UInt64.max) - 1) <= 0.001)
  }

  @Test func `a percentile's rank is what its decimal says, not what doubles make of it`() {
    // 0.07 · 100 and 0.55 · 100 are a little above 7 and 55 in doubles.
    let histogram = histogram(of: Array(1...100))
    for percent in 1...100 {
      #expect(histogram.quantile(Double(percent) / 100) == Double(percent))
    }
    #expect(histogram.quantile(0.501) == 51)
    #expect(histogram.quantile(0) == 1)
  }

  @Test func `nothing recorded has no percentiles`() {
    #expect(Histogram().quantile(0.5) == nil)
    #expect(Histogram().total == 0)
  }

  @Test(arguments: [-0.1, 1.1])
  func `a share that is none traps`(share: Double) async {
    await #expect(processExitsWith: .failure) { [share] in
      _ = Histogram().quantile(share)
    }
  }

  @Test func `merging equals recording together, whichever is the longer`() {
    let small = numbers(500, bits: 9, seed: 1)
    let large = numbers(500, bits: 60, seed: 2)
    let together = histogram(of: small + large)
    for (first, second) in [(small, large), (large, small)] {
      var merged = histogram(of: first)
      merged.merge(histogram(of: second))
      #expect(merged == together)
    }
    var same = together
    same.merge(Histogram())
    #expect(same == together)
  }

  @Test func `a saved histogram is read back the same`() throws {
    for values in [[], [0], [.max], numbers(1_000, bits: 64, seed: 3)] {
      let saved = try JSONEncoder().encode(histogram(of: values))
      #expect(try JSONDecoder().decode(Histogram.self, from: saved) == histogram(of: values))
    }
  }

  @Test func `it is saved as pairs of bucket and count`() throws {
    let saved = try JSONEncoder().encode(histogram(of: [5, 0, 5, 4_096]))
    #expect(String(decoding: saved, as: UTF8.self) == "[0,1,5,2,3072,1]")
  }

  @Test(arguments: [
    "[1]", "[0,1,5]", "[0,0]", "[0,-1]", "[-1,1]", "[56320,1]", "[9223372036854775807,1]",
    "[5,1,5,1]", "[5,1,4,1]", "[0,9223372036854775807]", "[0,9007199254740992,1,1]",
    "[56319,1,56319,1]", "{}", "[0.5,1]", "[\"0\",1]",
  ])
  func `what no histogram can have written is refused`(json: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Histogram.self, from: Data(json.utf8))
    }
  }

  @Test func `the largest that can be saved is read, and two of them add up`() throws {
    let json = Data("[0,9007199254740991,56319,1]".utf8)
    var histogram = try JSONDecoder().decode(Histogram.self, from: json)
    #expect(histogram.total == 9_007_199_254_740_992)
    histogram.merge(histogram)
    #expect(histogram.quantile(0.5) == 0)
  }
}
