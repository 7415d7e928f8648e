import Caching
import Evidence
import Measurement
import Reporting

/// The lesson's prose; every number in it is a field that a run fills in.
let description = ExperimentDescription(
  name: "02-HitCost",
  question: "What does a memory hit cost behind a lock, a queue and an actor, and who pays for it?",
  minutes: 12,
  claims: [hitClaim, rewriteClaim],
  programs: [turnProgram],
  benchmarks: [poolBenchmark, mainBenchmark, pathBenchmark],
  quantities: [floorTable, pathTable, firstTable],
  why: why, cures: cures, tryIt: exercise, doesNotShow: doesNotShow, method: method,
  highlight: Highlight(
    title: "A hit asked for on the main actor: how many times a locked hit?",
    program: mainBenchmark.id,
    rows: ["lock", "main-actor", "immediate", "queue-sync", "actor", "queue-async"], columns: []))

private let hitClaim = TestedClaim(
  id: "C2", condition: "whether the caller leaves the main thread, and how a callback comes back",
  paragraphs: [
    .reproduced:
      "The whole actor path took {paths/rewrite} times as long as the callback path (published: "
      + "about {published-ratio}); and even a task on the pool paid {pool/rewrite} times a hit "
      + "behind a lock for the same two actors.",
    .refuted:
      "The whole actor path took {paths/rewrite} times as long as the callback path "
      + "({paths/rewrite/verdict}), less than the published {published-ratio} or so.",
    .depends:
      "From the main actor the whole actor path took {paths/rewrite} times as long as the callback "
      + "path (published: about {published-ratio}), with {paths/rewrite/switches} context switches "
      + "a hit. But a task on the pool paid {pool/rewrite} times a hit behind a lock for the same "
      + "two actors, with {pool/rewrite/switches} switches. So it matters whether the main thread "
      + "is left and come back to: an `await` that stays, on a lock's cache, took "
      + "{main/lock-awaited} times a plain call. The callback's own way back matters as much: "
      + "called at once it took {paths/callback/ns}, called without asking first whether this is "
      + "the main thread {paths/callback-unasked/ns}, through the main queue "
      + "{paths/callback-main/ns}; the actor path took {paths/rewrite/ns}. The published seconds, "
      + "0.034 and 0.003, cannot be explained from here.",
    .open: "Open: this run did not time both paths and the two actors from the pool, or could not "
      + "tell the paths apart from the noise.",
  ])

private let rewriteClaim = TestedClaim(
  id: "C6",
  paragraphs: [
    .reproduced: "The rewrite costs nothing and is as safe.",
    .refuted: "The rewrite is not as safe.",
    .depends: "What the rewrite costs depends on the caller.",
    .open:
      "Open here: whether the rewrite is as safe is 03-Reentrancy's question. Its cost is measured "
      + "here, in hits of the callback path on the main actor ({paths/rewrite}) and in locked hits "
      + "on the pool ({pool/rewrite}); and what it gives up, an answer in the same turn, is "
      + "counted.",
  ])

