import Evidence

@testable import Reporting

/// A fixed run of a small study: three backends, three ways of calling.
enum Fixture {
  static let orders = Prediction([
    .init("store, update, read", .expected, "The order of the program text."),
    .init("read, update, store", .interesting, "The most urgent call went first."),
    .init("update, store, read", .interesting, "The update found nothing to change."),
  ])
  static let strict = Prediction([
    .init("store, update, read", .expected, "The order of the program text."),
    .init("read, update, store", .forbidden, "A serial queue never reorders."),
  ])

  static let program = Program(
    id: "memory", title: "Store A, update it to A′, read it",
    summary: "One caller makes three calls on one key and does **not** wait between them.",
    listing: "cache.store(a, for: key)\ncache.update(key) { $0 + \"′\" }\ncache.value(for: key)",
    rows: [
      .init(id: "awaited", title: "each call awaited", summary: "One task awaits each call."),
      .init(
        id: "tasks", title: "a task a call, equal priority",
        summary: "Three tasks start, in program order."),
      .init(
        id: "held", title: "actor held, background < utility < high",
        summary: "The backend is busy while three tasks of rising priority arrive."),
    ],
    columns: [
      .init(id: "LockedCache", summary: "NSLock"),
      .init(id: "QueueCache", summary: "serial queue"),
      .init(id: "ActorCache", summary: "default actor"),
    ],
    expectedPhrase: "in order")

  static func variant(
    _ row: String, _ column: String, _ prediction: Prediction, _ counts: [String: Int]
  ) -> VariantRecord {
    VariantRecord(
      program: "memory", row: row, column: column,
      callerExecutor: column == "QueueCache" ? "queue, by QoS" : "global pool",
      prediction: prediction, tally: Tally(counts))
  }

  static let variants = [
    variant("awaited", "LockedCache", strict, ["store, update, read": 5000]),
    variant("awaited", "QueueCache", strict, ["store, update, read": 5000]),
    variant("awaited", "ActorCache", orders, ["store, update, read": 5000]),
    variant("tasks", "QueueCache", strict, ["store, update, read": 5000]),
    variant(
      "tasks", "ActorCache", orders, ["store, update, read": 4994, "update, store, read": 6]),
    variant("held", "LockedCache", orders, ["store, update, read": 5000]),
    variant("held", "QueueCache", strict, ["store, update, read": 5000]),
    variant("held", "ActorCache", orders, ["read, update, store": 5000]),
  ]

  static let description = ExperimentDescription(
    name: "01-Ordering",
    question: "Do three calls that nobody awaits take effect in the order they were made?",
    minutes: 12,
    claims: [
      TestedClaim(
        id: "C1",
        paragraphs: [
          .reproduced: "The actor ran {actorWrong} programs out of order, the queue {queueWrong}.",
          .refuted: "No backend left the order, in {runs} runs each.",
          .depends: "… on priority: {actorWrong} of {runs} out of order on the actor.",
          .open: "This run did not have both an actor and a queue.",
        ])
    ],
    programs: [program],
    why: [
      .text("An actor takes the most urgent of the waiting calls first. Its whole source:"),
      .source("actor"),
      .text("Nothing in it says `first come, first served`, since `Task { }` makes no promise."),
      .text("On a mailbox it was {mailbox}, as `{mailbox}` says: nothing to read here."),
      .choice(
        field: "queue",
        paragraphs: [
          "kept": "The queue kept its order, {runs} of {runs}.",
          "lost": "The queue lost its order {queueWrong} times.",
        ]),
    ],
    cures: [
      Cure(
        name: "mailbox", covers: "Order of all calls, {runs} of {runs}.",
        limit: "A caller's priority no longer matters.", mends: ["order"]),
      Cure(
        name: "await each call", covers: "Order of one caller.",
        limit: "Two callers are still unordered: {mailbox}.", mends: ["reentrancy"]),
    ],
    tryIt: Exercise(
      change: "Give all three tasks the same priority.",
      predict: "How many of {runs} programs will be out of order?",
      command: "swift run -c release triptych run 01-Ordering --backend ActorCache",
      answer: "About 6: with equal priority a held actor is first in, first out."),
    doesNotShow: ["What Apple's platforms do: their runtime has another scheduler."],
    method: ["Each trial is a fresh process, {runs} programs a variant."],
    highlight: Highlight(
      title: "A held actor serves the most urgent call first", program: "memory",
      rows: ["tasks", "held"], columns: ["LockedCache", "QueueCache", "ActorCache"]))

  static let record = ExperimentRecord(
    description: description,
    run: RunConditions(
      profile: "standard", isEvidence: true, seed: 7, trials: 3, backends: [],
      started: "2026-11-30T02:28:23Z", seconds: 74.25,
      environment: [.init("toolchain", "Swift 6.3.1"), .init("system", "Linux 6.1, x86_64")]),
    variants: variants, explorations: ExplorationFixture.explorations,
    conclusion: Conclusion(
      headline:
        "The queue kept the order in all {runs} runs; the actor lost it {actorWrong} times.",
      verdicts: ["C1": .depends],
      fields: [
        "runs": "15,000", "actorWrong": "5,006", "queueWrong": "0", "queue": "kept",
        "mailbox": Conclusion.notRun,
      ],
      traits: [
        .init(
          backend: "LockedCache", quality: "order", text: "the caller's thread waits",
          standing: .partial),
        .init(
          backend: "QueueCache", quality: "order", text: "{runs} of {runs}", standing: .good),
        .init(
          backend: "ActorCache", quality: "order", text: "lost {actorWrong} times",
          standing: .poor),
        .init(backend: "ActorCache", quality: "reentrancy", text: "possible at every `await`"),
      ]),
    sources: [
      SourceExcerpt(
        name: "actor", file: "Sources/Subject/Caching/Backends/ActorCache.swift", line: 12,
        text: "actor ActorCache<Value: Sendable> {\n  private var store: CacheStore<Value>\n}")
    ])

  /// A second run: quick, narrowed, with a forbidden and an unknown outcome and hostile names.
  static let hostile: ExperimentRecord = {
    var record = Self.record
    record.description.name = "03-Reentrancy"
    record.description.highlight = nil
    record.description.claims = [
      TestedClaim(id: "C1", paragraphs: [.open: "Nothing can be said."]),
      TestedClaim(id: "C6", paragraphs: [.open: "Nothing can be said."]),
    ]
    record.description.programs[0].title = "a|b <script> & `c` *d* _e_ [f](g)"
    record.description.programs[0].rows[1].title = "</summary> | & \"quoted\""
    record.description.programs[0].columns[1] = .init(id: "Queue`|\\<T>", summary: "a & b < c")
    record.run.profile = "quick"
    record.run.isEvidence = false
    record.run.backends = ["Queue`|\\<T>", "it's"]
    record.variants = [
      variant("awaited", "Queue`|\\<T>", strict, ["read, update, store": 2]),
      variant("tasks", "Queue`|\\<T>", strict, ["a|b `c` <d> & \\|": 1, "store, update, read": 1]),
      variant("held", "Queue`|\\<T>", strict, [:]),
    ]
    record.explorations = ExplorationFixture.hostile
    record.explorations = ExplorationFixture.hostile
    record.conclusion = Conclusion(
      headline: "It went wrong {runs} times.", verdicts: [:],
      fields: [
        "runs": "|<b>`*_{x}", "actorWrong": "0", "queueWrong": "0", "queue": "lost",
        "mailbox": Conclusion.notRun,
      ],
      traits: [.init(backend: "Queue`|\\<T>", quality: "a|b", text: "x | y < {runs}")])
    return record
  }()
}
