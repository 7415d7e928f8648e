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
  Row(
    "lock", "NSLock", "`LockedCache`, called directly.", backend: "LockedCache", on: main,
    .synchronous { hit($0.locked, $1) }),
  Row(
    "mutex", "Mutex", "`MutexCache`, called directly.", backend: "MutexCache", on: main,
    expect: .faster, .synchronous { hit($0.mutexed, $1) }),
  Row(
    "lock-awaited", "NSLock, awaited", "`LockedCache` through the asynchronous interface.",
    backend: "LockedCache", on: main, expect: .slower,
    .onMain { await hitFromMain($0.locked, $1) }),
  Row(
    "peek", "Peek beside the actor",
    "A nonisolated read under a lock, beside an actor for the rest.", on: main,
    expect: .notSeparated, .synchronous { hitPeeking($0.peekable, $1) }),
  Row(
    "main-actor", "Main actor", "`MainActorCache`, by code that is there already.",
    backend: "MainActorCache", on: main, expect: .faster, .onMain { hitOnMain($0.onMain, $1) }),
  Row(
    "immediate", "Task.immediate over NSLock",
    "A new task for each hit, which runs at once and awaits `LockedCache` without suspending.",
    backend: "LockedCache", on: main, expect: .slower, .onMain { hitImmediately($0.locked, $1) }),
  Row(
    "queue-sync", "queue.sync", "`QueueCache`, read synchronously.", backend: "QueueCache",
    on: main, expect: .slower, .synchronous { hit($0.queued, $1) }),
  Row(
    "barrier", "Concurrent queue, sync read", "`BarrierCache`, read synchronously.",
    backend: "BarrierCache", on: main, expect: .slower, .synchronous { hit($0.barred, $1) }),
  Row(
    "nothing", "An await of nothing on the pool",
    "A function that does nothing, and not on the main actor.", on: main, expect: .slower,
    .onMain { await awaitNothingFromMain($1) }),
  Row(
    "actor", "Actor", "`ActorCache`, awaited.", backend: "ActorCache", on: main, expect: .slower,
    .onMain { await hitFromMain($0.acted, $1) }),
  Row(
    "actor-many", "Actor, 100 keys a hop",
    "`ActorCache`, asked for 100 pictures at once; the cost of each.", backend: "ActorCache",
    on: main, expect: .slower, .onMain { await hitManyFromMain($0.acted, $1) }),
  Row(
    "executor-actor", "Actor on a queue", "`ExecutorActorCache`, awaited.",
    backend: "ExecutorActorCache", on: main, expect: .slower,
    .onMain { await hitFromMain($0.actedOnQueue, $1) }),
  Row(
    "mailbox", "Mailbox", "`MailboxCache`, awaited.", backend: "MailboxCache", on: main,
    expect: .slower, .onMain { await hitFromMain($0.mailbox, $1) }),
  Row(
    "queue-async", "queue.async, continuation", "`QueueCache`, awaited.", backend: "QueueCache",
    on: main, expect: .slower, .onMain { await hitFromMain($0.queued, $1) }),
  Row(
    "queue-main", "queue.async, callback to main",
    "`QueueCache` by a handler that goes on to the main queue; no task is in it.",
    backend: "QueueCache", on: main, expect: .slower,
    .onMain { await hitWithHandler($0.queued, $1) }),
]
