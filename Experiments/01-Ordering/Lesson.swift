import Caching
import Evidence
import Imaging
import Measurement
import Reporting

/// The lesson's prose; every number in it is a field that a run fills in.
func describe(
  _ programs: [SmallProgram], backends: [Backend<Pixels>]
) -> ExperimentDescription {
  ExperimentDescription(
    name: "01-Ordering",
    question: "Store a picture, update it, read it: in what order behind a lock, a queue and an "
      + "actor?",
    minutes: 14,
    claims: [claim],
    programs: programs.map { program in
      Program(
        id: program.id, title: program.title, summary: program.summary,
        listing: program.listing, rows: program.callers.map(\.row),
        columns: backends.map { .init(id: $0.name, summary: $0.guardedBy) },
        expectedPhrase: program.phrase, question: program.question)
    },
    benchmarks: Price.all.map(\.benchmark),
    why: why, cures: cures, tryIt: exercise, doesNotShow: doesNotShow, method: method,
    highlight: Highlight(
      title: "Store, update, read: how often was the order lost?", program: storeUpdateRead.id,
      rows: ["awaiting", "immediate-mixed", "immediate-mixed-held", "task-mixed"],
      columns: ["LockedCache", "QueueCache", "ActorCache"]))
}

private let claim = TestedClaim(
  id: "C1", condition: "how the calls reach the cache",
  paragraphs: [
    .reproduced:
      "Reproduced. Calls made in a row took effect out of program order on the actor in "
      + "{actor-in-a-row} runs, on the serial queue in {queue-in-a-row}; made from a task each, "
      + "they kept their order on the queue too.",
    .refuted:
      "Refuted in this run: the claim needs a serial queue that keeps the order of calls made "
      + "in a row. Threads lost it in {queue-in-a-row} runs. Schedules can in "
      + "{reach-queue-in-a-row} ways of calling.",
    .depends:
      "Made in a row, calls that nobody awaits took effect out of program order on the actor in "
      + "{actor-in-a-row} runs, on the serial queue in {queue-in-a-row}. Of the claim's two "
      + "reasons, *priority* (mixed, the actor busy) cost the order in "
      + "{store-update-read/immediate-mixed-held/ActorCache} runs, *reentrancy* (an await "
      + "inside the actor) in {store-update-read/suspends-inside-held/ActorCache}. So far the "
      + "claim holds. But a queue orders only what has reached it: with a task for each call at "
      + "mixed priorities the order was lost there too, in "
      + "{store-update-read/task-mixed/QueueCache}. And the actor, when each call was awaited, "
      + "was out of order in {actor-awaited}. Under every schedule, calls in a row can come out "
      + "of order in {reach-actor-in-a-row} ways of calling on the actor and in "
      + "{reach-queue-in-a-row} on the queue.",
    .open: "Open: {open-reason}.",
  ])

private let exercise = Exercise(
  change: "In `Experiments/01-Ordering/StoreUpdateRead.swift` give the three calls the priorities "
    + "high, utility and background instead of background, utility and high.",
  predict: "Which order will the busy actor show now for `Task.immediate` calls of mixed priority? "
    + "Which rows of the table should not change at all?",
  command: "swift run -c release 01-Ordering --backend ActorCache ExecutorActorCache",
  answer: "Priority now agrees with program order, so the row *Task.immediate per call, mixed "
    + "priority, cache busy* comes out in order on `ActorCache`. Nothing promises it: the order "
    + "came from the priorities, not from the calls. The pool starts urgent tasks first, so *Task "
    + "per call, mixed priority* is in order more often too, on both. Where calls arrive in order, "
    + "`ExecutorActorCache` shows what it showed before, since it does not look at priority.")

private let doesNotShow = [
  "Orders that threads never showed are not thereby impossible: random stress counts what "
    + "happened. What cannot happen is what no schedule leads to, as far as the schedules are "
    + "those of this runtime.",
  "A default actor declares no executor, so the schedules of `ActorCache` are those of the same "
    + "actor on an executor that takes its jobs in a default actor's order. A mutex and a "
    + "stream show nothing of themselves: a lock in front of each stands for the moment at "
    + "which a section or a post has its turn. What a step does is never divided, so neither is "
    + "a section.",
  "On Apple's platforms the pool, its priorities and priority escalation differ, and so will the "
    + "rates; there, urgent work lends its urgency to the work before it on a queue. The promises "
    + "are the language's and the queue's own and are the same.",
  "Only memory is touched here: no file, no disk tier, no network.",
  "Prices are those of one caller, an idle cache and equal priorities. Lines that several callers "
    + "wait in are 11-Contention's question; a single hit is priced in 02-HitCost.",
]

private let method = [
  "A is the first photograph of the folder, decoded; A′ is its noir. Both are made once, and the "
    + "update takes effect by handing A′ over inside the guarded section.",
  "The order is worked out from three sightings: what the update found, what the read found, what "
    + "is left at the end. The six orders differ in at least one; any other combination counts as "
    + "unknown and fails the experiment.",
  "*Busy* means that an update's closure blocks inside the guarded section until all calls are "
    + "made. It is asked for from a thread of its own, so the cooperative pool stays whole.",
  "Where a task makes the call to a busy cache, the next call is made once that task runs and 20 "
    + "µs have passed, or after 2 ms. So these rows show what the cache does with calls that "
    + "arrived in order, not what the pool does with tasks.",
  "A dash in a table means that the backend has no such call, or that the call would block the "
    + "thread that is to let go: a task that finds a lock busy does.",
  "Equal priority means medium for every task; mixed means background, utility and high for "
    + "store, update and read.",
  "The sources are compiled with `NonisolatedNonsendingByDefault`. Without it an asynchronous "
    + "function that is not isolated hops to the pool, as the row *The same through a @concurrent "
    + "function* does.",
  "Calls are set apart by random pauses of up to about a microsecond that follow from the seed. "
    + "Each variant repeats until it has enough or its share of the trial's time is over.",
  "`ExecutorActorCache` runs on a queue-backed executor, the mailbox's consumer on a thread of its "
    + "own. The calls are made by a thread outside the pool.",
  "Prices are taken before orders are counted, in the same processes. An operation is all three "
    + "calls, made and done; it replaces the picture under one key, so nothing is evicted. Every "
    + "answer is sunk where it arrives: with nothing between two awaits on one actor, the compiler "
    + "makes one hop of both.",
  "A price is a ratio: the median over the rounds of all processes, each round with one epoch of "
    + "every row in an order that a Latin square gives, the baseline twice (the A/A twin). Its "
    + "interval is a percentile bootstrap over processes and then rounds, corrected for the number "
    + "of rows; *faster* or *slower* only where it and the sign test's leave out 1, by more than "
    + "\(Numbers.share(Gates.difference)), and in most processes the process's own clears the "
    + "twin's. Discarded, by a rule declared before the run: a pair of epochs in which the system "
    + "took the processor away more than twice as often as is usual for the row.",
  "Under every schedule the calls are made by the same code as on threads, with pictures of one "
    + "pixel. A pause between calls is a point at which anyone may go first. So is the wait for a "
    + "call to reach a busy cache: on threads it may be in vain, and then the call is late.",
  "For prices the mailbox's consumer runs on the pool, as it does unless told otherwise. Callers "
    + "on the main actor run on the process's main thread, under a run loop, as in an application.",
]