private let why: [Passage] = [
  .text(
    "Every hit does the same to the same store: it looks a key up, makes it the most recently "
      + "used, counts it. That alone took {pool/store/ns}. What differs between two rows is how "
      + "they keep others out meanwhile, and how the caller gets its answer."),
  .text(
    "*A lock* nobody else wants is two atomic operations on the caller's own thread: "
      + "{pool/lock/ns} with the store in between, against {pool/floor/ns} for the same lock "
      + "around a bare dictionary. A `Mutex` is cheaper than an `NSLock`, which is an object of "
      + "Foundation's: {pool/mutex/ns} with the store in between."),
  .source("floor"),
  .source("hit-synchronous"),
  .text(
    "An entry that expires must be held against the clock at every hit: {pool/expiring} times one "
      + "that does not."),
  .text(
    "*An actor* nobody else wants is much like it, as long as the caller is on the pool: the "
      + "caller's thread takes the actor as it would a lock, goes on inside, and gives it back. "
      + "{pool/actor/ns}, {pool/actor} times the locked hit, {pool/actor/allocations} allocations, "
      + "{pool/actor/switches} switches. From inside the actor the same call cost "
      + "{pool/actor-inside/ns}: there it is a call as any other. Against the unguarded store, the "
      + "guard alone cost {guard-lock} by the lock and {guard-actor} by the actor."),
  .source("hit-awaited"),
  .text(
    "*From the main actor* the same line is another matter. The main thread runs no other actor's "
      + "code, so it hands the task to the pool, where a thread has to wake; when that is done, "
      + "the pool hands it back and the main thread has to wake. {main/actor/ns} a hit, "
      + "{main/actor} times the locked hit, {main/actor/switches} switches. The cache has little "
      + "part in it: to await a function of the pool that does nothing took {main/nothing/ns}. How "
      + "long a thread takes to wake is the system's affair and moves with the machine's load and "
      + "sleep; take the factor by its order, not by its digits. A frame at 60 Hz has room for "
      + "{frame-actor} such hits, and for {frame-lock} behind the lock."),
  .source("hit-from-main"),
  .text(
    "*A queue* read by `sync` stays on the caller's thread, too ({main/queue-sync/ns} and "
      + "{main/queue-sync/switches} switches from the main thread), and spends its time on what "
      + "the block needs: {main/queue-sync/allocations} allocations. Read by `async` with a "
      + "continuation it wakes a thread even for a caller on the pool: {pool/queue-async/ns}."),
  .text(
    "A *concurrent* queue's read stays as well, but leaves a barrier block behind, to say that the "
      + "entry was used, which the next read finds before it: {main/barrier} times the locked "
      + "hit."),
  .choice(
    field: "awaiting",
    paragraphs: [
      "free":
        "So where nothing suspends and the compiler can see it, `await` adds next to nothing: a "
        + "lock behind the asynchronous interface, awaited on the main actor, took "
        + "{main/lock-awaited} times the plain call. Where it cannot see through the call, what "
        + "is left is the call of an asynchronous function: {pool/nothing/ns} for one that does "
        + "nothing.",
      "dear":
        "`await` was not free in this run even where nothing suspends: a lock behind the "
        + "asynchronous interface, awaited on the main actor, took {main/lock-awaited} times the "
        + "plain call, though nothing in it suspends.",
    ]),
  .text(
    "To hide the cache's *type* has a price of its own. Through `any` the call is not specialised: "
      + "{pool/lock-any} times the plain call when synchronous, {pool/lock-awaited-any} when "
      + "awaited."),
  .text(
    "The two published paths, over the same store. In the callback shape the main thread takes a "
      + "lock, and the completion is called at once ({paths/callback/ns}) or goes through the main "
      + "queue ({paths/callback-main/ns}). To call it at once takes a question first, whether this "
      + "is the main thread, and Foundation's answer is not free; unasked, the same path took "
      + "{paths/callback-unasked/ns}."),
  .source("callback-path"),
  .text(
    "The rewrite goes from the main actor to one actor, from there to another, and back: "
      + "{rewrite-hops} hops and {rewrite-threads} changes of thread, {paths/rewrite/ns}. Hit by "
      + "hit, to reach the first actor took {rewrite-to-cache}, to go from there to the second "
      + "{rewrite-to-storage}, and to come back {rewrite-back}."),
  .source("actor-path"),
  .text(
    "What a person sees is not nanoseconds but whether the picture is there when the view is "
      + "drawn. That is counted in turns of the main actor, and a plain call is the only way of "
      + "asking that needs no luck and no knowledge of the backend:"),
  .source("asking"),
  .text(
    "An `await` that has to wait ends the turn: on the main actor `ActorCache` was late in "
      + "{turns/await/ActorCache}. Where an answer comes from another thread by a continuation, it "
      + "may be there before the caller has got round to suspending; then nothing suspends, and "
      + "the picture is in time after all. `QueueCache`, awaited in the same way, was late in "
      + "{turns/await/QueueCache}, `MailboxCache` in {turns/await/MailboxCache}, `BarrierCache` in "
      + "{turns/await/BarrierCache}. Nothing promises it: a busier queue, or a slower thread, and "
      + "the placeholder flickers."),
  .text("A cure keeps the hit on the main thread:"),
  .source("peek"),
  .source("immediate-over-lock"),
  .text("Or it lets many hits share one way there and back:"),
  .source("many-keys"),
]

