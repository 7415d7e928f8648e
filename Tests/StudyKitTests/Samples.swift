import Evidence
import Reporting

@testable import StudyKit

let samplePrediction = Prediction([
  .init("in order", .expected, "as made"), .init("overtaken", .interesting, "later came first"),
  .init("lost", .forbidden, "no effect"),
])

let sampleDescription = ExperimentDescription(
  name: "01-Sample", question: "What happens?", minutes: 1,
  claims: [
    TestedClaim(
      id: "C1", paragraphs: [.reproduced: "Seen {count} times.", .open: "Nobody knows."])
  ],
  programs: [
    Program(
      id: "store-read", title: "Store, then read", summary: "It stores and reads.",
      listing: "store()\nread()",
      rows: [
        .init(id: "awaiting", title: "awaiting each call", summary: "One by one."),
        .init(id: "firing", title: "firing all", summary: "At once."),
      ],
      columns: [
        .init(id: "LockedCache", summary: "a lock"), .init(id: "ActorCache", summary: "an actor"),
        .init(id: "QueueCache", summary: "a queue"),
      ],
      expectedPhrase: "in order")
  ],
  why: [.text("Because."), .source("heart")], cures: [],
  tryIt: Exercise(change: "none", predict: "nothing", command: "none", answer: "nothing"),
  doesNotShow: [], method: [])

func variant(
  row: String = "awaiting", column: String, _ counts: [String: Int]
) -> VariantRecord {
  VariantRecord(
    program: "store-read", row: row, column: column, callerExecutor: "global pool",
    prediction: samplePrediction, tally: Tally(counts))
}

func sampleRecord(
  _ variants: [VariantRecord], verdict: Verdict = .reproduced
) -> ExperimentRecord {
  ExperimentRecord(
    description: sampleDescription,
    run: RunConditions(
      profile: "quick", isEvidence: false, seed: 7, trials: 1, backends: [],
      started: "2026-11-30T02:28:23Z", seconds: 1.5, environment: []),
    variants: variants,
    conclusion: Conclusion(
      headline: "It was in order {count} times.", verdicts: ["C1": verdict],
      fields: ["count": "12"], traits: []),
    sources: [])
}

/// An exploration of outcomes with as many delays as their place in the list.
func sampleExploration(
  _ program: String = "store-read/ActorCache", outcomes: [String] = ["in order", "overtaken"],
  variant: VariantName? = nil, policy: ExecutorPolicy? = .defaultActor,
  coverage: Exploration.Coverage = .complete(relativeTo: ["jobs"]),
  findings: [ExplorationFinding] = []
) -> ExplorationRecord {
  let trace = { (outcome: String) in
    ScheduleTrace(
      tasks: ["first"],
      steps: [.init(task: 0, place: "cache", options: 2, delays: 1, events: [.ends])],
      outcome: outcome)
  }
  return ExplorationRecord(
    program: ExplorableDescription(
      name: program, summary: "It stores and reads.", prediction: samplePrediction,
      variant: variant, threadPolicy: .defaultActor),
    policy: policy,
    exploration: Exploration(
      program: program, options: ExplorationOptions(), coverage: coverage, schedules: 28,
      traces: 12, steps: 340,
      outcomes: outcomes.enumerated().map { delays, name in
        .init(
          name: name, schedules: 14, delays: delays, schedule: "s\(delays)", trace: trace(name))
      }, findings: findings, notes: ["Atomic: a job."]))
}

let sampleBenchmark = Benchmark(
  id: "hit", title: "A hit", summary: "One look-up.", listing: "read()", baseline: "lock",
  rows: [
    .init(
      id: "lock", title: "a lock", summary: "The floor.", backend: "LockedCache",
      callerExecutor: "global pool", prediction: nil),
    .init(
      id: "actor", title: "an actor", summary: "A hop.", backend: "ActorCache",
      callerExecutor: "global pool", prediction: .slower),
    .init(
      id: "bare", title: "no lock at all", summary: "A dictionary.", callerExecutor: "global pool",
      prediction: .faster),
  ])

