import Caching
import Dispatch
import Evidence
import Foundation
import Interleaving
import Testing

/// One load for all who ask, whenever they ask.
@Suite(
  .enabled(
    if: dlsym(nil, "__tsan_init") == nil, "needs a build without sanitizer: the search is too large"
  ))
struct LoadOnceTests {
  // MARK: Kingfisher 2231 and 2437

  @Test(arguments: ExploredBackend.allCases)
  func `a cache that is looked at and then written lets two callers load`(
    backend: ExploredBackend
  ) async throws {
    let found = try await explore("\(backend)", strategy: backend.strategy) { world in
      let origin = Origin(world)
      let loader = CheckAwaitWrite(cache: backend.make(in: world), fetch: origin.load)
      for name in ["first", "second"] {
        world.task(name) { world.record(name, try await loader.value(for: "a")) }
      }
      world.outcome { "\(origin.begun) loads: \(world.answers(of: ["first", "second"]))" }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["1 loads: 2 loaded", "2 loads: 2 loaded"])
  }

  @Test func `a gap between look-up and insert loads twice and forgets a caller`() async throws {
    let found = try await explore { world in
      let origin = Origin(world)
      let loader = GappedLoader(lock: world.lock("loader"), executor: world, load: origin.load)
      let answers = Slate()
      for name in ["first", "second"] {
        world.task(name) { loader.value(for: "a") { _ in answers.count += 1 } }
      }
      world.outcome { "\(origin.begun) loads, \(answers.count) answers" }
    }
    #expect(found.isComplete)
    #expect(
      found.outcomeNames == [
        "1 loads, 1 answers", "1 loads, 2 answers", "2 loads, 1 answers", "2 loads, 2 answers",
      ])
  }

  // The right side is `callers of one key share one load and are each answered once`.

  // MARK: SO 70586563, WWDC21

  /// Callers that all ask before the first load answers: its answer comes when nothing else can.
  private static let fifty = (1...50).map { "caller \($0)" }

  private static let sample = ExplorationLimits(sample: 20)

  @Test(arguments: ExploredBackend.allCases)
  func `fifty callers that look, await and write load fifty times`(
    backend: ExploredBackend
  ) async throws {
    let found = try await explore("\(backend)", strategy: .randomWalk, limits: Self.sample) {
      world in
      let origin = Origin(world, seconds: 1)
      let loader = CheckAwaitWrite(cache: backend.make(in: world), fetch: origin.load)
      for name in Self.fifty { world.task(name) { _ = try await loader.value(for: "a") } }
      world.outcome { "\(origin.begun) loads" }
    }
    #expect(found.outcomeNames == ["50 loads"])
  }

  @Test(arguments: ExploredLoader.allCases)
  func `fifty callers of a loader load once`(kind: ExploredLoader) async throws {
    let found = try await explore("\(kind)", strategy: .randomWalk, limits: Self.sample) { world in
      let origin = Origin(world, seconds: 1)
      let loader = kind.make(in: world, load: origin.load)
      for name in Self.fifty { world.caller(name, of: loader) }
      world.outcome { "\(origin.begun) loads: \(world.answers(of: Self.fifty))" }
    }
    #expect(found.outcomeNames == ["1 loads: 50 loaded"])
  }

  // MARK: Nuke 898

  @Test(arguments: ExploredBackend.allCases)
  func `a slow read overwrites what was stored meanwhile`(backend: ExploredBackend) async throws {
    let found = try await explore("\(backend)", strategy: backend.strategy) { world in
      let cache = backend.make(in: world)
      let disk = world.stub("disk") { (_: CacheKey) in "old" }
      let reading = world.task("reader") {
        let old = try await disk("a")
        await cache.store(old, for: "a", cost: 1)
      }
      let storing = world.task("writer") { await cache.store("new", for: "a", cost: 1) }
      world.task("later") {
        for task in [reading, storing] { await task.value }
        world.record("kept", await cache.value(for: "a") ?? "none")
      }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["kept = new", "kept = old"])
  }

  @Test(arguments: ExploredBackend.allCases)
  func `a slow read that fills only what is empty keeps what was stored meanwhile`(
    backend: ExploredBackend
  ) async throws {
    let found = try await explore("\(backend)", strategy: backend.strategy) { world in
      let cache = backend.make(in: world)
      let disk = world.stub("disk") { (_: CacheKey) in "old" }
      let reading = world.task("reader") {
        let old = try await disk("a")
        await cache.update("a") { ($0 ?? old, 1) }
      }
      let storing = world.task("writer") { await cache.store("new", for: "a", cost: 1) }
      world.task("later") {
        for task in [reading, storing] { await task.value }
        world.record("kept", await cache.value(for: "a") ?? "none")
      }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["kept = new"])
  }
}
