import Caching
import Evidence
import Interleaving
import Testing

/// What a cache counts, whoever calls it meanwhile.
@Suite struct AccountTests {
  // MARK: hyperoslo/Cache 170

  // That no cost is left out needs no test: a call without one does not compile.
  @Test(arguments: Backend<Int>.all)
  func `a thousand values of cost 1 leave a hundred where the limit is a hundred`(
    backend: Backend<Int>
  ) async {
    let cache = backend.make(CacheConfiguration(limits: CacheLimits(totalCost: 100)))
    for number in 0..<1_000 { await cache.store(number, for: CacheKey("\(number)"), cost: 1) }
    let statistics = await cache.statistics()
    #expect(statistics.count == 100)
    #expect(statistics.totalCost == 100)
    #expect(statistics.evictions == 900)
  }

  // MARK: PINCache 92

  @Test(arguments: ExploredBackend.allCases)
  func `a value that two replace counts its cost once`(backend: ExploredBackend) async throws {
    let found = try await explore("\(backend)", strategy: backend.strategy) { world in
      let cache = backend.make(in: world)
      let writers = ["first", "second"].map { name in
        world.task(name) { await cache.store(name, for: "a", cost: 60) }
      }
      world.task("later") {
        for writer in writers { await writer.value }
        let statistics = await cache.statistics()
        world.record("cost", statistics.totalCost)
        world.record("count", statistics.count)
      }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["cost = 60, count = 1"])
  }

  // MARK: AlamofireImage 331

  // The memory itself is the thread sanitizer's, under which the contract of all backends runs.
  @Test(arguments: ExploredBackend.allCases)
  func `reads side by side are all counted, and each makes its entry the latest`(
    backend: ExploredBackend
  ) async throws {
    let found = try await explore("\(backend)", strategy: backend.strategy) { world in
      let cache = backend.make(in: world, limits: CacheLimits(totalCost: .max, count: 2))
      world.task("caller") {
        for key in ["a", "b"] as [CacheKey] { await cache.store("kept", for: key, cost: 1) }
        await withTaskGroup { group in
          for _ in 0..<2 { group.addTask { _ = await cache.value(for: "a") } }
        }
        await cache.store("new", for: "c", cost: 1)
        world.record("hits", await cache.statistics().hits)
        world.record("stays", await cache.value(for: "a") == nil ? "unread" : "read")
      }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["hits = 2, stays = read"])
  }

  @Test func `a touch in two steps loses one of two reads`() async throws {
    let found = try await explore { world in
      let hits = world.variable("hits", 0)
      for name in ["first", "second"] {
        world.task(name) { await hits.write(await hits.read() + 1) }
      }
      world.outcome { "\(hits.value) hits" }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["1 hits", "2 hits"])
  }
}
