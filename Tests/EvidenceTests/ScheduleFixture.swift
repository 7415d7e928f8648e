@testable import Evidence

/// Schedules as an explorer would hand them over.
enum ScheduleFixture {
  typealias Step = ScheduleTrace.Step
  typealias Event = ScheduleTrace.Event

  static func step(
    _ task: Int, on place: String? = nil, options: Int = 2, delays: Int = 0, _ events: Event...
  ) -> Step {
    Step(task: task, place: place, options: options, delays: delays, events: events)
  }

  /// Two tasks ask a loader that checks, awaits and then writes.
  static func loads(_ first: String = "first", _ second: String = "second") -> ScheduleTrace {
    func check(_ task: Int) -> Step {
      step(task, on: "loader", .reads(variable: "cache", value: "nil"), .suspends)
    }
    func write(_ task: Int) -> Step {
      step(task, on: "loader", .writes(variable: "cache", value: "A"), .ends)
    }
    return ScheduleTrace(
      tasks: [first, second],
      steps: [
        step(0, .enters(executor: "loader")), check(0),
        step(1, delays: 1, .enters(executor: "loader")), check(1),
        step(1, .note("fetches a"), .enters(executor: "loader")), write(1),
        step(0, options: 1, .note("fetches a"), .enters(executor: "loader")), write(0),
      ],
      outcome: "2 loads")
  }

  /// The same without a delay: the second finds what the first has written.
  static let oneLoad = ScheduleTrace(
    tasks: ["first", "second"],
    steps: [
      step(0, .enters(executor: "loader")),
      step(0, on: "loader", .reads(variable: "cache", value: "nil"), .suspends),
      step(0, .note("fetches a"), .enters(executor: "loader")),
      step(0, on: "loader", .writes(variable: "cache", value: "A"), .ends),
      step(1, options: 1, .enters(executor: "loader")),
      step(1, on: "loader", options: 1, .reads(variable: "cache", value: "A"), .ends),
    ],
    outcome: "1 loads")

  /// Two locks in opposite order.
  static let deadlock = ScheduleTrace(
    tasks: ["deposit", "withdraw"],
    steps: [
      step(0, .acquires(lock: "accounts")),
      step(1, delays: 1, .acquires(lock: "log")),
      step(1, .reads(variable: "lines", value: "0"), .waits(for: "accounts")),
      step(
        0, options: 1, .reads(variable: "balance", value: "10"),
        .writes(variable: "balance", value: "15"), .waits(for: "log")),
    ],
    outcome: "deadlock",
    waits: [
      .init(task: 0, reason: "lock log, held by withdraw"),
      .init(task: 1, reason: "lock accounts, held by deposit"),
    ])

  /// A default actor takes the jobs that wait for it by priority.
  static let priorities = ScheduleTrace(
    tasks: ["holder", "background", "low", "high"],
    steps: [
      step(
        0, on: "account", .starts(task: "background"), .starts(task: "low"),
        .starts(task: "high"), .suspends),
      step(1, options: 3, .enters(executor: "account")),
      step(2, options: 3, delays: 1, .enters(executor: "account")),
      step(3, options: 3, delays: 2, .enters(executor: "account")),
      step(3, on: "account", .writes(variable: "order", value: "H"), .wakes(task: "holder"), .ends),
      step(0, on: "account", options: 2, .reads(variable: "order", value: "H"), .ends),
      step(2, on: "account", options: 1, .writes(variable: "order", value: "HL"), .ends),
      step(1, on: "account", options: 1, .writes(variable: "order", value: "HLB"), .ends),
    ],
    outcome: "HLB")

  /// A writer and seven readers, each with a variable of its own.
  static let readers = ScheduleTrace(
    tasks: ["writer"] + (1...7).map { "reader \($0)" },
    steps: (1...7).map {
      step(
        $0, options: 8, delays: $0 == 1 ? 1 : 0, .reads(variable: "own counter \($0)", value: "0"),
        .reads(variable: "x", value: "0"), .ends)
    } + [step(0, options: 1, .writes(variable: "x", value: "1"), .ends)],
    outcome: "0, 0, 0, 0, 0, 0, 0")

  /// Names and values longer than any column, and some that no terminal should be given.
  static let longNames: ScheduleTrace = {
    let loader = "ThumbnailImageLoader.sharedWithEveryScreen"
    return ScheduleTrace(
      tasks: ["gallery.prefetchVisibleThumbnails(inSection: 0)", "画像 \u{1b}[31mdetail\n2", "c"],
      steps: [
        step(0, .enters(executor: loader)),
        step(
          0, on: loader, .reads(variable: "cache", value: String(repeating: "x", count: 90)),
          .suspends),
        step(1, delays: 1, .submits(task: "c", queue: "com.example.images.decoding.serial")),
        step(1, .cancels(task: "gallery.prefetchVisibleThumbnails(inSection: 0)"), .ends),
        step(2, on: "com.example.images.decoding.serial", .note("decodes 4,032 by 3,024 pixels")),
        step(2, on: "com.example.images.decoding.serial", .ends),
        step(0, on: loader, .note("meets its cancellation"), .ends),
      ],
      outcome: "gallery was cancelled although detail had asked for the very same picture before")
  }()

  /// Two tasks that hand one flag back and forth without end.
  static let livelock = ScheduleTrace(
    tasks: ["ping", "pong"],
    steps: (0..<10_000).map {
      step(
        $0 % 2, on: "table", delays: $0 == 5000 ? 1 : 0,
        .writes(variable: "ball", value: "\($0)"), .suspends)
    },
    outcome: "step limit")

  static func outcome(_ trace: ScheduleTrace, schedules: Int, id: String) -> Exploration.Outcome {
    .init(
      name: trace.outcome, schedules: schedules, delays: trace.delays, schedule: id, trace: trace)
  }

  /// A whole search in which the loader loads twice.
  static let exploration = Exploration(
    program: "two callers", options: ExplorationOptions(),
    coverage: .complete(relativeTo: ["jobs", "the default actor's order"]), schedules: 1028,
    traces: 12, steps: 8224,
    outcomes: [
      outcome(oneLoad, schedules: 1016, id: "0-k3m9"),
      outcome(loads(), schedules: 12, id: "2x1-k3m9"),
    ],
    findings: [], notes: ["A job with every enqueue it makes is one step."],
    replay: "swift test --filter ImageLoaderTests")
}
