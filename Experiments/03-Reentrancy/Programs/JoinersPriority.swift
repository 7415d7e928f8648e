import Caching
import Evidence
import Interleaving
import Reporting

/// An urgent caller joins a load that was asked for without hurry.
let joinersPriority = SmallProgram(
  "joiners-priority", title: "An urgent caller joins a load in line",
  summary:
    "There is one place, and it is taken. A prefetch asks for picture X at low priority, a cell "
    + "for picture Y at medium. Then a person taps on X: a caller at high priority joins the load "
    + "that waits in line. Which picture is loaded next?",
  listing: """
    Task(priority: .low) { try await loader.value(for: "x") }     // a prefetch
    Task(priority: .medium) { try await loader.value(for: "y") }  // a cell
    Task(priority: .high) { try await loader.value(for: "x") }    // a tap, joins the first
    """,
  phrase: "X next",
  question: "Two lines are in order of priority. One takes a load's priority from whoever asked "
    + "first, the other from whoever waits and is most urgent. What do lock, queue and actor add?",
  ways: [
    way(
      Program.Row(
        id: "first-asker", title: "As urgent as whoever asked first",
        summary: "A joiner is put with those who wait, and its priority goes unheard."),
      isCure: false
    ) { keeping, load in
      if keeping.keeper == .actor {
        let loader = LinedActor(on: keeping.executor, tasksOn: keeping.taskExecutor, load: load)
        return { await loader.wait(for: $0) }
      }
      let loader = LinedLoader(keeping.section, tasksOn: keeping.taskExecutor, load: load)
      return { await loader.wait(for: $0) }
    },
    way(
      Program.Row(
        id: "most-urgent", title: "As urgent as its most urgent waiter",
        summary: "The loader: of the loads in line, the one with the most urgent caller is next."),
      isCure: true
    ) { keeping, load in
      let loader = keeping.loader(width: 1) { key in
        await load(key)
        return "picture"
      }
      return { _ = try? await loader.value(for: $0) }
    },
  ])

private func way(
  _ row: Program.Row, isCure: Bool,
  _ make:
    @escaping @Sendable (Keeping, @escaping @Sendable (CacheKey) async -> Void) ->
    @Sendable (CacheKey) async -> Void
) -> Way {
  Way(
    row: row, isCure: isCure, keepers: Keeper.allCases, reduced: [.queue, .actor],
    prediction: { _ in
      .good(
        "X next", "the tap is served before the cell",
        bad: "Y next", "the tap waits behind everything that is more urgent than a prefetch",
        isCured: isCure)
    },
    setUp: { world, keeper in
      // Whoever comes next, comes when all that came before wait.
      world.timers = .whenIdle
      let clock = world.clock
      let ask = make(Keeping(keeper, in: world)) { key in
        world.note("load of \(key) begins")
        if key == "busy" { try? await clock.sleep(for: .seconds(10)) }
        if key != "busy", world.recorded("next") == nil { world.record("next", "\(key)") }
      }
      world.task("visitors") {
        let callers: [(String, CacheKey, TaskPriority)] = [
          ("in place", "busy", .medium), ("prefetch", "X", .low), ("cell", "Y", .medium),
          ("tap", "X", .high),
        ]
        for (name, key, priority) in callers {
          world.task(name, priority: priority) { await ask(key) }
          try await clock.sleep(for: .seconds(1))
        }
      }
      world.outcome { "\(world.recorded("next") ?? "nothing") next" }
    })
}
