import Caching
import Dispatch
import Evidence
import Foundation
import Interleaving
import Testing

/// What loading once promises, decided over every order of joining, leaving, storing and failing.
///
/// That each caller is answered exactly once needs no outcome of its own: a second answer would
/// trap in the continuation, a missing one leave a task unfinished, and both are findings. What is
/// shared is declared, cancellations too, so searches are reduced, and a random sample beside each
/// would show an outcome that it lacks.
@Suite(
  .enabled(
    if: dlsym(nil, "__tsan_init") == nil, "needs a build without sanitizer: the search is too large"
  ))
struct CoalescingContractTests {
  @Test(arguments: ExploredLoader.allCases, [2, 3])
  func `callers of one key share one load and are each answered once`(
    kind: ExploredLoader, count: Int
  ) async throws {
    let found = try await race(kind, callers: count)
    #expect(found.isComplete)
    #expect(Set(found.outcomeNames) == ["1 loads: \(count) loaded"])
  }

  @Test(arguments: ExploredLoader.allCases, [2, 3])
  func `who leaves takes nothing from those who stay`(
    kind: ExploredLoader, count: Int
  ) async throws {
    let found = try await race(kind, callers: count, leaving: 1)
    #expect(found.isComplete)
    let staying = "1 cancelled, \(count - 1) loaded"
    #expect(
      Set(found.outcomeNames) == [
        "1 loads: \(count) loaded", "1 loads: \(staying)", "2 loads: \(staying)",
      ])
  }

  @Test(arguments: ExploredLoader.allCases)
  func `where everybody may leave, whoever stays is answered`(
    kind: ExploredLoader
  ) async throws {
    let found = try await race(kind, callers: 2, leaving: 2)
    #expect(found.isComplete)
    #expect(
      found.outcomeNames == [
        "0 loads: 2 cancelled", "1 loads: 1 cancelled, 1 loaded", "1 loads: 2 cancelled",
        "1 loads: 2 loaded", "2 loads: 1 cancelled, 1 loaded", "2 loads: 2 cancelled",
      ])
  }

  // A cancel reaches a lock at once, and a queue or an actor when its turn comes.
  @Test(arguments: ExploredLoader.allCases)
  func `behind a lock no load begins for one who has left, in a line it may until then`(
    kind: ExploredLoader
  ) async throws {
    let found = try await explore("\(kind)") { world in
      let (caller, inVain) = (Handle(), Slate())
      let origin = Origin(world) { _ in if caller.task?.isCancelled == true { inVain.count += 1 } }
      caller.task = world.caller("caller", of: kind.make(in: world, load: origin.load))
      world.cancel("caller")
      world.outcome { "\(world.answers(of: ["caller"])), \(inVain.count) in vain" }
    }
    #expect(found.isComplete)
    let always: Set = ["1 loaded, 0 in vain", "1 cancelled, 0 in vain"]
    #expect(
      Set(found.outcomeNames)
        == (kind.isLocked
          ? always : always.union(["1 loaded, 1 in vain", "1 cancelled, 1 in vain"])))
  }

  @Test(arguments: ExploredLoader.allCases, [2, 3])
  func `an error goes to all who wait, and whoever comes later loads anew`(
    kind: ExploredLoader, count: Int
  ) async throws {
    let found = try await race(kind, callers: count, fails: true)
    #expect(found.isComplete)
    #expect(
      Set(found.outcomeNames) == Set((1...count).map { "\($0) loads: \(count) failed" }))
  }

  @Test(arguments: ExploredLoader.allCases, [2, 3])
  func `a value stored meanwhile is the one that stays`(
    kind: ExploredLoader, count: Int
  ) async throws {
    let found = try await race(kind, callers: count, stores: true)
    #expect(found.isComplete)
    let joined = (0..<count).map { stored in
      stored == 0 ? "\(count) loaded" : "\(count - stored) loaded, \(stored) stored"
    }
    let outcomes =
      ["0 loads: \(count) stored"] + (joined + ["\(count) stored"]).map { "1 loads: \($0)" }
    #expect(Set(found.outcomeNames) == Set(outcomes.map { "\($0); stored is kept" }))
  }

  @Test(arguments: ExploredLoader.allCases)
  func `a value stored while one leaves is the one that stays`(kind: ExploredLoader) async throws {
    let found = try await race(kind, callers: 2, leaving: 1, stores: true)
    #expect(found.isComplete)
    let outcomes = [
      "0 loads: 1 cancelled, 1 stored", "0 loads: 2 stored", "1 loads: 1 cancelled, 1 loaded",
      "1 loads: 1 cancelled, 1 stored", "1 loads: 1 loaded, 1 stored", "1 loads: 2 loaded",
      "1 loads: 2 stored", "2 loads: 1 cancelled, 1 loaded", "2 loads: 1 cancelled, 1 stored",
    ]
    #expect(Set(found.outcomeNames) == Set(outcomes.map { "\($0); stored is kept" }))
  }

  @Test(arguments: ExploredLoader.allCases)
  func `an error while one leaves goes to those who stay`(kind: ExploredLoader) async throws {
    let found = try await race(kind, callers: 2, leaving: 1, fails: true)
    #expect(found.isComplete)
    #expect(
      found.outcomeNames == [
        "1 loads: 1 cancelled, 1 failed", "1 loads: 2 failed", "2 loads: 1 cancelled, 1 failed",
        "2 loads: 2 failed",
      ])
  }

  // Who comes third has joined by the time the place is free: that takes a second, and nothing
  // else takes any.
  @Test(arguments: ExploredLoader.allCases)
  func `of the loads in line the most urgent starts next, whoever came first`(
    kind: ExploredLoader
  ) async throws {
    let found = try await explore("\(kind)", strategy: .sourceDPOR) { world in
      let origin = Origin(world, seconds: 2)
      let loader = kind.make(in: world, width: 1, load: origin.load)
      let clock = world.clock
      world.caller("holder", of: loader, for: "held")
      for (key, priority) in [("low", TaskPriority.low), ("high", .high)] {
        world.task(key, priority: priority) {
          try await clock.sleep(for: .seconds(1))
          _ = try await loader.value(for: CacheKey(key))
        }
      }
      world.outcome { origin.order }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["held high low"])
  }

  /// Callers of one key, the first of whom may leave at any point, with whatever else happens.
  private func race(
    _ kind: ExploredLoader, callers count: Int, leaving: Int = 0, fails: Bool = false,
    stores: Bool = false, function: String = #function
  ) async throws -> Exploration {
    let names = (1...count).map { "caller \($0)" }
    return try await explore(
      "\(kind) \(count)", strategy: .sourceDPOR, function: function
    ) { world in
      let origin = Origin(world, fails: fails)
      let loader = kind.make(in: world, load: origin.load)
      var tasks = names.map { world.caller($0, of: loader) }
      for name in names.prefix(leaving) { world.cancel(name) }
      if stores {
        tasks.append(world.task("storing") { await loader.store("stored", for: "a") })
        world.task("later") { [tasks] in
          for task in tasks { await task.value }
          world.record("kept", try await loader.value(for: "a"))
        }
      }
      world.outcome {
        let kept = world.recorded("kept").map { "; \($0) is kept" } ?? ""
        return "\(origin.begun) loads: \(world.answers(of: names))\(kept)"
      }
    }
  }
}

/// A task, once it is known.
private final class Handle: @unchecked Sendable {  // set before any step, then only read
  var task: Task<Void, Never>?
}
