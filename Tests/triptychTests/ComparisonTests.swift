import Evidence
import Foundation
import Reporting
import StudyKit
import Testing

@testable import triptych

/// Two runs made up here, held against each other.
@Suite struct ComparisonTests {
  private func text(_ old: [ExperimentRecord], _ new: [ExperimentRecord]) -> String {
    ComparisonText(comparison: StudyComparison(old, new), arrow: "old → new", columns: 88)
      .lines.joined(separator: "\n")
  }

  @Test func `what differs beyond the noise comes first, what agrees is counted`() {
    let old = Run()
    var new = Run()
    new.profile = "quick"
    new.processor = "another"
    new.verdict = .depends
    new.ratios["actor"] = (2, 1.9, 2.1)
    new.ratios["queue"] = (0.5, 0.45, 0.55)
    new.ratios["bare"] = (0.52, 0.48, 0.56)
    new.warned = ["queue"]
    new.width = 5.2
    new.tallies["ActorCache"] = ["in order": 600, "overtaken": 400]
    new.tallies["LockedCache"] = ["in order": 970, "overtaken": 30]
    new.tallies["QueueCache"] = ["in order": 999, "overtaken": 1]
    #expect(
      text([old.record], [new.record]) == """
        profile: full → quick, not evidence (01-Sample)
        processor: one → another

        Verdicts that differ, old → new
          01-Sample C1: reproduced → depends on …

        Measured rows that differ, old → new
          01-Sample hit/queue: 8.60× [8.40, 8.80] → 0.500× [0.450, 0.550] ⚠; reversed, slower
            → faster
          01-Sample hit/actor: 2.90× [2.80, 3.00] → 2.00× [1.90, 2.10]

        Quantities within their limits in one run only, old → new
          01-Sample width of it: 4.2 mm → 5.2 mm, declared at most 5.0 mm; met → not met

        Counted outcomes seen in one run only, old → new
          01-Sample store-read/awaiting/LockedCache: 'overtaken', never in 1,000 → 30 of 1,000

        The same in both: 0 of 1 verdicts, 1 of 3 measured rows, 0 of 1 quantities, 2 of 3
        counted variants. 1 outcome was seen in one only, too seldom to tell.

        ⚠ measured under a warning, which the report tells.
        Shares of outcomes that both saw are not compared: the machine's load moves them.
        """)
  }

  @Test func `two equal runs do not differ`() {
    let comparison = StudyComparison([Run().record], [Run().record])
    #expect(!comparison.differs)
    #expect(comparison.remarks.isEmpty)
    #expect(
      text([Run().record], [Run().record])
        == "Nothing differs beyond the noise. The same in both: 1 of 1 verdicts, 3 of 3 measured\n"
        + "rows, 1 of 1 quantities, 3 of 3 counted variants.")
  }

  @Test func `what is forbidden or unknown in one run only differs, however seldom it was seen`() {
    var new = Run()
    new.tallies["QueueCache"] = ["in order": 999, "lost": 1]
    new.tallies["ActorCache"] = ["in order": 600, "overtaken": 400]
    let comparison = StudyComparison([Run().record], [new.record])
    #expect(comparison.variants.differences.map(\.outcome) == ["lost"])
    #expect(
      text([Run().record], [new.record]).contains(
        "'lost', forbidden, never in 1,000 → 1 of"))
  }

  @Test func `a ratio counts as other only where the intervals have nothing in common`() {
    var new = Run()
    new.ratios["actor"] = (3.1, 3.0, 3.2)
    #expect(StudyComparison([Run().record], [new.record]).rows.differences.isEmpty)
    new.ratios["actor"] = (3.1, 3.01, 3.2)
    #expect(StudyComparison([Run().record], [new.record]).rows.differences.map(\.row) == ["actor"])
  }

  @Test func `only what both have is compared, and the rest is remarked`() {
    var (old, new) = (Run().record, Run().record)
    new.run.backends = ["LockedCache"]
    new.variants.removeAll { $0.column != "LockedCache" }
    new.benchmarks[0].rows.removeAll { $0.row == "queue" }
    new.readings = []
    old.conclusion.verdicts = [:]
    var other = Run().record
    other.description.name = "02-Other"
    let comparison = StudyComparison([old], [new, other])
    #expect(comparison.experiments == ["01-Sample"])
    #expect(
      comparison.remarks == [
        "experiments not in both: none → 02-Other", "backends: all → LockedCache (01-Sample)",
      ])
    #expect(comparison.verdicts.compared == 0)
    #expect(comparison.rows.compared == 2)
    #expect(comparison.quantities.compared == 0)
    #expect(comparison.variants.compared == 1)
  }

  @Test func `rows held against another baseline are not compared`() {
    var new = Run().record
    new.benchmarks[0].baseline = "bare"
    let comparison = StudyComparison([Run().record], [new])
    #expect(comparison.rows.compared == 0)
    #expect(comparison.remarks == ["01-Sample hit: held against other rows, so not compared"])
  }

  @Test func `a long list is cut, the largest first`() {
    func run(_ ratio: (Int) -> Double) -> ExperimentRecord {
      var run = Run()
      run.ratios = [:]
      for index in 1...12 {
        let ratio = ratio(index)
        run.ratios["row-\(index)"] = (ratio, ratio * 0.99, ratio * 1.01)
      }
      return run.record
    }
    let lines = text([run { _ in 1 }], [run { 1 + Double($0) }]).split(separator: "\n")
    #expect(lines.count { $0.hasPrefix("  01-Sample hit/") } == 10)
    #expect(lines.dropFirst().first?.hasPrefix("  01-Sample hit/row-12: ") == true)
    #expect(lines.contains("  and 2 more"))
  }

  @Test func `many comparisons need more to differ than one does`() {
    var (old, new) = (Run(), Run())
    // A chance of 0.016: less than 0.05 among two outcomes, more than that among six.
    old.tallies = ["LockedCache": ["in order": 1_000]]
    new.tallies = ["LockedCache": ["in order": 993, "overtaken": 7]]
    #expect(StudyComparison([old.record], [new.record]).variants.differences.count == 1)
    for column in ["ActorCache", "QueueCache"] {
      old.tallies[column] = ["in order": 500, "overtaken": 500]
      new.tallies[column] = ["in order": 500, "overtaken": 500]
    }
    #expect(StudyComparison([old.record], [new.record]).variants.differences.isEmpty)
  }
}

