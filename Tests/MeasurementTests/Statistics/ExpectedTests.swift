import Evidence
import Foundation
import Testing

@testable import Measurement

/// What SciPy and NumPy make of the same numbers; `Expected/make.py` says how.
private struct Expected: Decodable {
  struct Case: Decodable {
    var name: String
    var seed: UInt64
    var errorRate: Double
    var processes: [[Double]]
    var median: Double
    var interval: [Double]
    var signTest: [Double]
    var scipy: SciPy?
  }

  struct SciPy: Decodable {
    var lower: [Double]
    var upper: [Double]
  }

  struct Rank: Decodable {
    var rounds: Int
    var errorRate: Double
    var rank: Int
  }

  var cases: [Case]
  var ranks: [Rank]

  static func read() throws -> Expected {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Expected/expected.json")
    return try JSONDecoder().decode(Expected.self, from: Data(contentsOf: file))
  }
}

@Suite struct ExpectedTests {
  @Test func `bootstrap intervals are those of the same draws made and selected in NumPy`() throws {
    let expected = try Expected.read()
    #expect(expected.cases.count == 6)
    for known in expected.cases {
      var generator = SeededGenerator(seed: known.seed)
      let interval = Bootstrap(errorRate: known.errorRate)
        .interval(of: known.processes, using: &generator)
      #expect(abs(interval.lower - known.interval[0]) < 1e-12, "\(known.name)")
      #expect(abs(interval.upper - known.interval[1]) < 1e-12, "\(known.name)")
      guard let scipy = known.scipy else { continue }
      let lower = Interval(scipy.lower[0], scipy.lower[1])
      let upper = Interval(scipy.upper[0], scipy.upper[1])
      #expect(lower.contains(interval.lower), "\(known.name), SciPy's own bootstrap")
      #expect(upper.contains(interval.upper), "\(known.name), SciPy's own bootstrap")
    }
  }

  @Test func `medians and sign-test intervals are SciPy's`() throws {
    for known in try Expected.read().cases {
      let numbers = RankedNumbers(known.processes.flatMap(\.self))
      #expect(abs(numbers.median - known.median) < 1e-12, "\(known.name)")
      let interval = SignTest.interval(of: numbers, errorRate: known.errorRate)
      #expect(interval == Interval(known.signTest[0], known.signTest[1]), "\(known.name)")
    }
  }

  @Test func `the sign test's ranks are the largest that the binomial distribution allows`() throws
  {
    let ranks = try Expected.read().ranks
    #expect(ranks.count == 68)
    for known in ranks {
      #expect(
        SignTest.rank(among: known.rounds, errorRate: known.errorRate) == known.rank,
        "\(known.rounds) rounds, \(known.errorRate)")
    }
  }

  @Test func `too few rounds for a sign test leave its interval without ends`() {
    let interval = SignTest.interval(of: RankedNumbers([1, 2, 3, 4, 5]), errorRate: 0.05)
    #expect(interval == Interval(-.infinity, .infinity))
  }
}
