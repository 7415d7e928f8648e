import Evidence
import Measurement
import Testing

@Suite struct ResultTextTests {
  private let twin = Ratio(
    estimate: 1, interval: Interval(0.9951, 1.0042), signTest: Interval(0.99, 1.01),
    processes: [1, 1, 1])

  private func ratio(_ estimate: Double, _ lower: Double, _ upper: Double) -> Ratio {
    Ratio(
      estimate: estimate, interval: Interval(lower, upper), signTest: Interval(lower, upper),
      processes: [estimate])
  }

  @Test func `a result reads as a table, a sentence a row, and warnings with their remedies`() {
    let result = BenchmarkResult(
      benchmark: "hit", baseline: "NSLock", processes: 3, confidence: 0.95, twin: twin, timer: [],
      rows: [
        MeasuredRow(
          row: "NSLock", nanoseconds: 90.13, quartiles: Interval(88, 93), ratio: nil,
          separation: nil, switches: 0, allocations: 0,
          service: [Quantile(share: 0.5, value: 90), Quantile(share: 0.99, value: 111)],
          rounds: 900),
        MeasuredRow(
          row: "queue", nanoseconds: 262.4, quartiles: Interval(250, 270),
          ratio: ratio(2.911, 2.8, 3.02), separation: .slower, switches: 0.0021,
          service: [Quantile(share: 0.5, value: 541), Quantile(share: 0.99, value: 13_916)],
          rounds: 880, discarded: 20, warnings: [.starved(processorShare: 0.8)]),
        MeasuredRow(
          row: "main actor", nanoseconds: 1_250_000, quartiles: Interval(1, 2),
          ratio: ratio(13_870, 13_500, 14_100), separation: .slower, switches: 2, allocations: 3,
          service: [Quantile(share: 0.5, value: 999_600)], rounds: 900),
        MeasuredRow(
          row: "mutex", nanoseconds: 89, quartiles: Interval(1, 2),
          ratio: ratio(0.9953, 0.981, 1.009), separation: .notSeparated, switches: 0,
          allocations: 1_200,
          rounds: 900),
      ], warnings: [.steal(share: 0.05)])
    #expect(
      result.text == """
        hit: 3 processes, intervals that hold together with 95 % confidence

                    operation     p50      p99  switches         allocations
        NSLock        90.1 ns   90 ns   111 ns         0                   0
        queue          262 ns  541 ns  13.9 µs    0.0021  not available here
        main actor    1.25 ms    1 ms        —         2                   3
        mutex           89 ns       —        —         0                1200

        NSLock took 1.000 [0.995, 1.004] times as long as itself: the noise
        queue took 2.91 [2.80, 3.02] times as long as NSLock; slower
        main actor took 13870 [13500, 14100] times as long as NSLock; slower
        mutex took 0.995 [0.981, 1.009] times as long as NSLock; not separated

        warning: hit: other guests of the machine took 5.0 % of its time; run on a machine of your \
        own, or at a quieter hour
        warning: queue: it got 80.0 % of the processor time it could use; end other programs and \
        run again
        """)
  }

  @Test func `what was not asked for has no column, and what is well has no warnings`() {
    let result = BenchmarkResult(
      benchmark: "hit", baseline: "a", processes: 1, confidence: 0.999, twin: ratio(1, 1, 1),
      timer: [],
      rows: [
        MeasuredRow(
          row: "a", nanoseconds: 2_500_000_000, quartiles: Interval(1, 2), ratio: nil,
          separation: nil, switches: 0, rounds: 1)
      ], warnings: [])
    #expect(
      result.text == """
        hit: 1 process, intervals that hold together with 99.9 % confidence

           operation  switches         allocations
        a      2.5 s         0  not available here

        a took 1.000 [1.000, 1.000] times as long as itself: the noise
        """)
  }
}
