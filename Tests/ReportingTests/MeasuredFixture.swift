import Evidence

@testable import Reporting

/// A fixed run that timed things: one benchmark with tails, one that was not run, and two tables.
enum MeasuredFixture {
  static let benchmark = Benchmark(
    id: "hit", title: "One resident picture, read",
    summary: "A picture that is in memory is read again and again by **one** caller.",
    listing: "_ = cache.cachedValue(for: key)", baseline: "lock",
    rows: [
      row("floor", "the floor", "A lock pair and a look-up.", nil, .faster),
      row("lock", "`NSLock`", "The class with a lock, called directly.", "LockedCache", nil),
      row("mutex", "`Mutex`", "The same with a mutex.", "MutexCache", .faster),
      row("any", "`NSLock`, through `any`", "Through the interface.", "LockedCache", .notSeparated),
      row("actor-same", "actor, from itself", "No await at all.", "ActorCache", .notSeparated),
      row("actor-pool", "actor, from a pool task", "One await.", "ActorCache", .slower),
      row("sync", "`queue.sync`", "The caller waits its turn.", "QueueCache", .slower),
      row(
        "actor-main", "actor, from the main actor", "Two hops, {switches} switches.", "ActorCache",
        .slower, on: "main actor"),
      row("barrier", "barrier queue", "Reads side by side.", "BarrierCache", .slower),
    ])

  private static func row(
    _ id: String, _ title: String, _ summary: String, _ backend: String?,
    _ prediction: Separation?, on executor: String = "global pool"
  ) -> Benchmark.Row {
    Benchmark.Row(
      id: id, title: title.filter { $0 != "`" }, summary: summary, backend: backend,
      callerExecutor: executor, prediction: prediction)
  }

  static func ratio(_ estimate: Double, _ lower: Double, _ upper: Double) -> Ratio {
    Ratio(
      estimate: estimate, interval: Interval(lower, upper),
      signTest: Interval(lower * 0.99, upper * 1.02),
      processes: [estimate * 0.99, estimate, estimate * 1.01])
  }

  static func measured(
    _ row: String, _ nanoseconds: Double, _ ratio: Ratio?, _ separation: Separation?,
    switches: Double = 0, allocations: Double? = 0, service: [Double] = [],
    response: [ResponseTimes] = [], discarded: Int = 0, warnings: [MeasurementWarning] = []
  ) -> MeasuredRow {
    MeasuredRow(
      row: row, nanoseconds: nanoseconds,
      quartiles: Interval(nanoseconds * 0.96, nanoseconds * 1.07), ratio: ratio,
      separation: separation, switches: switches, allocations: allocations,
      service: quantiles(service), response: response, rounds: 600 - discarded,
      discarded: discarded, warnings: warnings)
  }

  static func quantiles(_ values: [Double]) -> [Quantile] {
    zip([0.5, 0.99, 0.999], values).map { Quantile(share: $0, value: $1) }
  }

  static let result = BenchmarkResult(
    benchmark: "hit", baseline: "lock", processes: 3, confidence: 0.95,
    twin: ratio(0.997, 0.993, 1.005), timer: quantiles([31, 44, 60]),
    rows: [
      measured("floor", 41.2, ratio(0.775, 0.771, 0.78), .faster),
      measured(
        "lock", 53.14, nil, nil, service: [90, 111, 190],
        response: [
          ResponseTimes(load: 0.25, quantiles: quantiles([95, 140, 2100])),
          ResponseTimes(load: 0.75, quantiles: quantiles([120, 900])),
        ]),
      measured("mutex", 25.9, ratio(0.487, 0.481, 0.492), .faster, service: [61, 70]),
      measured("any", 53.4, ratio(1.0016, 0.9987, 1.0042), .notSeparated),
      measured(
        "actor-same", 57.2, ratio(1.077, 1.071, 1.084), .slower, allocations: nil),
      measured(
        "actor-pool", 81.5, ratio(1.53, 1.51, 1.56), .slower, service: [121, 170, 260],
        response: [
          ResponseTimes(load: 0.25, quantiles: quantiles([130, 210, 3200])),
          ResponseTimes(load: 0.75, quantiles: quantiles([190, 4100, 39_000])),
        ]),
      measured(
        "sync", 458, ratio(8.62, 8.41, 8.83), .slower, allocations: 3,
        service: [541, 661, 902], discarded: 12),
      measured(
        "actor-main", 9187, ratio(173, 121, 240), .slower, switches: 2.013, allocations: 0.0004,
        service: [9187, 13_916, 190_084], discarded: 41,
        warnings: [.drift(factor: 1.31), .preempted(undisturbed: 17, of: 600)]),
    ], warnings: [])

