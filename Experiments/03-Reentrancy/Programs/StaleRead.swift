import Caching
import Evidence
import Interleaving
import Reporting

/// A slow disk read of an old picture ends after a newer one was stored.
let staleRead = SmallProgram(
  "stale-read", title: "A slow read against a newer store",
  summary:
    "Version 1 of a picture is on disk, and nothing in memory. A reader asks for it; while the "
    + "disk is slow, a writer stores version 2 in memory. Which version does memory hold in the "
    + "end?",
  listing: """
    let picture = try await cache.value(for: key)  // the reader: not in memory, so from disk
    cache.store("version 2", for: key)             // the writer, meanwhile
    """,
  phrase: "version 2",
  question: "On which of lock, queue and actor can the old version stay?",
  ways: [
    Way(
      row: Program.Row(
        id: "writes-back", title: "What was read is kept",
        summary: "Read from disk and written to memory, whatever is there by then."),
      isCure: false, keepers: Keeper.allCases, prediction: { _ in prediction(isCured: false) },
      setUp: { world, keeper in
        play(in: world, tiered(Keeping(keeper, "cache", in: world), world, isCured: false))
      }),
    Way(
      row: Program.Row(
        id: "generation", title: "Kept only if nothing was stored meanwhile",
        summary: "A generation, noted before the read, has to be the same after it."),
      isCure: true, keepers: Keeper.allCases, prediction: { _ in prediction(isCured: true) },
      setUp: { world, keeper in
        play(in: world, tiered(Keeping(keeper, "cache", in: world), world, isCured: true))
      }),
    Way(
      row: Program.Row(
        id: "loader-store", title: "The loader: a store ends the load",
        summary: "Storing answers those who wait by the newer picture and forgets the load."),
      isCure: true, keepers: Keeper.allCases, prediction: { _ in prediction(isCured: true) },
      setUp: { world, keeper in
        let loader = Keeping(keeper, in: world).loader(load: diskRead(world))
        play(
          in: world,
          Cache(
            value: { try await loader.value(for: $0) }, store: { await loader.store($1, for: $0) }))
      }),
  ])

private let key: CacheKey = "photograph"

private struct Cache: Sendable {
  let value: @Sendable (CacheKey) async throws -> String
  let store: @Sendable (CacheKey, String) async -> Void
}

private func prediction(isCured: Bool) -> Prediction {
  .good(
    "memory holds version 2", "the newer picture wins, whenever it came",
    bad: "memory holds version 1",
    "the old picture was written over the new one, and stays until somebody stores again",
    isCured: isCured)
}

private func diskRead(_ world: World) -> @Sendable (CacheKey) async throws -> String {
  world.stub("disk read") { (_: CacheKey) in "version 1" }
}

private func tiered(_ keeping: Keeping, _ world: World, isCured: Bool) -> Cache {
  if keeping.keeper == .actor {
    let cache = TieredActor(on: keeping.executor, disk: diskRead(world))
    return Cache(
      value: {
        isCured ? try await cache.newestValue(for: $0) : try await cache.value(for: $0)
      }, store: { await cache.store($1, for: $0) })
  }
  let cache = TieredCache(keeping.section, disk: diskRead(world))
  return Cache(
    value: { isCured ? try await cache.newestValue(for: $0) : try await cache.value(for: $0) },
    store: { cache.store($1, for: $0) })
}

private func play(in world: World, _ cache: Cache) {
  world.task("reader") {
    let picture = try await cache.value(key)
    world.note("shows \(picture)")
  }
  world.task("writer") {
    world.note("stores version 2")
    await cache.store(key, "version 2")
  }
  world.outcome {
    guard let held = try? await cache.value(key) else { return "memory holds nothing" }
    return "memory holds \(held)"
  }
}
