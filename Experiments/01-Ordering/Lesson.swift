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
      let text = texts[program.id]
      return Program(
        id: program.id, title: text?.title ?? program.id, summary: text?.summary ?? "",
        listing: text?.listing ?? "", rows: program.callers.map(\.row),
        columns: backends.map { .init(id: $0.name, summary: $0.guardedBy) },
        expectedPhrase: "in order")
    },
    why: why, cures: cures, tryIt: exercise, doesNotShow: doesNotShow, method: method,
    highlight: Highlight(
      title: "Store, update, read: how often was the order lost?", program: storeUpdateRead.id,
      rows: ["awaiting", "immediate-mixed", "immediate-mixed-held", "task-mixed"],
      columns: ["LockedCache", "QueueCache", "ActorCache"]))
}

private let claim = TestedClaim(
  id: "C1",
  paragraphs: [
    .reproduced:
      "Reproduced. Calls that nobody awaited took effect out of program order on the actor in "
      + "{actor-unawaited} runs. On the serial queue they never did: {queue-in-a-row} when made "
      + "in a row, {queue-from-tasks} when made from a task each.",
    .refuted:
      "Refuted in this run. The claim needs an actor that loses the order of unawaited calls, and "
      + "it lost it in {actor-unawaited} runs; and a serial queue that keeps the order of calls "
      + "made in a row, and it lost it in {queue-in-a-row}.",
    .depends:
      "… how the calls reach the cache. Calls that nobody awaited took effect out of program order "
      + "on the actor in {actor-unawaited} runs; made in a row, on the serial queue in "
      + "{queue-in-a-row}. Both of the claim's reasons were seen: *priority* (busy, mixed "
      + "priorities, {store-update-read/immediate-mixed-held/ActorCache}) and *reentrancy* (an "
      + "await inside the actor, {store-update-read/suspends-inside/ActorCache}). So far the claim "
      + "holds. But a queue orders only what has reached it: with a task for each call the order "
      + "was lost there too, in {queue-from-tasks} runs. And the actor, when each call was "
      + "awaited, was out of order in {actor-awaited}.",
    .open:
      "Open: the run left out `ActorCache` or `QueueCache`, and the claim compares the two.",
  ])

private let texts: [String: (title: String, summary: String, listing: String)] = [
  "store-update-read": (
    "Store, update, read",
    "A picture A is stored, replaced by its noir A′, and read back. Nobody awaits the calls, or "
      + "somebody does; the cache is idle, or busy with a long job. In what order do the three "
      + "take effect, and which picture is shown? The listing is the row *Task per call*.",
    """
    Task { await cache.store(a, for: "photograph", cost: a.byteCount) }
    Task { await cache.update("photograph") { _ in (noir, noir.byteCount) } }
    Task { shown = await cache.value(for: "photograph") }
    """
  ),
  "set-twice": (
    "Set twice",
    "One value is set and then another, each by one unordered hop. Which one stays? This is the "
      + "shape of a priority setter that was reported to let an older write win (Nuke, issue 918). "
      + "The first write is less urgent than the second where priorities are mixed.",
    """
    Task.immediate(priority: .background) { await cache.update("priority") { _ in first } }
    Task.immediate(priority: .high) { await cache.update("priority") { _ in second } }
    """
  ),
  "set-twice-numbered": (
    "Set twice, each write numbered where it is called",
    "The same two writes. Each takes a number on the caller's thread, and inside the guarded "
      + "section it takes effect only if no later one has.",
    """
    let writes = NumberedWrites()
    let one = writes.next { _ in first }
    let two = writes.next { _ in second }
    Task.immediate(priority: .background) { await cache.update("priority", one) }
    Task.immediate(priority: .high) { await cache.update("priority", two) }
    """
  ),
]

