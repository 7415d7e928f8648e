import Evidence
import Interleaving
import Reporting

/// Main waits for io while io waits for main.
let waitingForEachOther = SmallProgram(
  "waiting", title: "Main waits for io, io waits for main",
  summary:
    "A view draws on main and needs a picture from io; io has reloaded a picture and wants it "
    + "shown on main. Main is played here: by a lock in the first column, a serial queue in the "
    + "second, an actor on a serial executor in the third.",
  listing: """
    main.sync { show(io.sync { read() }) }    // drawing
    io.sync { main.sync { show(picture) } }   // a reload, at the same time
    """,
  phrase: "both shown",
  question: "Which of lock, queue and actor can stand still for ever?",
  ways: [
    way(
      Program.Row(
        id: "inside", title: "Waiting inside",
        summary: "Each waits for the other while it is in its own section; the actors await."),
      isCure: false, keepers: Keeper.allCases,
      draw: { $0.draw() }, reload: { $0.reload() }),
    way(
      Program.Row(
        id: "outside", title: "One after the other",
        summary: "Io is asked first and let go, then main."),
      isCure: true, keepers: [.lock, .queue],
      draw: { $0.drawOneAfterTheOther() }, reload: { $0.drawOneAfterTheOther() }),
  ])

private func way(
  _ row: Program.Row, isCure: Bool, keepers: [Keeper],
  draw: @escaping @Sendable (ScreenAndDisk) -> Void,
  reload: @escaping @Sendable (ScreenAndDisk) -> Void
) -> Way {
  Way(
    row: row, isCure: isCure, keepers: keepers,
    prediction: { keeper in
      .good(
        "2 pictures shown", "both had their turn", bad: "deadlock",
        "each waits for the other to leave, and the screen stands still",
        isCured: isCure || keeper == .actor)
    },
    setUp: { world, keeper in
      let shown = Count()
      let (main, io) = (Keeping(keeper, "main", in: world), Keeping(keeper, "io", in: world))
      if keeper == .actor {
        let screen = Screen(on: main.executor) { _ in shown.add() }
        let disk = Disk(on: io.executor) { "picture" }
        world.task("view") { await screen.draw(from: disk) }
        world.task("reload") { await disk.reload(on: screen) }
      } else {
        let parties = ScreenAndDisk(
          main: main.section, io: io.section, read: { "picture" }, show: { _ in shown.add() })
        world.thread("view") { draw(parties) }
        world.thread("reload") { reload(parties) }
      }
      world.outcome { "\(shown.text("picture")) shown" }
    })
}
