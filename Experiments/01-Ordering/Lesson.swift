import Caching
import Evidence
import Imaging
import Reporting

/// The lesson's prose; every number in it is a field that a run fills in.
func describe(
  _ programs: [SmallProgram], backends: [Backend<Pixels>]
) -> ExperimentDescription {
  ExperimentDescription(
    name: "01-Ordering",
    question: "Store a picture, update it, read it: in what order behind a lock, a queue and an "
      + "actor?",
    minutes: 10,
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
      "Refuted in this run: the claim needs a serial queue that keeps the order of calls made in a "
      + "row, and it lost it in {queue-in-a-row} runs.",
    .depends:
      "Made in a row, calls that nobody awaits took effect out of program order on the "
      + "actor in {actor-in-a-row} runs, on the serial queue in {queue-in-a-row}. Of the claim's "
      + "two reasons, *priority* (mixed, the actor busy) cost the order in "
      + "{store-update-read/immediate-mixed-held/ActorCache} runs, *reentrancy* (an await inside "
      + "the actor) in {store-update-read/suspends-inside-held/ActorCache}. So far the claim "
      + "holds. But a queue orders only what has reached it: with a task for each call at mixed "
      + "priorities the order was lost there too, in {store-update-read/task-mixed/QueueCache}. "
      + "And the actor, when each call was awaited, was out of order in {actor-awaited}.",
    .open: "Open: {open-reason}.",
  ])

private let why: [Passage] = [
  .text(
    "An order can be lost in three places: on the way to the cache, in front of it, and inside. "
      + "*On the way*: a task begins when the pool gets to it, so tasks made one after another may "
      + "reach the cache in any order, and no backend can mend that. With a task for each call at "
      + "mixed priorities the order was lost behind the lock in "
      + "{store-update-read/task-mixed/LockedCache} runs, behind the queue in "
      + "{store-update-read/task-mixed/QueueCache}, behind the actor in "
      + "{store-update-read/task-mixed/ActorCache}; at equal priorities in "
      + "{store-update-read/task/LockedCache}, {store-update-read/task/QueueCache} and "
      + "{store-update-read/task/ActorCache}."),
  .source("fire-and-forget"),
  .text(
    "*In front of it*: calls that find the cache busy wait, and somebody decides who goes next. "
      + "To see this alone, the calls must arrive in order. `Task.immediate` does that: it runs on "
      + "the caller's thread up to its first suspension, which is the hop to the cache."),
  .source("immediate"),
  .text(
    "Tasks begun on the main actor arrive in order as well, because it is first in, first out "
      + "whatever the priority: {store-update-read/main-mixed/QueueCache} out of order on the "
      + "queue."),
  .source("main-actor-tasks"),
  .choice(
    field: "hop",
    paragraphs: [
      "lost":
        "The order is lost again if the code in between hops to the pool, as an asynchronous "
        + "function does that is neither isolated nor nonsending: "
        + "{store-update-read/main-mixed-by-pool/QueueCache} on the same queue.",
      "kept":
        "A hop to the pool in between, as an asynchronous function makes that is neither isolated "
        + "nor nonsending, may lose it again; in this run it did not "
        + "({store-update-read/main-mixed-by-pool/QueueCache} on the same queue).",
    ]),
  .source("concurrent-function"),
  .text(
    "A default actor of this runtime keeps its waiting calls by task priority, and in order of "
      + "arrival only within one priority. Stored at background, updated at utility and read at "
      + "high while it was busy, the picture came out of order in "
      + "{store-update-read/immediate-mixed-held/ActorCache} runs; with equal priorities in "
      + "{store-update-read/immediate-held/ActorCache}. That is no fault: an actor promises that "
      + "one call runs at a time. In which order it takes them the language leaves to its "
      + "executor. The idle actor did the like "
      + "({store-update-read/immediate-mixed/ActorCache}): the first call only has it scheduled, "
      + "and the others are in line before a thread of the pool takes it up."),
  .source("actor-cache"),
  .text(
    "A serial queue has one line and takes from its head, whatever the QoS: out of order in "
      + "{store-update-read/handlers-held/QueueCache} runs with the cache busy. The call has its "
      + "place in the line when `async` returns, so two calls by one thread are ordered before "
      + "either has run."),
  .source("queue-cache"),
  .text(
    "A lock has no line that anyone promises. Plain calls keep their order because each is over "
      + "before the next begins: {store-update-read/plain/LockedCache} out of order."),
  .choice(
    field: "lock-waiters",
    paragraphs: [
      "lost":
        "Threads that wait for it are let in as the lock pleases: though they came one after "
        + "another, {store-update-read/threads-held/LockedCache} took effect out of order.",
      "kept":
        "Threads that came one after another and waited for it were let in as they came in this "
        + "run ({store-update-read/threads-held/LockedCache} out of order), which nothing "
        + "promises; behind the mutex {store-update-read/threads-held/MutexCache} were not.",
    ]),
  .text(
    "Each cure works on one of the places. Awaiting a predecessor orders the calls on the way, "
      + "before they reach any cache:"),
  .source("chain"),
  .text("A mailbox and a queue-backed executor take the waiting line away from the priorities:"),
  .source("mailbox"),
  .source("queue-executor"),
  .text(
    "*Inside*: a line orders only what is in it. A call that awaits inside the actor leaves it, "
      + "and goes to its end when it comes back: out of order in "
      + "{store-update-read/suspends-inside-held/ExecutorActorCache} runs."),
  .source("suspends-inside"),
  .text(
    "And where only the last of several writes matters, the order can be given to the writes "
      + "themselves:"),
  .source("numbered-writes"),
]