/// A made-up run of one experiment.
struct Run {
  var profile = "full"
  var processor = "one"
  var verdict = Verdict.reproduced
  var ratios: [String: (Double, Double, Double)] = [
    "actor": (2.9, 2.8, 3), "queue": (8.6, 8.4, 8.8), "bare": (0.5, 0.45, 0.55),
  ]
  /// Rows with a warning.
  var warned: Set<String> = []
  var width = 4.2
  var tallies = [
    "LockedCache": ["in order": 1_000], "ActorCache": ["in order": 990, "overtaken": 10],
    "QueueCache": ["in order": 1_000],
  ]

  private static let prediction = Prediction([
    .init("in order", .expected, "as made"), .init("overtaken", .interesting, "later came first"),
    .init("lost", .forbidden, "no effect"),
  ])

  var record: ExperimentRecord {
    ExperimentRecord(
      description: description,
      run: RunConditions(
        profile: profile, isEvidence: profile != "quick", seed: 1, trials: 5, backends: [],
        started: "2026-11-30T02:28:23Z", seconds: 1, environment: [.init("Processor", processor)]),
      variants: tallies.keys.sorted().map { column in
        VariantRecord(
          program: "store-read", row: "awaiting", column: column, callerExecutor: "global pool",
          prediction: Self.prediction, tally: Tally(tallies[column] ?? [:]))
      },
      benchmarks: [
        BenchmarkResult(
          benchmark: "hit", baseline: "lock", processes: 5, confidence: 0.95,
          twin: ratio(1, 0.99, 1.01), timer: [],
          rows: [measured("lock", nil)]
            + ratios.keys.sorted().map { measured($0, ratios[$0].map(ratio)) },
          warnings: [])
      ],
      readings: [Reading("width", [width])],
      conclusion: Conclusion(headline: "So.", verdicts: ["C1": verdict], fields: [:], traits: []),
      sources: [])
  }

  private var description: ExperimentDescription {
    ExperimentDescription(
      name: "01-Sample", question: "What happens?", minutes: 1,
      claims: [TestedClaim(id: "C1", paragraphs: [.reproduced: "Seen.", .depends: "It depends."])],
      programs: [
        Reporting.Program(
          id: "store-read", title: "Store, then read", summary: "It stores.", listing: "store()",
          rows: [.init(id: "awaiting", title: "awaiting", summary: "One by one.")],
          columns: tallies.keys.sorted().map { .init(id: $0, summary: "one of them") },
          expectedPhrase: "in order")
      ],
      benchmarks: [
        Benchmark(
          id: "hit", title: "A hit", summary: "One look-up.", listing: "read()", baseline: "lock",
          rows: (["lock"] + ratios.keys.sorted()).map {
            .init(
              id: $0, title: $0, summary: "A row.", callerExecutor: "global pool", prediction: nil)
          })
      ],
      quantities: [
        QuantityTable(
          id: "sizes", title: "Sizes", summary: "How large.",
          quantities: [
            Quantity(id: "width", title: "width of it", unit: "mm", places: 1, atMost: 5)
          ])
      ],
      why: [.text("Because.")], cures: [],
      tryIt: Exercise(change: "none", predict: "nothing", command: "none", answer: "nothing"),
      doesNotShow: [], method: [])
  }

  private func ratio(_ estimate: Double, _ lower: Double, _ upper: Double) -> Ratio {
    let interval = Interval(lower, upper)
    return Ratio(estimate: estimate, interval: interval, signTest: interval, processes: [estimate])
  }

  private func measured(_ row: String, _ ratio: Ratio?) -> MeasuredRow {
    let nanoseconds = 50 * (ratio?.estimate ?? 1)
    return MeasuredRow(
      row: row, nanoseconds: nanoseconds, quartiles: Interval(nanoseconds, nanoseconds),
      ratio: ratio, separation: ratio.map { $0.estimate > 1 ? .slower : .faster }, rounds: 600,
      warnings: warned.contains(row) ? [.intervalsDisagree] : [])
  }
}
