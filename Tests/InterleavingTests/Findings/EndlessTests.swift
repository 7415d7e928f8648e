import Evidence
import Interleaving
import Testing

@Suite struct EndlessTests {
  @Test func `a program without an end comes out as such`() async throws {
    let limits = ExplorationLimits(schedules: 3, steps: 200)
    let yielding = try await explore("yields", limits: limits) { world in
      world.task("subject") { while !Task.isCancelled { await Task.yield() } }
    }
    #expect(yielding.names == ["no end within 200 steps"])
    #expect(yielding.coverage == .bounded("a schedule had no end within 200 steps"))
    let polling = try await explore("polls", limits: limits) { world in
      let clock = world.clock
      world.task("subject") {
        while true { try? await clock.sleep(for: .seconds(1)) }
      }
    }
    #expect(polling.names == ["no end within 200 steps"])
  }

  @Test func `whoever does not even heed cancellation is left behind`() async throws {
    let limits = ExplorationLimits(schedules: 10, steps: 50)
    let found = try await explore(limits: limits) { world in
      for name in ["one", "other"] {
        world.task(name) { while true { await Task.yield() } }
      }
    }
    #expect(found.names == ["no end within 50 steps"])
    #expect(found.schedules == 10)
    #expect(found.coverage == .bounded("10 schedules run"))
  }

  @Test func `who starts itself over and over comes out as such`() async throws {
    @Sendable func again() { Task { again() } }
    let found = try await explore(limits: ExplorationLimits(schedules: 2, steps: 500)) { world in
      world.task("subject") { again() }
    }
    #expect(found.names == ["no end within 500 steps"])
    #expect(found.outcomes.first?.trace.tasks.last == "subject/1/1/1/…493…/1/1/1")
  }

  @Test func `a thread that never ends is given up`() async throws {
    let limits = ExplorationLimits(steps: 50, abandonedThreads: 2)
    let found = try await explore(limits: limits) { world in
      let lock = world.lock("lock")
      world.thread("subject") { while true { lock.withLock {} } }
      world.task("other") {}
    }
    #expect(found.names == ["no end within 50 steps"])
    #expect(found.coverage == .bounded("2 threads had to be given up"))
    #expect(found.findings.isEmpty)
  }

  @Test func `the time limit holds within a schedule too`() async throws {
    let limits = ExplorationLimits(steps: .max, time: .milliseconds(50))
    let found = try await explore(limits: limits) { world in
      world.task("subject") { while !Task.isCancelled { await Task.yield() } }
    }
    #expect(found.coverage == .bounded("0.05 s reached"))
    #expect(found.schedules == 0)
  }
}
