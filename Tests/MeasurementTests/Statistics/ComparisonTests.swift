import Evidence
import Testing

@testable import Measurement

@Suite struct ComparisonTests {
  /// What a hundred runs say of a row that takes `factor` times as long.
  private func hundredRuns(of factor: Double, preempted: Double = 0) -> [MeasuredRow] {
    (UInt64(0)..<100).compactMap { seed in
      var noise = Noise(seed: seed, preempted: preempted)
      let sample = noise.sample(["baseline": 1, "row": factor])
      return BenchmarkResult(pooling: [sample], confidence: 0.95, seed: seed, replicates: 200)[
        "row"]
    }
  }

  @Test(arguments: [0, 0.3])
  func `identical rows are not separated, nor where three epochs in ten are preempted`(
    preempted: Double
  ) {
    let runs = hundredRuns(of: 1, preempted: preempted)
    #expect(runs.count { $0.separation == .notSeparated } >= 95)
    // The verdict asks for more than the interval, which must miss about as often as it says.
    #expect((1...10).contains(runs.count { $0.ratio?.interval.contains(1) == false }))
  }

  @Test(arguments: [(1.03, Separation.slower), (0.97, .faster)])
  func `three per cent are found`(factor: Double, separation: Separation) {
    #expect(hundredRuns(of: factor).count { $0.separation == separation } == 100)
  }

  @Test func `three per cent are found where three epochs in ten are preempted`() {
    let runs = hundredRuns(of: 1.03, preempted: 0.3)
    #expect(runs.count { $0.separation == .slower } >= 95)
    #expect(!runs.contains { $0.separation == .faster })
  }

  @Test func `the same seed gives the same comparison, another seed another interval`() {
    var noise = Noise(seed: 7)
    let rows = noise.sample(["baseline": 1, "row": 1.5], rounds: 60).rows.map(\.nanoseconds)
    func compare(seed: UInt64) -> Comparison {
      Comparison(
        row: rows[1], baseline: rows[0], twin: rows[2],
        by: Bootstrap(errorRate: 0.05, replicates: 200), seed: seed)
    }
    let comparison = compare(seed: 1)
    #expect(comparison == compare(seed: 1))
    #expect(comparison.ratio.interval != compare(seed: 2).ratio.interval)
    #expect(comparison.separation == .slower)
    #expect(comparison.ratio.processes == [comparison.ratio.estimate])
    #expect(comparison.ratio.interval.contains(1.5))
    #expect(comparison.ratio.signTest.contains(1.5))
  }

  @Test func `more comparisons widen the interval of each`() {
    var noise = Noise(seed: 8)
    let rows = noise.sample(["baseline": 1, "row": 1], rounds: 60).rows.map(\.nanoseconds)
    func interval(among comparisons: Int) -> Interval {
      Comparison(
        row: rows[1], baseline: rows[0], twin: rows[2],
        by: Bootstrap(confidence: 0.95, among: comparisons, replicates: 500), seed: 1
      ).ratio.interval
    }
    let (alone, among) = (interval(among: 1), interval(among: 20))
    #expect(among.lower < alone.lower && alone.upper < among.upper)
  }

  @Test func `the public comparison draws ten thousand times at the confidence asked for`() {
    let times = (1...20).map(Double.init)
    let row = times.map { $0 * (1 + $0 / 100) }
    #expect(
      Comparison(row: row, baseline: times, twin: times, confidence: 0.9, among: 2, seed: 3)
        == Comparison(
          row: row, baseline: times, twin: times,
          by: Bootstrap(errorRate: (1 - 0.9) / 2, replicates: 10_000), seed: 3))
  }

  @Test(arguments: [
    ([1.0, 2], [1.0]), ([0, 1], [1, 1]), ([1, 1], [1, -1]), ([], []),
  ])
  func `times that no rounds can have trap`(row: [Double], baseline: [Double]) async {
    await #expect(processExitsWith: .failure) { [row, baseline] in
      _ = Comparison(
        row: row, baseline: baseline, twin: baseline,
        by: Bootstrap(errorRate: 0.05, replicates: 1), seed: 1)
    }
  }
}

@Suite struct SeparationTests {
  private let noise = Interval(0.99, 1.01)
  private let slow = Interval(1.02, 1.04)
  private let fast = Interval(0.96, 0.98)

  /// A ratio whose processes have these intervals of their own.
  private func paired(
    _ interval: Interval, signTest: Interval? = nil, processes: [Interval]
  ) -> PairedRatio {
    PairedRatio(
      ratio: Ratio(
        estimate: (interval.lower + interval.upper) / 2, interval: interval,
        signTest: signTest ?? interval, processes: processes.map(\.lower)),
      intervals: processes)
  }

  private func comparison(
    _ interval: Interval, signTest: Interval? = nil, processes: [Interval],
    twins: [Interval]? = nil
  ) -> Comparison {
    Comparison(
      paired(interval, signTest: signTest, processes: processes),
      noise: paired(noise, processes: twins ?? processes.map { _ in noise }))
  }

  @Test(arguments: [Interval(1.004, 1.02), Interval(0.98, 0.996), Interval(1.00002, 1.00003)])
  func `a difference that may be less than the least that counts separates nothing`(
    interval: Interval
  ) {
    let same = Interval(1, 1.000001)
    #expect(
      comparison(interval, processes: [interval], twins: [same]).separation == .notSeparated)
  }

  @Test func `an interval clear of 1 and of the noise in most processes separates`() {
    #expect(comparison(slow, processes: [slow]).separation == .slower)
    #expect(comparison(fast, processes: [fast]).separation == .faster)
    #expect(comparison(slow, processes: [slow, slow, noise]).separation == .slower)
    #expect(comparison(fast, processes: [fast, slow, fast]).separation == .faster)
  }

  @Test(arguments: [Interval(0.999, 1.04), Interval(1, 1.04), Interval(0.9, 1)])
  func `an interval that holds 1 never separates`(interval: Interval) {
    let comparison = comparison(interval, processes: [slow])
    #expect(comparison.separation == .notSeparated)
    #expect(!comparison.intervalsDisagree)
  }

  @Test func `half of the processes are not most, and those of the other side do not help`() {
    #expect(comparison(slow, processes: [slow, noise]).separation == .notSeparated)
    #expect(comparison(slow, processes: [slow, fast, fast]).separation == .notSeparated)
  }

  @Test func `a process whose interval meets that of its own twin does not count`() {
    let touching = Interval(1.01, 1.04)
    #expect(comparison(slow, processes: [touching]).separation == .notSeparated)
    let noisy = Interval(0.99, 1.03)
    #expect(
      comparison(slow, processes: [slow, slow, slow], twins: [noise, noisy, noisy]).separation
        == .notSeparated)
    #expect(
      comparison(slow, processes: [slow, slow, slow], twins: [noise, noise, noisy]).separation
        == .slower)
  }

  @Test(arguments: [Interval(0.99, 1.05), Interval(0.9, 0.95)])
  func `a sign test that does not bear the bootstrap out withholds the verdict`(signTest: Interval)
  {
    let comparison = comparison(slow, signTest: signTest, processes: [slow])
    #expect(comparison.separation == .notSeparated)
    #expect(comparison.intervalsDisagree)
  }

  @Test func `a sign test that separates what the bootstrap does not is no disagreement`() {
    let comparison = comparison(noise, signTest: Interval(1.001, 1.01), processes: [noise])
    #expect(comparison.separation == .notSeparated)
    #expect(!comparison.intervalsDisagree)
  }
}
