import Caching
import Evidence
import Interleaving
import Reporting
import Stress

/// Several callers want one picture that nobody keeps yet.
let loadOnce = SmallProgram(
  "load-once", title: "Several callers want one picture",
  summary:
    "Two callers, or three, ask for the same picture at about the same time. Nobody keeps it yet, "
    + "so it has to be loaded. How many loads are there? The listing is *check, await, write*, "
    + "which is how a cache is mostly written first.",
  listing: """
    if let picture = kept[key] { return picture }  // check
    let picture = try await load(key)              // await
    kept[key] = picture                            // write
    """,
  phrase: "1 load",
  question: "Behind which of lock, queue and actor can there be more loads than one? And where the "
    + "load blocks instead of being awaited?",
  ways: [2, 3].map(checkAwaitWrite) + [2, 3].map(keepTheLoad) + [2, 3].map(twoSections)
    + [oneSection])

private let key: CacheKey = "photograph"
private let names = ["first", "second", "third"]

/// From one load to one for each caller.
private func prediction(callers: Int, isOnce: Bool) -> Prediction {
  let meaning = [
    "the picture was loaded for whoever came first, and the others shared it",
    "the picture was loaded again though it was on its way, or there",
    "each caller loaded it",
  ]
  return Prediction(
    (1...callers).map { loads in
      .init(
        loads == 1 ? "1 load" : "\(loads) loads",
        loads == 1 ? .expected : isOnce ? .forbidden : .interesting,
        meaning[loads == callers && loads > 1 ? 2 : loads - 1])
    })
}

private func title(_ title: String, _ callers: Int) -> String {
  callers == 2 ? title : "\(title), \(callers) callers"
}

private func id(_ id: String, _ callers: Int) -> String {
  callers == 2 ? id : "\(id)-\(callers)"
}

// MARK: - Loads that are awaited

private func checkAwaitWrite(_ callers: Int) -> Way {
  awaiting(
    Program.Row(
      id: id("check-await-write", callers), title: title("Check, await, write", callers),
      summary: "Looked up, awaited and kept, with nothing held while the load is awaited."),
    callers, isCure: false
  ) { keeping, load in
    switch keeping.keeper {
    case .actor:
      let loader = CheckingActor(on: keeping.executor, load: load)
      return { try await loader.value(for: $0) }
    case .lock, .queue:
      let loader = CheckingLoader(keeping.section, load: load)
      return { try await loader.value(for: $0) }
    }
  }
}

private func keepTheLoad(_ callers: Int) -> Way {
  awaiting(
    Program.Row(
      id: id("keep-the-load", callers), title: title("Keep the load, not the value", callers),
      summary: "The loader of the study: what is kept while it loads is the load, for all to join."),
    callers, isCure: true
  ) { keeping, load in
    let loader = keeping.loader(load: load)
    return { try await loader.value(for: $0) }
  }
}

private typealias Load = @Sendable (CacheKey) async throws -> String

private func awaiting(
  _ row: Program.Row, _ callers: Int, isCure: Bool,
  _ make: @escaping @Sendable (Keeping, @escaping Load) -> Load
) -> Way {
  Way(
    row: row, isCure: isCure, keepers: Keeper.allCases,
    reduced: callers == 2 ? [] : [.queue, .actor],
    threads: { keeper, repetition in
      let loads = Count()
      let ask = make(Keeping(keeper, tasksOn: globalConcurrentExecutor)) { _ in
        loads.add()
        await Task.yield()
        return "picture"
      }
      repetition.tasks(callers) { _ = try? await ask(key) }
      return loads.text("load")
    },
    prediction: { _ in prediction(callers: callers, isOnce: isCure) },
    setUp: { world, keeper in
      let loads = Count()
      let ask = make(
        Keeping(keeper, in: world),
        world.stub("load") { (_: CacheKey) in
          loads.add()
          return "picture"
        })
      for name in names.prefix(callers) { world.task(name) { _ = try await ask(key) } }
      world.outcome { loads.text("load") }
    })
}

// MARK: - Loads that block

private func twoSections(_ callers: Int) -> Way {
  blocking(
    Program.Row(
      id: id("two-sections", callers), title: title("Two sections, a load that blocks", callers),
      summary:
        "No `await` at all: looked up in one section, loaded on the caller's thread, kept in "
        + "another."),
    callers, isCure: false, keepers: [.lock, .queue]
  ) { $0.value(for: $1) }
}

private let oneSection = blocking(
  Program.Row(
    id: "one-section", title: "One section, a load that blocks",
    summary: "Looked up, loaded and kept in one section, or in an actor's method without `await`."),
  2, isCure: true, keepers: Keeper.allCases
) { $0.valueInOneSection(for: $1) }

private func blocking(
  _ row: Program.Row, _ callers: Int, isCure: Bool, keepers: [Keeper],
  ask: @escaping @Sendable (BlockingLoader, CacheKey) -> String
) -> Way {
  Way(
    row: row, isCure: isCure, keepers: keepers,
    threads: { keeper, repetition in
      let loads = Count()
      let keeping = Keeping(keeper, tasksOn: globalConcurrentExecutor)
      let load = counting(loads) {}
      if keeper == .actor {
        let loader = BlockingActor(on: keeping.executor, load: load)
        repetition.tasks(callers) { _ = await loader.value(for: key) }
      } else {
        let loader = BlockingLoader(keeping.section, load: load)
        repetition.together(Array(repeating: { _ = ask(loader, key) }, count: callers))
      }
      return loads.text("load")
    },
    isBlocking: true,
    prediction: { _ in prediction(callers: callers, isOnce: isCure) },
    setUp: { world, keeper in
      let loads = Count()
      let keeping = Keeping(keeper, in: world)
      let load = counting(loads) { world.note("loads") }
      if keeper == .actor {
        let loader = BlockingActor(on: keeping.executor, load: load)
        for name in names.prefix(callers) { world.task(name) { _ = await loader.value(for: key) } }
      } else {
        let loader = BlockingLoader(keeping.section, load: load)
        for name in names.prefix(callers) { world.thread(name) { _ = ask(loader, key) } }
      }
      world.outcome { loads.text("load") }
    })
}

private func counting(
  _ loads: Count, _ note: @escaping @Sendable () -> Void
) -> @Sendable (CacheKey) -> String {
  { _ in
    loads.add()
    note()
    return "picture"
  }
}

extension Repetition {
  /// Starts tasks on the pool, a moment apart, and waits for all.
  fileprivate mutating func tasks(_ count: Int, _ body: @escaping @Sendable () async -> Void) {
    let done = Latch(count)
    for _ in 0..<count {
      pause()
      Task.detached {
        await body()
        done.countDown()
      }
    }
    done.wait()
  }
}
