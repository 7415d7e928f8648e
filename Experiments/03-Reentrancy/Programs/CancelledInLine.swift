import Caching
import Evidence
import Interleaving
import Reporting

/// A caller is cancelled while it waits for a place, before its load begins.
let cancelledInLine = SmallProgram(
  "cancelled-in-line", title: "Cancelled before the load begins",
  summary:
    "A caller asked for a picture and waits until there is a place for its load. The user scrolls "
    + "on and cancels it. May a load begin after that cancel has returned?",
  listing: """
    let caller = Task { try await loader.value(for: key) }
    caller.cancel()  // the user scrolls on; may a load begin from here on?
    """,
  phrase: "no load for nobody",
  question: "The first way looks for a cancel before it waits, the second after it as well. Which "
    + "of them can load for nobody? And the loader, which is told of the cancel: behind a lock, a "
    + "queue, an actor?",
  ways: [
    Way(
      row: Program.Row(
        id: "asked-once", title: "Asked once, before waiting",
        summary: "`checkCancellation` at the top, then an `await` for a place, then the load."),
      isCure: false, keepers: Keeper.allCases, prediction: { _ in prediction(.interesting) },
      setUp: { playPlaced(in: $0, $1, isCured: false) }),
    Way(
      row: Program.Row(
        id: "asked-again", title: "Asked again after waiting",
        summary: "`checkCancellation` after the `await`, right before the load."),
      isCure: true, keepers: Keeper.allCases, prediction: { _ in prediction(.forbidden) },
      setUp: { playPlaced(in: $0, $1, isCured: true) }),
    Way(
      row: Program.Row(
        id: "loader", title: "The loader: a cancelled caller leaves the line",
        summary: "The cancel itself tells the loader: under the lock at once, on a queue and an "
          + "actor by getting in line."),
      isCure: true, keepers: Keeper.allCases,
      prediction: { prediction($0 == .lock ? .forbidden : .interesting) },
      setUp: { world, keeper in
        let keeping = Keeping(keeper, in: world)
        play(in: world) { load in
          let loader = keeping.loader(load: load)
          return { try await loader.value(for: $0) }
        }
      }),
  ])

private let key: CacheKey = "photograph"

private func prediction(_ forNobody: Grade) -> Prediction {
  Prediction([
    .init("a load for the caller", .expected, "it began before the cancel had returned"),
    .init("no load", .expected, "the cancel came first, and was heeded"),
    .init(
      "a load for nobody", forNobody,
      "it began although the cancel had returned: a request, a decode, for a cell that is gone"),
  ])
}

private typealias Asking = @Sendable (CacheKey) async throws -> String

private func playPlaced(in world: World, _ keeper: Keeper, isCured: Bool) {
  let keeping = Keeping(keeper, in: world)
  let place = world.stub("a place") {}
  play(in: world) { load in
    if keeper == .actor {
      let loader = PlacedActor(on: keeping.executor, place: place, load: load)
      return { isCured ? try await loader.wantedValue(for: $0) : try await loader.value(for: $0) }
    }
    let loader = PlacedLoader(keeping.section, place: place, load: load)
    return { isCured ? try await loader.wantedValue(for: $0) : try await loader.value(for: $0) }
  }
}

private func play(in world: World, _ make: (@escaping Asking) -> Asking) {
  let caller = Caller("caller")
  let load = world.stub("load") { (_: CacheKey) in "picture" }
  let ask = make {
    world.record("load", caller.isCancelled ? "a load for nobody" : "a load for the caller")
    return try await load($0)
  }
  world.task(thatUserCancels: caller) { _ = try? await ask(key) }
  world.outcome(said: "load", else: "no load")
}
