import Caching
import Evidence
import Interleaving
import Reporting

/// Who may end a load that several callers share.
let sharedLoad = SmallProgram(
  "shared-load", title: "One load, several callers, one cancel",
  summary:
    "*One of two*: two callers share a load, and the user cancels the first. Does the second get "
    + "the picture? *The only one*: a single caller waits for a load, and the user cancels it. "
    + "Does the load end?",
  listing: """
    let first = Task { try await loader.value(for: key) }
    let second = Task { try await loader.value(for: key) }
    first.cancel()
    """,
  phrase: "right",
  question:
    "One way hands a cancel on to the shared task, the other does not. What goes wrong with "
    + "each, and behind which of lock, queue and actor?",
  ways: [
    oneOfTwo(
      Program.Row(
        id: "anybody-ends-it", title: "One of two: every cancel ends the load",
        summary: "`withTaskCancellationHandler` hands each caller's cancel on to the shared task."),
      isCure: false
    ) { sharing($0, $1, handsOn: true) },
    oneOfTwo(
      Program.Row(
        id: "counted", title: "One of two: callers are counted",
        summary: "The loader: a cancelled caller leaves, and the load goes on for the others."),
      isCure: true
    ) { counting($0, $1) },
    onlyOne(
      Program.Row(
        id: "nobody-ends-it", title: "The only one: no cancel ends the load",
        summary: "The shared task is an unstructured one, and nobody tells it."),
      outlives: { _ in .interesting }, isCure: false
    ) { sharing($0, $1, handsOn: false) },
    onlyOne(
      Program.Row(
        id: "counted-last", title: "The only one: the last caller ends it",
        summary: "The loader: with the last caller the load is cancelled, or never begins."),
      outlives: { $0 == .lock ? .forbidden : .interesting }, isCure: true
    ) { counting($0, $1) },
  ])

private let key: CacheKey = "photograph"

private typealias Asking = @Sendable (CacheKey) async throws -> String

private func sharing(
  _ keeping: Keeping, _ load: @escaping Asking, handsOn: Bool
) -> Asking {
  if keeping.keeper == .actor {
    let loader = SharingActor(
      on: keeping.executor, tasksOn: keeping.taskExecutor, load: load)
    return {
      handsOn ? try await loader.cancellableValue(for: $0) : try await loader.value(for: $0)
    }
  }
  let loader = SharingLoader(keeping.section, tasksOn: keeping.taskExecutor, load: load)
  return { handsOn ? try await loader.cancellableValue(for: $0) : try await loader.value(for: $0) }
}

private func counting(_ keeping: Keeping, _ load: @escaping Asking) -> Asking {
  let loader = keeping.loader(load: load)
  return { try await loader.value(for: $0) }
}

private func oneOfTwo(
  _ row: Program.Row, isCure: Bool,
  _ make: @escaping @Sendable (Keeping, @escaping Asking) -> Asking
) -> Way {
  Way(
    row: row, isCure: isCure, keepers: Keeper.allCases, reduced: isCure ? [.queue, .actor] : [],
    prediction: { _ in
      .good(
        "the second has the picture", "the cancel concerned the first alone",
        bad: "the second has an error", "it was never cancelled, and is told that it was",
        isCured: isCure)
    },
    setUp: { world, keeper in
      let answer = world.stub("load") { (_: CacheKey) in "picture" }
      let ask = make(Keeping(keeper, in: world)) { key in
        let picture = try await answer(key)
        try Task.checkCancellation()
        return picture
      }
      world.task(thatUserCancels: Caller("first")) { _ = try? await ask(key) }
      world.task("second") {
        let picture = try? await ask(key)
        world.record("second", picture == nil ? "an error" : "the picture")
      }
      world.outcome { "the second has \(world.recorded("second") ?? "no answer")" }
    })
}

private func onlyOne(
  _ row: Program.Row, outlives: @escaping @Sendable (Keeper) -> Grade, isCure: Bool,
  _ make: @escaping @Sendable (Keeping, @escaping Asking) -> Asking
) -> Way {
  Way(
    row: row, isCure: isCure, keepers: Keeper.allCases,
    prediction: { keeper in
      Prediction([
        .init("wanted to its end", .expected, "the load was over before the cancel had returned"),
        .init("cancelled", .expected, "the load was told that nobody waits any more"),
        .init("never begun", .expected, "the cancel came before the load began"),
        .init(
          "goes on for nobody", outlives(keeper),
          "the load ended untold after the cancel had returned: bytes and pixels for nobody"),
      ])
    },
    setUp: { world, keeper in
      let caller = Caller("caller")
      let answer = world.stub("load") { (_: CacheKey) in "picture" }
      let ask = make(Keeping(keeper, in: world)) { key in
        let picture = try await answer(key)
        world.record(
          "load",
          Task.isCancelled
            ? "cancelled" : !caller.isCancelled ? "wanted to its end" : "goes on for nobody")
        return picture
      }
      world.task(thatUserCancels: caller) { _ = try? await ask(key) }
      world.outcome(said: "load", else: "never begun")
    })
}