private let why: [Passage] = [
  .text(
    "An order can be lost in two places: on the way to the cache, and in front of it. *On the "
      + "way*: a task begins when the pool gets to it, so tasks made one after another may reach "
      + "the cache in any order. No backend can mend that. With a task for each call the order was "
      + "lost behind the lock in {lock-from-tasks} runs, behind the queue in {queue-from-tasks}, "
      + "behind the actor in {actor-from-tasks}."),
  .source("fire-and-forget"),
  .text(
    "*In front of it*: calls that find the cache busy wait, and somebody decides who goes next. "
      + "To see this alone, the calls must arrive in order. `Task.immediate` does that: it runs on "
      + "the caller's thread up to its first suspension, which is the hop to the cache."),
  .source("immediate"),
  .text(
    "Tasks begun on the main actor also keep their order so far, because it is first in, first out "
      + "whatever the priority. It is lost again if the code in between hops to the pool, as every "
      + "asynchronous function does that is neither isolated nor nonsending: "
      + "{store-update-read/main-mixed-by-pool/QueueCache} runs out of order on the queue, against "
      + "{store-update-read/main-mixed/QueueCache} without the hop."),
  .source("main-actor-tasks"),
  .source("concurrent-function"),
  .text(
    "A default actor keeps its waiting calls by task priority, and in order of arrival only within "
      + "one priority. Stored at background, updated at utility and read at high while it was "
      + "busy, the picture came out of order in "
      + "{store-update-read/immediate-mixed-held/ActorCache} runs; with equal priorities in "
      + "{store-update-read/immediate-held/ActorCache}. That is no fault: an actor promises that "
      + "one call runs at a time, and that urgent work goes first."),
  .source("actor-cache"),
  .text(
    "A serial queue has one line and takes from its head, whatever the QoS: out of order in "
      + "{store-update-read/handlers-held/QueueCache} runs with the cache busy. The call has its "
      + "place in the line when `async` returns, so two calls by one thread are ordered before "
      + "either has run."),
  .source("queue-cache"),
  .text(
    "A lock has no line at all. Plain calls keep their order because each is over before the next "
      + "begins ({lock-in-a-row} out of order). Threads that wait for it at the same time are let "
      + "in as the lock pleases: {store-update-read/threads-held/LockedCache} out of order even "
      + "though they came in order, {store-update-read/threads/LockedCache} when let go together."),
  .text(
    "The cures work on one of the two places. Awaiting a predecessor orders the calls on the way, "
      + "before they reach any cache:"),
  .source("chain"),
  .text("A mailbox and a queue-backed executor take the waiting line away from the priorities:"),
  .source("mailbox"),
  .source("queue-executor"),
  .text(
    "But a line orders only what is in it. A call that awaits inside the actor leaves it, and goes "
      + "to its end when it comes back:"),
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
    limit: "One caller only. A second task that reads on its own came between or before in "
      + "{two-callers} runs, on all backends together."),
  Cure(
    name: "A task that awaits its predecessor",
    covers: "Callers that cannot suspend: out of order in {chained} runs at mixed priorities.",
    limit: "Only calls that join the same chain; everyone else is a second caller, as above."),
  Cure(
    name: "A serial queue",
    covers: "Calls made in a row by one thread, idle or busy, at any QoS: {queue-in-a-row}.",
    limit: "Calls that come from a task each: {queue-from-tasks}. Its synchronous read blocks a "
      + "thread while the queue is busy."),
  Cure(
    name: "A mailbox: one consumer of one stream",
    covers: "Calls posted in a row, idle or busy, with a handler for the answer: "
      + "{mailbox-handlers}.",
    limit: "Posts that come from a task each: {mailbox-from-tasks}. There is no synchronous "
      + "answer, and urgent calls wait in line like all others."),
  Cure(
    name: "An actor on a queue-backed executor",
    covers: "Calls that arrive in order, at any priority, busy or idle: {executor-in-a-row}.",
    limit: "First in, first out to the first suspension only. A store that awaited inside the "
      + "actor let the others pass in "
      + "{store-update-read/suspends-inside-held/ExecutorActorCache} runs; a "
      + "task for each call lost the order in "
      + "{store-update-read/task-mixed/ExecutorActorCache}."),
  Cure(
    name: "`@MainActor`",
    covers: "Tasks begun on the main actor, at any priority: {main-from-main}.",
    limit: "Calls that begin on the pool: {main-from-tasks}. And every call takes its turn with "
      + "the user interface."),
  Cure(
    name: "Number the writes where they are called",
    covers: "The last of several whole-value writes stays, on every backend: the older one won in "
      + "{numbered} runs.",
    limit: "It decides which value stays, not what a reader sees meanwhile; and a change that "
      + "builds on the value before it cannot be skipped."),
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
    + "rates; there, a queue lends its urgency to the work in front of it. The promises are the "
    + "language's and the queue's own and are the same.",
  "Only memory is touched here: no file, no disk tier, no network.",
  "What each cure costs in time is not measured here.",
]

private let method = [
  "A is the first photograph of the folder, decoded; A′ is its noir. Both are made once, and the "
    + "update takes effect by handing A′ over inside the guarded section.",
  "The order is worked out from three sightings: what the update found, what the read found, what "
    + "is left at the end. The six orders differ in at least one; any other combination counts as "
    + "unknown and fails the experiment.",
  "*Busy* means that an update's closure blocks inside the guarded section until all calls are "
    + "made. It is asked for from a thread of its own, so the cooperative pool stays whole. Where "
    + "a task makes the call, the next one is made once that task runs and 20 µs have passed, or "
    + "after 2 ms.",
  "A dash in a table means that the backend has no such call, or that the call would block the "
    + "thread that is to let go: a task that finds a lock busy does.",
  "Equal priority means medium for every task; mixed means background, utility and high for "
    + "store, update and read.",
  "Calls are set apart by random pauses of up to about a microsecond that follow from the seed. "
    + "Each variant repeats until it has enough or its share of the trial's time is over.",
  "`ExecutorActorCache` runs on a queue-backed executor, the mailbox's consumer on a thread of its "
    + "own. The calls are made by a thread outside the pool.",
]