let sampleQuantities = QuantityTable(
  id: "sizes", title: "Sizes", summary: "How large it is.",
  quantities: [
    Quantity(id: "width", title: "width of it", unit: "mm", places: 1, atMost: 5),
    Quantity(id: "depth", title: "depth of it", unit: "levels"),
  ])

let sampleGrid = QuantityTable(
  id: "parts", title: "Parts", summary: "Part by part.", corner: "path",
  rows: [.init(id: "long", title: "the long way"), .init(id: "short", title: "the short way")],
  columns: [
    .init(id: "cut", title: "cut", unit: "ms", places: 1, atMost: 5),
    .init(id: "glue", title: "glue", unit: "ms", places: 1),
  ], chart: .stackedBars, cell: { $0 == "short" && $1 == "glue" ? nil : $2 })

let sampleSheet = PictureSheet(
  id: "looks", title: "How it looks", summary: "Look.", shown: .init(width: 40, height: 30),
  part: .init(x: 0, y: 0, width: 10, height: 10), times: 4, columns: 2,
  cells: [.init(id: "before", caption: "before"), .init(id: "after", caption: "after")])

/// A picture of as many bytes, which no decoder would read.
func samplePicture(_ cell: String, bytes: Int = 3, sheet: String = "looks") -> PictureRecord {
  PictureRecord(
    sheet: sheet, cell: cell, width: 4, height: 3, format: .jpeg,
    bytes: (0..<bytes).map { UInt8(truncatingIfNeeded: $0 &* 131) })
}

/// A run that timed and read: one row undecided, one as predicted, a quantity over its limit.
let measuredRecord: ExperimentRecord = {
  func ratio(_ estimate: Double, _ lower: Double, _ upper: Double) -> Ratio {
    let interval = Interval(lower, upper)
    return Ratio(estimate: estimate, interval: interval, signTest: interval, processes: [estimate])
  }
  func row(
    _ name: String, _ nanoseconds: Double, _ ratio: Ratio? = nil, _ separation: Separation? = nil,
    switches: Double = 0, allocations: Double? = nil, _ warnings: [MeasurementWarning] = []
  ) -> MeasuredRow {
    MeasuredRow(
      row: name, nanoseconds: nanoseconds, quartiles: Interval(nanoseconds, nanoseconds),
      ratio: ratio, separation: separation, switches: switches, allocations: allocations,
      rounds: 600, warnings: warnings)
  }
  var record = sampleRecord([])
  record.description.benchmarks = [sampleBenchmark]
  record.description.quantities = [sampleQuantities]
  record.benchmarks = [
    BenchmarkResult(
      benchmark: "hit", baseline: "lock", processes: 3, confidence: 0.95,
      twin: ratio(1, 0.99, 1.01), timer: [],
      rows: [
        row("lock", 53.1, allocations: 0),
        row(
          "actor", 154.2, ratio(2.91, 2.8, 3.02), .notSeparated, switches: 0.004, allocations: 2,
          [.intervalsDisagree, .steal(share: 0.1)]),
        row("bare", 26, ratio(0.5, 0.4, 0.6), .faster),
      ],
      warnings: [.steal(share: 0.05)])
  ]
  record.readings = [Reading("width", [4.1, 6, 5.2])]
  return record
}()

let sampleExperiment = Experiment(
  description: sampleDescription,
  variants: [variant(column: "LockedCache", [:]), variant(column: "ActorCache", [:])],
  quotedFiles: [],
  trialLength: { _ in .seconds(2) }, trial: { _ in Observations() },
  conclude: { _ in Conclusion(headline: "", verdicts: [:], fields: [:], traits: []) })

/// One process's sample of `hit`: nanoseconds of each round by row, the twin's like the lock's.
func sampleTimes(_ times: [String: [Double]], benchmark: String = "hit") -> BenchmarkSample {
  var times = times
  times[BenchmarkSample.twin] = times["lock"]
  let rows = times.sorted { $0.key < $1.key }.map { row, nanoseconds in
    RowSample(
      row: row, batch: 1, nanoseconds: nanoseconds, preemptions: nanoseconds.map { _ in 0 })
  }
  return BenchmarkSample(benchmark: benchmark, baseline: "lock", rows: rows)
}
