import Caching
import Dispatch
import Evidence
import Interleaving
import Testing

/// What loading once promises, decided over every order of joining, leaving, storing and failing.
///
/// That each caller is answered exactly once needs no outcome of its own: a second answer would
/// trap in the continuation, a missing one leave a task unfinished, and both are findings.
@Suite struct CoalescingContractTests {
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

  @Test(arguments: ExploredLoader.allCases, [2, 3])
  func `whoever leaves, no load is made for nobody`(
    kind: ExploredLoader, count: Int
  ) async throws {
    let found = try await race(kind, callers: count, leaving: count)
    #expect(found.isComplete)
    print("LEAVING", kind, count, Set(found.outcomeNames).sorted())
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
    print("STORING", kind, count, Set(found.outcomeNames).sorted())
    #expect(found.outcomeNames.allSatisfy { $0.hasSuffix("; stored is kept") })
  }

  @Test(arguments: ExploredLoader.allCases)
  func `a value stored while one leaves is the one that stays`(kind: ExploredLoader) async throws {
    let found = try await race(kind, callers: 2, leaving: 1, stores: true)
    #expect(found.isComplete)
    print("STORING LEAVING", kind, Set(found.outcomeNames).sorted())
    #expect(found.outcomeNames.allSatisfy { $0.hasSuffix("; stored is kept") })
  }

  @Test(arguments: ExploredLoader.allCases)
  func `an error while one leaves goes to those who stay`(kind: ExploredLoader) async throws {
    let found = try await race(kind, callers: 2, leaving: 1, fails: true)
    #expect(found.isComplete)
    print("FAIL LEAVING", kind, Set(found.outcomeNames).sorted())
  }

  /// Callers of one key, the first of whom may leave at any point, with whatever else happens.
  private func race(
    _ kind: ExploredLoader, callers count: Int, leaving: Int = 0, fails: Bool = false,
    stores: Bool = false, function: String = #function
  ) async throws -> Exploration {
    let start = ContinuousClock.now
    defer { print("TIME", function, kind, count, ContinuousClock.now - start) }
    let names = (1...count).map { "caller \($0)" }
    let found = try await explore(
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
    print("SIZE", function, kind, count, found.schedules)
    return found
  }
}
