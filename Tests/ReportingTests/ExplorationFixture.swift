import Evidence

@testable import Reporting

/// Fixed explorations of the small study: what completes its matrix, and a program of its own.
enum ExplorationFixture {
  static let inOrder = "store, update, read"
  static let reversed = "read, update, store"
  static let updateFirst = "update, store, read"

  /// The way to an update that overtakes the store.
  static let overtaking = ScheduleTrace(
    tasks: ["main", "store", "update", "read"],
    steps: [
      .init(
        task: 0, place: nil, options: 1, delays: 0,
        events: [.starts(task: "store"), .starts(task: "update"), .starts(task: "read"), .ends]),
      .init(task: 2, place: nil, options: 3, delays: 1, events: [.enters(executor: "cache")]),
      .init(
        task: 2, place: "cache", options: 3, delays: 0,
        events: [.reads(variable: "A", value: "nothing"), .ends]),
      .init(task: 3, place: nil, options: 2, delays: 0, events: [.enters(executor: "cache")]),
      .init(task: 1, place: nil, options: 2, delays: 0, events: [.enters(executor: "cache")]),
      .init(
        task: 1, place: "cache", options: 2, delays: 0,
        events: [.writes(variable: "A", value: "1"), .ends]),
      .init(
        task: 3, place: "cache", options: 1, delays: 0,
        events: [.reads(variable: "A", value: "1"), .ends]),
    ],
    outcome: updateFirst)

  /// The way to the most urgent call first: all three wait while the actor is held.
  static let urgency = ScheduleTrace(
    tasks: ["holder", "store", "update", "read"],
    steps: [
      .init(
        task: 0, place: "cache", options: 1, delays: 0,
        events: [
          .starts(task: "store"), .starts(task: "update"), .starts(task: "read"),
          .note("three wait, read is the most urgent"), .ends,
        ]),
      .init(
        task: 3, place: "cache", options: 1, delays: 0,
        events: [.reads(variable: "A", value: "nothing"), .ends]),
      .init(
        task: 2, place: "cache", options: 1, delays: 0,
        events: [.reads(variable: "A", value: "nothing"), .ends]),
      .init(
        task: 1, place: "cache", options: 1, delays: 0,
        events: [.writes(variable: "A", value: "1"), .ends]),
    ],
    outcome: reversed)

  /// Two tasks that each hold what the other waits for.
  static let deadlock = ScheduleTrace(
    tasks: ["first", "second"],
    steps: [
      .init(task: 0, place: nil, options: 2, delays: 0, events: [.acquires(lock: "A")]),
      .init(task: 1, place: nil, options: 2, delays: 1, events: [.acquires(lock: "B")]),
      .init(task: 1, place: nil, options: 2, delays: 0, events: [.waits(for: "A")]),
      .init(task: 0, place: nil, options: 1, delays: 0, events: [.waits(for: "B")]),
    ],
    outcome: "deadlock",
    waits: [
      .init(task: 0, reason: "lock B, held by second"),
      .init(task: 1, reason: "lock A, held by first"),
    ])

  static func outcome(
    _ name: String, _ schedules: Int, delays: Int, _ trace: ScheduleTrace? = nil
  ) -> Exploration.Outcome {
    .init(
      name: name, schedules: schedules, delays: delays, schedule: "f3c1-\(schedules)-\(delays)",
      trace: trace ?? ScheduleTrace(tasks: ["main"], steps: [], outcome: name))
  }

  static func explored(
    _ row: String, _ column: String, _ policy: ExecutorPolicy?, _ outcomes: [Exploration.Outcome],
    prediction: Prediction? = Fixture.orders, strategy: SearchStrategy = .depthFirst,
    coverage: Exploration.Coverage = .complete(relativeTo: ["jobs of the cache"]),
    traces: Int? = nil
  ) -> ExplorationRecord {
    ExplorationRecord(
      program: ExplorableDescription(
        name: "memory/\(row)/\(column)", summary: "Three calls on one key.",
        prediction: prediction,
        variant: VariantName(program: "memory", row: row, column: column),
        threadPolicy: policy == nil ? nil : .defaultActor),
      policy: policy,
      exploration: Exploration(
        program: "memory/\(row)/\(column)",
        options: ExplorationOptions(strategy: strategy, policy: policy ?? .defaultActor),
        coverage: coverage, schedules: outcomes.reduce(0) { $0 + $1.schedules }, traces: traces,
        steps: 700, outcomes: outcomes, findings: [],
        notes: ["Atomic: a job with every enqueue it makes."]))
  }

  static let explorations: [ExplorationRecord] = [
    explored(
      "awaited", "LockedCache", nil, [outcome(inOrder, 1, delays: 0)], prediction: Fixture.strict),
    explored(
      "tasks", "QueueCache", nil, [outcome(inOrder, 500, delays: 0)], prediction: Fixture.strict,
      coverage: .bounded("500 schedules reached")),
    explored(
      "tasks", "ActorCache", .defaultActor,
      [
        outcome(inOrder, 30, delays: 0), outcome(updateFirst, 40, delays: 1, overtaking),
        outcome(reversed, 20, delays: 2),
      ], strategy: .sourceDPOR, traces: 6),
    explored(
      "held", "ActorCache", .defaultActor, [outcome(reversed, 1, delays: 0, urgency)]),
    explored("held", "ActorCache", .fifo, [outcome(inOrder, 1, delays: 0)]),
    ExplorationRecord(
      program: ExplorableDescription(
        name: "two-locks", summary: "Two tasks take two locks, each in its own order."),
      policy: nil,
      exploration: Exploration(
        program: "two-locks", options: ExplorationOptions(),
        coverage: .complete(relativeTo: ["lock sections"]), schedules: 14, traces: nil,
        steps: 100,
        outcomes: [outcome("done", 8, delays: 0), outcome("deadlock", 6, delays: 1, deadlock)],
        findings: [], notes: [])),
  ]

  /// Of the hostile study: nobody declared what came out, work escaped, and threads showed more.
  static let hostile: [ExplorationRecord] = {
    var unknown = explored(
      "awaited", "Queue`|\\<T>", .unordered, [outcome("a|b `c` <d> & \\|", 1, delays: 0)])
    unknown.program.name = "a|b`c`<d>'e"
    unknown.exploration.findings = [
      ExplorationFinding(.escaped, "A job of `x|y` escaped to <pool>.", schedule: "it's")
    ]
    var complete = explored(
      "awaited", "Queue`|\\<T>", .defaultActor, [outcome(inOrder, 3, delays: 0)])
    complete.program.name = "complete"
    return [unknown, complete]
  }()
}
