import Reporting

/// Why it comes out as it does; the parts that run for real tell their own after it.
let exploredWhy: [Passage] = [
  .text(
    "An actor lets one job in at a time, not one method. At an `await` the method is cut in two: "
      + "the actor is free, others come, and what was looked up before may be wrong after. That is "
      + "its *reentrancy*, and it is meant: an actor that kept everybody out while it waits could "
      + "wait for itself. In {load-once/check-await-write/actor} two callers of this load twice:"),
  .source("check-await-write-actor"),
  .text(
    "It is not the actor's alone. With a lock or a queue one cannot hold the section across an "
      + "`await`, so there are two sections, and the gap between them is the same: "
      + "{load-once/check-await-write/lock} behind the lock, {load-once/check-await-write/queue} "
      + "on the queue load twice. (`guarded` is `lock.withLock` or `queue.sync`.)"),
  .source("check-await-write"),
  .text(
    "Nor does it need an `await`. A plain lock around each access, as a reviewer may well pass it, "
      + "has the same gap: {load-once/two-sections/lock}. On real threads two callers loaded twice "
      + "in {threads/load-once/two-sections/lock} runs, three more often than once in "
      + "{threads/load-once/two-sections-3/lock}; where the load was awaited, two did in "
      + "{threads/load-once/check-await-write/lock}. A test that runs it a thousand times can be "
      + "green for years; the schedules are not a matter of luck."),
  .source("two-sections"),
  .text(
    "*One section* has no gap: {load-once/one-section/lock} behind the lock, "
      + "{load-once/one-section/queue} on the queue, {load-once/one-section/actor} in an actor's "
      + "method without an `await`. A section of a `Mutex` is the same: whatever is in it is one "
      + "step, for the explorer and for everyone else. Its price is that nobody else gets in "
      + "either."),
  .source("one-section"),
  .text(
    "*Keep the load, not the value.* The cure is to write before the wait: what is kept under the "
      + "key is the load itself, and whoever comes joins it. Then what lies between the two "
      + "sections is somebody's to wait for and nobody's to repeat: "
      + "{load-once/keep-the-load/lock}, {load-once/keep-the-load/queue} and "
      + "{load-once/keep-the-load/actor} load twice. The same state, behind a lock and in an "
      + "actor:"),
  .source("locked-loader"),
  .source("actor-loader"),
  .text(
    "*A slow read against a newer store.* What is awaited may be old when it comes. Written to "
      + "memory without a look, it wins over the newer picture: {stale-read/writes-back/lock}, "
      + "{stale-read/writes-back/queue}, {stale-read/writes-back/actor}. And it stays: nothing "
      + "reads the disk again."),
  .source("stale-read"),
  .text(
    "To look whether the key is empty is not enough, since it may have been removed meanwhile. A "
      + "count of changes, looked at before and after, tells: "
      + "{stale-read/generation/actor} keep the old picture. The loader has no count: a store "
      + "forgets the load that is under way, which then keeps nothing."),
  .source("generation"),
  .text(
    "*Cancelled before the load begins.* A cancel is a flag. It interrupts nothing; whoever was "
      + "suspended has to look again. Looked at once, at the top, it let a load begin that nobody "
      + "waited for: {cancelled-in-line/asked-once/actor}."),
  .source("asked-once"),
  .text("Looked at after the wait as well, {cancelled-in-line/asked-again/actor} do:"),
  .source("asked-again"),
  .text(
    "*One load, several callers.* A task that several await is nobody's child, so no cancel reaches "
      + "it by itself. Left so, it goes on for nobody: {shared-load/nobody-ends-it/actor}."),
  .source("nobody-ends-it"),
  .text(
    "Handed on by each caller, the first to leave ends it for all; the second had an error though "
      + "nobody cancelled it, in {shared-load/anybody-ends-it/actor}."),
  .source("anybody-ends-it"),
  .text(
    "Only a count of those who wait knows which cancel is the last. *When* the count hears of it is "
      + "the one thing that differs between the three forms. Behind the lock a caller has left when "
      + "its cancel returns: {shared-load/counted-last/lock} go on for nobody. On the queue and on "
      + "the actor the news has to get in line: {shared-load/counted-last/queue} and "
      + "{shared-load/counted-last/actor} did. Such a load is cut short a moment later; it is waste, "
      + "and no error."),
  .text(
    "*An urgent caller joins.* The runtime raises a task that a more urgent one awaits. It knows "
      + "nothing of a line that we keep: there, a load has the priority that we look at. Looked at "
      + "when the first caller comes, the tap that joins later goes unheard in every schedule:"),
  .source("fixed-priority"),
  .text(
    "*A cancel races the completion.* Two that look and then mark can both find nothing marked: "
      + "{answered-twice/look-then-mark/lock}, {answered-twice/look-then-mark/actor}. A "
      + "continuation resumed twice ends the process."),
  .source("look-then-mark"),
  .text("To take the handler out is to look and to mark at once:"),
  .source("take-the-handler"),
  .text(
    "*A handler asks the cache again.* Here reentrancy is what one wants. A lock and a queue that "
      + "call a handler inside their section wait for themselves in every schedule; on the actor "
      + "the handler is awaited, which lets it in ({calling-inside/inside/actor} stand still)."),
  .source("handler-inside"),
  .source("handler-outside"),
  .text(
    "*Main waits for io, io waits for main.* The same with two: "
      + "{waiting/inside/lock} behind locks and {waiting/inside/queue} on queues stand still for "
      + "ever, {waiting/inside/actor} on actors."),
  .source("waiting-inside"),
  .source("waiting-outside"),
  .source("waiting-actors"),
]

