import Evidence
import Interleaving
import Testing

@Suite struct TimeTests {
  @Test func `a sleep of any length takes no time, and the clock moves`() async throws {
    let found = try await explore { world in
      let clock = world.clock
      world.task("sleeper") {
        try await clock.sleep(for: .seconds(100_000))
        world.record("seconds", clock.now.nanoseconds / 1_000_000_000)
      }
    }
    #expect(found.isComplete)
    #expect(found.names == ["seconds = 100000"])
  }

  @Test func `a deadline too far to tell is the last there is`() async throws {
    #expect(at(.max).duration(to: at(.max)) == .zero)
    #expect(at(-.max) < VirtualInstant() && VirtualInstant() < at(.max))
    let found = try await explore { world in
      let (clock, slate) = (world.clock, Slate())
      world.task("for ever") {
        try await clock.sleep(for: .seconds(Int.max))
        try await clock.sleep(for: .seconds(Int.max))
        slate.text += "woken"
      }
      world.outcome { slate.text }
    }
    #expect(found.isComplete)
    #expect(found.names == ["woken"])
  }

  @Test func `only the earliest deadline passes`() async throws {
    let found = try await explore { world in
      let (clock, slate) = (world.clock, Slate())
      world.task("late") {
        try await clock.sleep(until: at(2), tolerance: nil)
        slate.text += "2"
      }
      world.task("early") {
        try await clock.sleep(until: at(1), tolerance: nil)
        slate.text += "1"
      }
      world.timers = .whenIdle
      world.outcome { slate.text }
    }
    #expect(found.isComplete)
    #expect(found.names == ["12"])
  }

  @Test(arguments: [World.Timers.anyTime, .whenIdle])
  func `a timeout races with its load as the clock allows`(_ timers: World.Timers) async throws {
    let found = try await explore("\(timers)") { world in
      world.timers = timers
      let (clock, slate) = (world.clock, Slate())
      world.task("caller") {
        do {
          slate.text = try await withTimeout(.seconds(1), clock) {
            try await clock.sleep(for: .milliseconds(500))
            return "loaded"
          }
        } catch is TimedOut {
          slate.text = "timed out"
        }
      }
      world.outcome { slate.text }
    }
    #expect(found.isComplete)
    #expect(found.names == (timers == .whenIdle ? ["loaded"] : ["loaded", "timed out"]))
  }

  @Test func `a sleeping task can be cancelled at any point`() async throws {
    let found = try await explore { world in
      let (clock, slate) = (world.clock, Slate())
      world.task("sleeper") {
        do {
          try await clock.sleep(for: .seconds(9))
          slate.text = "slept"
        } catch {
          slate.text = "cancelled"
        }
      }
      world.cancel("sleeper")
      world.outcome { slate.text }
    }
    #expect(found.isComplete)
    #expect(found.names == ["cancelled", "slept"])
  }

  @Test func `a cancellation runs its handler within its step`() async throws {
    let found = try await explore { world in
      let slate = Slate()
      world.task("subject") {
        await withTaskCancellationHandler {
          await Task.yield()
          slate.text += Task.isCancelled ? "c" : "-"
        } onCancel: {
          slate.text += "h"
        }
        slate.text += Task.isCancelled ? "c" : "-"
      }
      world.cancel("subject")
      world.outcome { slate.text }
    }
    #expect(found.isComplete)
    // Before it starts and while it waits it is told by the handler; after it has ended, by nobody.
    #expect(found.names == ["--", "hcc"])
    #expect(found.schedules == 3)
  }

  @Test func `a loop that polls for ever is an outcome`() async throws {
    let limits = ExplorationLimits(schedules: 2, steps: 100)
    let found = try await explore(limits: limits) { world in
      let (clock, slate) = (world.clock, Slate())
      world.task("poller") {
        while slate.number == 0 { try? await clock.sleep(for: .seconds(1)) }
      }
    }
    #expect(found.names == ["no end within 100 steps"])
    #expect(found.findings.isEmpty)
  }
}

private func at(_ seconds: Int) -> VirtualInstant {
  VirtualInstant().advanced(by: .seconds(seconds))
}

private struct TimedOut: Error {}

private func withTimeout<Value: Sendable>(
  _ limit: Duration, _ clock: VirtualClock, _ work: @escaping @Sendable () async throws -> Value
) async throws -> Value {
  try await withThrowingTaskGroup(of: Value.self) { group in
    group.addTask { try await work() }
    group.addTask {
      try await clock.sleep(for: limit)
      throw TimedOut()
    }
    defer { group.cancelAll() }
    guard let first = try await group.next() else { throw TimedOut() }
    return first
  }
}
