import Caching
import Evidence
import Interleaving
import Reporting

/// A completion handler asks the cache again.
let callingInside = SmallProgram(
  "calling-inside", title: "A handler asks the cache again",
  summary:
    "The cache calls a completion handler, and the handler asks the cache for another picture: a "
    + "thumbnail first, then the photograph.",
  listing: """
    cache.value(for: "thumbnail") { _ in
      cache.value(for: "photograph") { show($0) }
    }
    """,
  phrase: "answered",
  question: "One cache calls its handlers inside its section, one after it. Which of lock, queue "
    + "and actor lets the second call in?",
  ways: [
    Way(
      row: Program.Row(
        id: "inside", title: "Called inside",
        summary: "The handler runs in the lock's or queue's section, or awaited by the actor."),
      isCure: false, keepers: Keeper.allCases,
      prediction: { keeper in prediction(isCured: keeper == .actor) },
      setUp: { world, keeper in
        let keeping = Keeping(keeper, "cache", in: world)
        if keeper == .actor {
          let cache = CallingActor(pictures, on: keeping.executor)
          world.task("view") {
            await cache.value(for: "thumbnail") { _ in
              world.note("asks again")
              await cache.value(for: "photograph") { world.record("shown", $0 ?? "nothing") }
            }
          }
        } else {
          let cache = CallingCache(pictures, keeping.section)
          world.thread("view") {
            cache.value(for: "thumbnail") { _ in
              world.note("asks again")
              cache.value(for: "photograph") { world.record("shown", $0 ?? "nothing") }
            }
          }
        }
        tell(in: world)
      }),
    Way(
      row: Program.Row(
        id: "outside", title: "Called after the section",
        summary: "The picture is taken out of the section, and then the handler is called."),
      isCure: true, keepers: [.lock, .queue], prediction: { _ in prediction(isCured: true) },
      setUp: { world, keeper in
        let cache = CallingCache(pictures, Keeping(keeper, "cache", in: world).section)
        world.thread("view") {
          cache.valueOutside(for: "thumbnail") { _ in
            world.note("asks again")
            cache.valueOutside(for: "photograph") { world.record("shown", $0 ?? "nothing") }
          }
        }
        tell(in: world)
      }),
  ])

private let pictures: [CacheKey: String] = ["thumbnail": "thumbnail", "photograph": "photograph"]

private func prediction(isCured: Bool) -> Prediction {
  .good(
    "photograph", "the handler was answered", bad: "deadlock",
    "the second call waits for the first to leave, which waits for the second", isCured: isCured)
}

private func tell(in world: World) {
  world.outcome(said: "shown", else: "nothing")
}