private let cures: [Cure] = [
  Cure(
    name: "Await each call",
    covers: "Every backend and priority: out of order in {awaiting} runs.",
    limit: "One caller only. A second task that read on its own did so before the update in "
      + "{two-callers} runs, on all backends together.",
    mends: [Quality.inARow, Quality.inARowBusy, Quality.taskPerCall]),
  Cure(
    name: "A task that awaits its predecessor",
    covers: "Callers that cannot suspend: out of order in {chained} runs at mixed priorities.",
    limit: "Only calls that join the same chain; everyone else is a second caller, as above.",
    mends: [Quality.inARow, Quality.inARowBusy, Quality.taskPerCall]),
  Cure(
    name: "A serial queue",
    covers: "Calls made in a row by one thread, idle or busy, at any QoS: {queue-in-a-row}.",
    limit: "A task for each call: {store-update-read/task-mixed/QueueCache}. Its synchronous read "
      + "blocks a thread while the queue is busy.",
    mends: [Quality.inARow, Quality.inARowBusy]),
  Cure(
    name: "A mailbox: one consumer of one stream",
    covers: "Calls posted in a row, idle or busy: {mailbox-in-a-row}.",
    limit: "A task for each call: {store-update-read/task-mixed/MailboxCache}. There is no "
      + "synchronous answer, urgent calls wait in line like all others, and the line has no limit.",
    mends: [Quality.inARow, Quality.inARowBusy]),
  Cure(
    name: "An actor on a queue-backed executor",
    covers: "Calls that arrive in order, at any priority, idle or busy: {executor-in-a-row}.",
    limit: "First in, first out to the first suspension only: with an await inside the actor "
      + "{store-update-read/suspends-inside-held/ExecutorActorCache}. A task for each call: "
      + "{store-update-read/task-mixed/ExecutorActorCache}. And urgent calls no longer go first.",
    mends: [Quality.inARow, Quality.inARowBusy]),
  Cure(
    name: "`@MainActor`",
    covers: "Tasks begun on the main actor, at any priority: {main-from-main}.",
    limit: "Calls that begin on the pool: {store-update-read/task-mixed/MainActorCache}. And every "
      + "call takes its turn with the user interface.",
    mends: [Quality.inARow, Quality.inARowBusy]),
  Cure(
    name: "Number the writes where they are called",
    covers: "The last of several whole-value writes stays, on every backend: the older one won in "
      + "{numbered} runs, on the actor without numbers in {unnumbered}.",
    limit: "It decides which value stays, not what a reader sees meanwhile; and a change that "
      + "builds on the value before it must not be skipped. Simpler, where it fits: let the hop "
      + "carry no value and take the newest when it arrives.",
    mends: []),
]

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
  "Orders that were never seen are not thereby impossible: random stress counts what happened. "
    + "What cannot happen is a matter of the prediction column, and a forbidden order would fail "
    + "this experiment.",
  "On Apple's platforms the pool, its priorities and priority escalation differ, and so will the "
    + "rates; there, urgent work lends its urgency to the work before it on a queue. The promises "
    + "are the language's and the queue's own and are the same.",
  "Only memory is touched here: no file, no disk tier, no network.",
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
]