  static let description = ExperimentDescription(
    name: "02-HitCost", question: "What does a memory hit cost, and who pays?", minutes: 15,
    claims: [
      TestedClaim(id: "C2", paragraphs: [.reproduced: "From the main actor: {ratio}."])
    ],
    benchmarks: [
      benchmark,
      Benchmark(
        id: "path", title: "Both whole paths", summary: "As published.", listing: "load(url)",
        baseline: "callback",
        rows: [
          row("callback", "with a callback", "One queue.", nil, nil),
          row("await", "with await", "Three actors.", nil, .slower),
        ],
        question: "How many hops is {ratio}?"),
    ],
    quantities: [
      QuantityTable(
        id: "clock", title: "The instrument itself", summary: "Read in each of {processes}.",
        quantities: [
          Quantity(id: "empty", title: "the empty loop", unit: "ns", places: 2, atMost: 0.5),
          Quantity(
            id: "planted", title: "a planted 3 % was found", unit: "of 100", atLeast: 95),
          Quantity(
            id: "linear", title: "time of 2 n over that of n", unit: "", places: 2,
            atLeast: 1.9, atMost: 2.1),
          Quantity(id: "peer", title: "the same by another tool", unit: "%", places: 1),
          Quantity(id: "reads", title: "clock read", unit: "ns", places: 1),
        ])
    ],
    why: [.text("Leaving the main actor costs two context switches.")],
    cures: [
      Cure(
        name: "peek", covers: "The hit itself.", limit: "The pin still awaits.",
        price: "{ratio} of a lock", mends: ["cost"]),
      Cure(name: "lock", covers: "Everything.", limit: "Blocks.", mends: ["cost"]),
      Cure(
        name: "main-actor cache", covers: "Hops.", limit: "Decoding.", price: "{none}",
        mends: ["cost"]),
    ],
    tryIt: Exercise(change: "", predict: "", command: "", answer: ""), doesNotShow: [],
    method: ["Paired rounds, {processes}."],
    highlight: Highlight(
      title: "An actor is not slow; leaving the main actor is", program: "hit",
      rows: ["lock", "actor-pool", "actor-main"], columns: []))

  static let record = ExperimentRecord(
    description: description,
    run: RunConditions(
      profile: "standard", isEvidence: true, seed: 7, trials: 3, backends: [],
      started: "2026-11-30T02:28:23Z", seconds: 61,
      environment: [.init("toolchain", "Swift 6.3.1")]),
    variants: [], benchmarks: [result],
    readings: [
      Reading("empty", [0.51, 0.42, 0.504]), Reading("planted", [97]),
      Reading("linear", [1.99, 2.01]), Reading("peer", []), Reading("reads", [29.94, 31.2, 30]),
    ],
    conclusion: Conclusion(
      headline: "From the main actor a hit takes {ratio} as long.", verdicts: ["C2": .reproduced],
      fields: [
        "ratio": "173×", "processes": "3 processes", "switches": "2", "none": Conclusion.notRun,
      ], traits: [.init(backend: "ActorCache", quality: "cost from main", text: "{ratio}")]),
    sources: [])
}
