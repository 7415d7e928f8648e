import Evidence

/// Schedules as an explorer would hand them over.
enum ScheduleFixture {
  typealias Step = ScheduleTrace.Step
  typealias Event = ScheduleTrace.Event

  private static func step(
    _ task: Int, on place: String? = nil, delays: Int = 0, _ events: Event...
  ) -> Step {
    Step(task: task, place: place, options: delays + 2, delays: delays, events: events)
  }

  /// Two tasks ask a loader that checks, awaits and then writes.
  static let loads: ScheduleTrace = {
    func check(_ task: Int) -> Step {
      step(task, on: "loader", .reads(variable: "cache", value: "nil"), .suspends)
    }
    func write(_ task: Int) -> Step {
      step(task, on: "loader", .writes(variable: "cache", value: "A"), .ends)
    }
    return ScheduleTrace(
      tasks: ["first", "second"],
      steps: [
        step(0, .enters(executor: "loader")), check(0),
        step(1, delays: 1, .enters(executor: "loader")), check(1),
        step(1, .note("fetches a"), .enters(executor: "loader")), write(1),
        step(0, .note("fetches a"), .enters(executor: "loader")), write(0),
      ],
      outcome: "2 loads")
  }()

  /// So many tasks that each take a lock and wait for the next one's.
  static func deadlock(tasks: Int) -> ScheduleTrace {
    let names = (0..<tasks).map { "philosopher \($0)" }
    let take = (0..<tasks).map {
      step($0, delays: $0 == 0 ? 0 : 1, .acquires(lock: "fork \($0)"))
    }
    let wait = (0..<tasks).map { step($0, .waits(for: "fork \(($0 + 1) % tasks)")) }
    return ScheduleTrace(
      tasks: names, steps: take + wait, outcome: "deadlock",
      waits: (0..<tasks).map {
        let next = ($0 + 1) % tasks
        return .init(task: $0, reason: "lock fork \(next), held by \(names[next])")
      })
  }

  /// What no chart may stumble over: no width fits these names, and no XML holds them.
  static let hostile: ScheduleTrace = {
    let name = "gallery.prefetchVisibleThumbnails<a>&amp;\u{1b}[31m\n]]>"
    return ScheduleTrace(
      tasks: ["main", name, "c"],
      steps: [
        step(0, delays: 2, .starts(task: name)),
        step(1, on: name, .reads(variable: name, value: String(repeating: "x", count: 500))),
        step(1, on: name), step(1),
        step(2, .submits(task: "d", queue: name), .cancels(task: name), .note(name), .ends),
        step(1, on: name, .wakes(task: "main"), .ends),
      ], outcome: name)
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
}
