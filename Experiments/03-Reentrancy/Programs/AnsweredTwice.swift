import Caching
import Evidence
import Interleaving
import Reporting

/// A cancel and a completion race to answer one request.
let answeredTwice = SmallProgram(
  "answered-twice", title: "A cancel races the completion",
  summary:
    "A download ends with a picture at the moment in which the user cancels it. Whoever asked is "
    + "to be answered once: by the picture, or by the cancel. Where the answer resumes a "
    + "continuation, a second one ends the program.",
  listing: """
    request.answer("picture")    // the download
    request.answer("cancelled")  // the user, at the same time
    """,
  phrase: "1 answer",
  question: "Behind which of lock, queue and actor can there be two answers?",
  ways: [
    way(
      Program.Row(
        id: "look-then-mark", title: "Looked, answered, marked",
        summary: "Looked up in one section, answered, marked as answered in another; on the actor "
          + "with an `await` between."),
      isCure: false),
    way(
      Program.Row(
        id: "take", title: "Taken in one section",
        summary: "Whoever takes the handler out answers; on the actor: marked before the `await`."),
      isCure: true),
    Way(
      row: Program.Row(
        id: "loader", title: "The loader: a caller that leaves is gone",
        summary: "A caller is answered by whoever takes it out of those who wait."),
      isCure: true, keepers: Keeper.allCases, prediction: { _ in prediction(isCured: true) },
      setUp: { world, keeper in
        let answers = Count()
        let loader = Keeping(keeper, in: world).loader(
          load: world.stub("load") { (_: CacheKey) in "picture" })
        world.task(thatUserCancels: Caller("caller")) {
          _ = try? await loader.value(for: "photograph")
          answers.add()
        }
        world.outcome { answers.text("answer") }
      }),
  ])

private func prediction(isCured: Bool) -> Prediction {
  Prediction([
    .init("1 answer", .expected, "whoever came first answered"),
    .init(
      "2 answers", isCured ? .forbidden : .interesting,
      "both found the request unanswered: a handler that runs twice, or a continuation resumed twice"
    ),
    .init("no answer", .forbidden, "whoever asked waits for ever"),
  ])
}

private func way(_ row: Program.Row, isCure: Bool) -> Way {
  Way(
    row: row, isCure: isCure, keepers: Keeper.allCases,
    prediction: { _ in prediction(isCured: isCure) },
    setUp: { world, keeper in
      let answers = Count()
      let keeping = Keeping(keeper, "request", in: world)
      let parties = [("download", "picture"), ("user", "cancelled")]
      if keeper == .actor {
        let show = world.stub("decoder") { (_: String) in answers.add() }
        let request = RequestActor(on: keeping.executor) { try? await show($0) }
        for (name, answer) in parties {
          world.task(name) {
            isCure ? await request.answerOnce(answer) : await request.answer(answer)
          }
        }
      } else {
        let request = Request(keeping.section) {
          world.note("answers \($0)")
          answers.add()
        }
        for (name, answer) in parties {
          world.thread(name) { isCure ? request.answerOnce(answer) : request.answer(answer) }
        }
      }
      world.outcome { answers.text("answer") }
    })
}