private let cures: [Cure] = [
  Cure(
    name: "A synchronous peek beside the actor",
    covers: "Hits from any caller, in the same turn; the actor keeps all that may wait.",
    limit: "A lock is back, for what is peeked; between a peek and the next call to the actor "
      + "anything may have happened.",
    price: "{main/peek} times the locked hit from the main actor: it is one.",
    mends: [Quality.turn]),
  Cure(
    name: "`Task.immediate` over a lock's asynchronous interface",
    covers: "A method that is not asynchronous, before an interface that is: late in "
      + "{turns/immediate/LockedCache}.",
    limit: "Only as long as nothing behind the interface suspends: over an actor, "
      + "late in {turns/immediate/ActorCache}.",
    price:
      "{main/immediate} times the locked hit, {main/immediate/allocations} allocations: a task "
      + "each.",
    mends: [Quality.turn]),
  Cure(
    name: "A main-actor cache",
    covers: "Everything on the main actor reads it as its own: late in "
      + "{turns/await/MainActorCache}.",
    limit: "Everyone else pays the way there: {pool/main-actor} times a locked hit from the pool. "
      + "And its work is the main thread's.",
    price: "{main/main-actor} times the locked hit.", mends: [Quality.turn]),
  Cure(
    name: "Many keys in one hop",
    covers: "A screenful of pictures: the way there and back is paid once.",
    limit: "All answers come as late as the hop; the first is as late as the last.",
    price: "{main/actor-many} times the locked hit for each of 100 keys, where one key alone costs "
      + "{main/actor}.", mends: []),
]

private let exercise = Exercise(
  change: "In `Experiments/02-HitCost/Paths.swift` make `actor RewrittenCache` a `@MainActor final "
    + "class`, and its `init` `nonisolated`. A hit then takes two hops instead of three.",
  predict: "By how much does that shorten the actor path of the main actor? And what will a task "
    + "on the pool pay for the same two?",
  command: "swift run -c release 02-HitCost --backend ActorCache",
  answer: "By little: the hop that went was the cheap one, between two actors on the "
    + "pool. The main thread is still left once and come back to once. The task on the pool, which "
    + "had all its hops on the pool, now has to go by the main thread as well, and pays far more "
    + "than it did; with that the verdict on C2 becomes *reproduced*. No "
    + "isolation is cheap or dear by itself: to cross between the main thread and the pool is.")

private let doesNotShow = [
  "Nobody else wants the cache here. What several callers at once do to each backend is "
    + "11-Contention's question.",
  "The published seconds: no device, build mode or method is given for them. The verdict is on "
    + "the ratio.",
  "Apple's platforms: another main queue, another pool, another lock under `NSLock`, cores of "
    + "two kinds, and no system call to tell the main thread, so that the callback path is nearer "
    + "to the bare lock. The order of the rows may hold where the figures do not.",
  "`NSCache` here is swift-corelibs-foundation's, which is not Apple's.",
  "A main thread that also draws: here it has nothing else to do, so the way back is as short as "
    + "it can be.",
]

private let method = [
  "Rounds: one epoch of every row each, in an order that a Latin square gives, shuffled anew for "
    + "every block. The baseline is in it twice (the A/A twin).",
  "A ratio is the median over the rounds of all processes; its interval is a percentile bootstrap "
    + "over processes and then rounds, corrected for the number of rows. A row is *faster* or "
    + "*slower* only if that and the sign test's interval leave out 1, by more than "
    + "\(Numbers.share(Gates.difference)), and in most processes the process's own clears the "
    + "twin's.",
  "Discarded, by a rule declared before the run: a pair of epochs in which the system took the "
    + "processor away more than twice as often as is usual for the row.",
  "The loops are functions of their own, never inlined; every picture is sunk where it arrives, "
    + "inside the loop.",
  "Main-actor rows are driven by a loop on the main actor, which runs on the process's main thread "
    + "under a run loop, as in an application.",
  "Context switches are those of the whole process, while the row is timed; allocations those of "
    + "the whole process over one further epoch.",
  "A turn of the main actor is told by a marker put into the main queue behind whatever the call "
    + "has put there; before code that may suspend, the marker is put first.",
]
