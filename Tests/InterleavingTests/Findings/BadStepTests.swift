import Dispatch
import Evidence
import Foundation
import Interleaving
import Testing

@Suite struct BadStepTests {
  /// Short, so that a test that has to wait for it waits little.
  private let limits = ExplorationLimits(stall: .milliseconds(150))

  @Test func `a trap in one order only is found, and the other orders are explored`() async throws {
    let found = try await explore(limits: limits) { world in
      let slate = Slate()
      world.task("first") { slate.number = 1 }
      world.task("second") { if slate.number == 1 { _ = absent(slate)! } }
    }
    #expect(found.schedules == 2)
    #expect(found.kinds == [.trapped])
    #expect(found.names == ["finished", "second trapped"])
    let trace = try #require(found["second trapped"]?.trace)
    #expect(trace.steps.count == 2)
    #expect(trace.steps.last.map { trace.tasks[$0.task] } == "second")
    #expect(found.findings.first?.message.contains("second trapped") == true)
    #expect(found.findings.first?.schedule != nil)
    #expect(!found.isComplete)
  }

  @Test func `each way to trap is caught`() async throws {
    let ways: [(String, @Sendable (Slate) -> Void)] = [
      ("fatalError", { _ in fatalError("the subject says no") }),
      ("index", { _ = [1, 2][$0.number + 5] }),
      ("overflow of the stack", { $0.number = recurse($0.number) }),
      ("overflow of a number", { $0.number = Int.max - $0.number &* 0 + 1 }),
      ("abort", { _ in abort() }),
      ("memory", { UnsafeMutablePointer<Int>(bitPattern: 8 + $0.number)?.pointee = 1 }),
    ]
    for (name, way) in ways {
      let found = try await explore(name, limits: limits) { world in
        let slate = Slate()
        world.task("subject") { way(slate) }
      }
      #expect(found.kinds == [.trapped], "\(name)")
      #expect(found.names == ["subject trapped"], "\(name)")
    }
  }

  @Test func `a step that blocks for real is told from one that runs on`() async throws {
    let blocked = try await explore("blocks", limits: limits) { world in
      world.task("subject") { waitForNobody() }
    }
    #expect(blocked.kinds == [.blocked])
    #expect(blocked.names == ["subject blocked its thread"])
    let spinning = try await explore("spins", limits: limits) { world in
      let slate = Slate()
      world.task("subject") { while slate.number == 0 { slate.number &*= 2 } }
    }
    #expect(spinning.kinds == [.spinning])
    #expect(spinning.names == ["subject ran on without end"])
  }

  @Test(arguments: [SearchStrategy.randomWalk, .pct(depth: 2)])
  func `a schedule at random that stalls is tried again, not another`(
    strategy: SearchStrategy
  ) async throws {
    var limits = limits
    limits.sample = 20
    limits.abandonedThreads = 1
    let found = try await explore("\(strategy.name)", strategy: strategy, limits: limits) { world in
      let slate = Slate()
      world.task("first") { slate.number = 1 }
      world.task("second") { if slate.number == 1 { waitForNobody() } }
    }
    #expect(found.kinds == [.blocked])
    #expect(found["second blocked its thread"] != nil)
  }

  @Test func `a step is found bad on a thread that took over from a parked one`() async throws {
    let found = try await explore(limits: limits) { world in
      let lock = world.lock("lock")
      let slate = Slate()
      world.thread("first") {
        lock.withLock { slate.number += 1 }
        lock.withLock { slate.number += 1 }
      }
      world.thread("second") { lock.withLock { if slate.number == 1 { _ = absent(slate)! } } }
    }
    #expect(found.kinds == [.trapped])
    #expect(found.names == ["finished", "second trapped"])
  }

  @Test func `only so many threads are given up`() async throws {
    var limits = limits
    limits.abandonedThreads = 2
    let found = try await explore(limits: limits) { world in
      for name in ["a", "b", "c"] {
        world.task(name) {
          let slate = Slate()
          _ = absent(slate)!
        }
      }
    }
    #expect(found.coverage == .bounded("2 threads had to be given up"))
    #expect(found.schedules == 2)
  }

  @Test func `a set-up that traps ends the exploration, an outcome that traps is named`()
    async throws
  {
    let setUp = try await explore("set-up", limits: limits) { world in
      world.task("idle") {}
      _ = absent(Slate())!
    }
    #expect(setUp.kinds == [.trapped])
    #expect(setUp.coverage == .bounded("the set-up trapped"))
    let outcome = try await explore("outcome", limits: limits) { world in
      world.task("idle") {}
      world.outcome { "\(absent(Slate())!)" }
    }
    #expect(outcome.kinds == [.trapped])
    #expect(outcome.names == ["telling the outcome trapped"])
  }

  @Test func `what goes wrong after a deadlock is no finding`() async throws {
    let found = try await explore(limits: limits) { world in
      let (one, other) = (world.lock("A"), world.lock("B"))
      let slate = Slate()
      world.thread("first") { one.withLock { other.withLock { slate.number += 1 } } }
      world.thread("second") {
        other.withLock { one.withLock { if slate.number == 1 { _ = absent(slate)! } } }
      }
    }
    #expect(found["deadlock"] != nil)
    #expect(found.names == ["deadlock", "finished", "second trapped"])
    #expect(found.kinds == [.trapped])
  }

  @Test func `a trap that is found replays by its id`() async throws {
    let program = ExploredProgram("a trap to replay") { world in
      let slate = Slate()
      world.task("first") { slate.number = 1 }
      world.task("second") { if slate.number == 1 { _ = absent(slate)! } }
    }
    let found = try await program.explore()
    let id = try #require(found.findings.first?.schedule)
    let again = try await program.explore(ExplorationOptions(schedule: id))
    #expect(again.names == ["second trapped"])
    #expect(again.kinds == [.trapped])
    #expect(again["second trapped"]?.trace == found["second trapped"]?.trace)
  }
}

/// Nothing, in a way that the compiler does not see through.
@inline(never) private func absent(_ slate: Slate) -> Int? { slate.number < 0 ? 1 : nil }

@inline(never) private func recurse(_ number: Int) -> Int {
  number == -1 ? 0 : recurse(number + 1) &+ recurse(number + 2)
}

private func waitForNobody() { DispatchSemaphore(value: 0).wait() }
