import Reporting

/// What running every schedule adds to counting what threads showed.
let everySchedule: [Passage] = [
  .text(
    "Threads show what happened; what can happen is a matter of every schedule, and each of the "
      + "programs was run under all of them that matter, by the same code. *Awaited*, three "
      + "calls have one order on every backend: {reach-awaited} ways can come out of order. The "
      + "next call is not made before the last is done, so there is nothing left that anyone "
      + "could order."),
  .text(
    "*With a task for each call* {reach-from-tasks} ways can come out of order, and behind the "
      + "serial queue {reach/store-update-read/task/QueueCache} orders are reachable even at "
      + "equal priority. The queue keeps the order in which calls reach it, and tasks may reach "
      + "it in any. A busy cache changes nothing here: a task that is late is still late."),
  .text(
    "*Made in a row*, calls come out of order on the serial queue in {reach-queue-in-a-row} "
      + "ways of calling, on the actor in {reach-actor-in-a-row}. At mixed priorities, the busy "
      + "actor has {reach/store-update-read/immediate-mixed-held/ActorCache} orders under this "
      + "runtime's policy: all three calls wait, and priority alone decides. Were it first in, "
      + "first out, it would have "
      + "{reach/store-update-read/immediate-mixed-held/ActorCache/fifo}; the language allows "
      + "{reach/store-update-read/immediate-mixed-held/ActorCache/unordered}."),
  .choice(
    field: "idle-actor",
    paragraphs: [
      "all but one":
        "The idle actor may begin at any moment, and so can show "
        + "{reach/store-update-read/immediate-mixed/ActorCache} orders: every one but read, "
        + "store, update. For the read to go first, store and update must both be waiting, and "
        + "then update is the more urgent of the two.",
      "otherwise":
        "The idle actor may begin at any moment, and so can show "
        + "{reach/store-update-read/immediate-mixed/ActorCache} orders.",
    ]),
  .choice(
    field: "agreement",
    paragraphs: [
      "agree":
        "Of the outcomes that some schedule leads to, {unseen} were never shown by a thread in "
        + "this run (◇ below): rare is not impossible. And nothing that threads showed is "
        + "missing from the schedules, which fails the experiment otherwise.",
      "contradict":
        "Threads showed what no schedule leads to (◆ below). One of the two instruments is wrong, "
        + "so nothing here stands until it is known which.",
    ]),
]