/// What mends it.
let exploredCures: [Cure] = [
  Cure(
    name: "One section",
    covers: "Whatever must not be seen half done: {load-once/one-section/lock}, "
      + "{load-once/one-section/queue}, {load-once/one-section/actor} let anyone in between.",
    limit: "Nothing can be awaited in it, and everybody waits for what blocks in it.",
    price: "Beside a load a hit took {blocked-line/inside-lock} times what it takes beside one "
      + "outside the section.",
    mends: [Quality.between]),
  Cure(
    name: "Keep the load, not the value",
    covers: "Callers of one key share one load: {load-once/keep-the-load/lock}, "
      + "{load-once/keep-the-load/queue}, {load-once/keep-the-load/actor} load twice.",
    limit: "Who may cancel it, how urgent it is and what it may overwrite are new questions; the "
      + "next three cures answer them.",
    mends: [Quality.between]),
  Cure(
    name: "A generation",
    covers: "A slow answer never replaces a newer value: {stale-read/generation/lock}, "
      + "{stale-read/generation/queue}, {stale-read/generation/actor} keep the old one.",
    limit: "Whoever asked before still gets what was read for it.", mends: [Quality.between]),
  Cure(
    name: "Counted waiters",
    covers: "The load goes on for whoever still waits, and ends with the last: "
      + "{shared-load/counted/lock}, {shared-load/counted/queue}, {shared-load/counted/actor} give "
      + "the second caller an error.",
    limit: "On a queue and on an actor a cancel is on its way for a while: "
      + "{shared-load/counted-last/queue}, {shared-load/counted-last/actor} end a load for nobody "
      + "untold.",
    mends: []),
  Cure(
    name: "A lock, where a cancel must hold when it returns",
    covers: "The handler of the cancel takes the caller out under the lock: "
      + "{cancelled-in-line/loader/lock} begin a load for nobody.",
    limit:
      "The runtime calls it while it holds a lock of the task's own. So nobody may resume that "
      + "task, or cancel it, while holding the lock that the handler takes; the loader does both "
      + "after its section.",
    mends: [Quality.cancel]),
  Cure(
    name: "Handlers run outside",
    covers: "A handler may ask the cache again: {calling-inside/outside/lock}, "
      + "{calling-inside/outside/queue} stand still.",
    limit: "When it runs the cache may have changed: what it is told is a fact of the past.",
    mends: [Quality.waiting]),
]
