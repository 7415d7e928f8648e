import Caching
import Evidence
import Reporting

/// A hit asked for by the main actor.
let mainBenchmark = Benchmark(
  id: "main", title: "A hit, asked for on the main actor",
  summary: "The same picture, read by code of the main actor, as a view's is, on the process's "
    + "main thread. Nothing else happens there. Each row is held against a lock called from the "
    + "same place.",
  listing: """
    @MainActor func show() async {
      imageView.image = await cache.value(for: "photograph")
    }
    """,
  baseline: "lock", rows: mainRows.map(\.described),
  question: "Of the rows that await, which leave the main thread at all? By what factor do those "
    + "cost more than the lock?")

private let main = "main actor"

let mainRows: [Row] = [
  .synchronous(
    "lock", "NSLock", "`LockedCache`, called directly.", backend: "LockedCache", on: main,
    expect: nil
  ) { hit($0.locked, $1) },
  .synchronous(
    "mutex", "Mutex", "`MutexCache`, called directly.", backend: "MutexCache", on: main,
    expect: .faster
  ) { hit($0.mutexed, $1) },
  .onMain(
    "lock-awaited", "NSLock, awaited", "`LockedCache` through the asynchronous interface.",
    backend: "LockedCache", expect: .slower
  ) { await hitFromMain($0.locked, $1) },
  .synchronous(
    "peek", "Peek beside the actor",
    "A nonisolated read under a lock, beside an actor for the "
      + "rest.", on: main, expect: .notSeparated
  ) { hitPeeking($0.peekable, $1) },
  .onMain(
    "main-actor", "Main actor", "`MainActorCache`, by code that is there already.",
    backend: "MainActorCache", expect: .faster
  ) { hitOnMain($0.onMain, $1) },
  .onMain(
    "immediate", "Task.immediate over NSLock",
    "A new task for each hit, which runs at once and "
      + "awaits `LockedCache` without suspending.", backend: "LockedCache", expect: .slower
  ) { hitImmediately($0.locked, $1) },
  .synchronous(
    "queue-sync", "queue.sync", "`QueueCache`, read synchronously.", backend: "QueueCache",
    on: main, expect: .slower
  ) { hit($0.queued, $1) },
  .synchronous(
    "barrier", "Concurrent queue, sync read", "`BarrierCache`, read synchronously.",
    backend: "BarrierCache", on: main, expect: .slower
  ) { hit($0.barred, $1) },
  .onMain(
    "nothing", "An await of nothing on the pool",
    "A function that does nothing, and not on the "
      + "main actor.", expect: .slower
  ) { await awaitNothingFromMain($1) },
  .onMain(
    "actor", "Actor", "`ActorCache`, awaited.", backend: "ActorCache", expect: .slower
  ) { await hitFromMain($0.acted, $1) },
  .onMain(
    "actor-many", "Actor, 100 keys a hop",
    "`ActorCache`, asked for 100 pictures at once; the cost "
      + "of each.", backend: "ActorCache", expect: .slower
  ) { await hitManyFromMain($0.acted, $1) },
  .onMain(
    "executor-actor", "Actor on a queue", "`ExecutorActorCache`, awaited.",
    backend: "ExecutorActorCache", expect: .slower
  ) { await hitFromMain($0.actedOnQueue, $1) },
  .onMain(
    "mailbox", "Mailbox", "`MailboxCache`, awaited.", backend: "MailboxCache", expect: .slower
  ) { await hitFromMain($0.mailbox, $1) },
  .onMain(
    "queue-async", "queue.async, continuation", "`QueueCache`, awaited.", backend: "QueueCache",
    expect: .slower
  ) { await hitFromMain($0.queued, $1) },
  .onMain(
    "queue-main", "queue.async, callback to main",
    "`QueueCache` by a handler that goes on to the "
      + "main queue; no task is in it.", backend: "QueueCache", expect: .slower
  ) { await hitWithHandler($0.queued, $1) },
]

/// The two published ways to a hit, whole.
let pathBenchmark = Benchmark(
  id: "paths", title: "Both published paths, whole",
  summary: "From the main actor to a memory hit and back to the main actor, once in the callback "
    + "shape (a lock, then a completion through a callback queue) and once as the actor rewrite "
    + "(a cache actor before a storage actor). Both end in the same store, so that only the way "
    + "differs.",
  listing: """
    path.retrieve("photograph", on: queue) { result in show(result) }   // callbacks
    show(try await cache.retrieve("photograph"))                        // actors
    """,
  baseline: "callback", rows: pathRows.map(\.described),
  question: "Published was a ratio of about 11 between the two. Will it be larger or smaller here?")

let pathRows: [Row] = [
  .onMain(
    "callback", "Callbacks, handed on at once",
    "The callback queue finds that it is on the main "
      + "thread and calls the completion there and then.", backend: "LockedCache", expect: nil
  ) { hitByCallbackAtOnce(CallbackPath($0.locked), $1) },
  .onMain(
    "callback-main", "Callbacks, through the main queue",
    "The completion always takes the main "
      + "queue.", backend: "LockedCache", expect: .slower
  ) { await hitByCallbackOnMain(CallbackPath($0.locked), $1) },
  .onMain(
    "rewrite", "Actor rewrite", "Main actor, cache actor, storage actor, main actor.",
    backend: "ActorCache", expect: .slower
  ) { await hitByRewrite($0.rewrite, $1) },
]
