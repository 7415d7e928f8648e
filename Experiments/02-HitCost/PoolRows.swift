import Caching
import Evidence
import Reporting

/// A hit asked for by a task on the global pool.
let poolBenchmark = Benchmark(
  id: "pool", title: "A hit, asked for on the global pool",
  summary: "One picture is resident; a detached task reads it again and again, with nobody else "
    + "about. All rows run in that one task, so that a call and an await are timed alike. Each is "
    + "held against `LockedCache`: a lock, and the answer before the next line.",
  listing: """
    let picture = cache.cachedValue(for: "photograph")     // a lock or a queue
    let picture = await cache.value(for: "photograph")     // anything, an actor too
    """,
  baseline: "lock", rows: poolRows.map(\.described),
  question: "Order these from the cheapest to the dearest: a lock, an actor, `queue.sync`, "
    + "`queue.async` with a continuation. Which of them costs more than ten locks?")

private let pool = "global pool"

let poolRows: [Row] = floors + synchronousRows + awaitedRows

private let floors: [Row] = [
  .synchronous(
    "dictionary", "Dictionary, unguarded", "A look-up, and nothing that keeps it safe.",
    on: pool, expect: .faster
  ) { hitDictionary($0.bare, $1) },
  .synchronous(
    "floor", "The floor", "An `NSLock` pair around a look-up in a bare dictionary.",
    on: pool, expect: .faster
  ) { hitFloor($0.bare, $1) },
  .synchronous(
    "store", "The store, unguarded",
    "All that a hit is but the guard: look-up, recency, statistics.", on: pool, expect: .faster
  ) { hitStore($0.bare, $1) },
]

private let synchronousRows: [Row] = [
  .synchronous(
    "lock", "NSLock", "`LockedCache`, called directly.", backend: "LockedCache", on: pool,
    expect: nil
  ) { hit($0.locked, $1) },
  .synchronous(
    "expiring", "NSLock, entry that expires",
    "The same for an entry with a lifetime, which the "
      + "hit must hold against the clock.", backend: "LockedCache", on: pool, expect: .slower
  ) { hit($0.expiring, $1) },
  .synchronous(
    "lock-any", "NSLock, through any",
    "`LockedCache` as `any SynchronousImageCache`: not known "
      + "until it runs, and so never specialised.", backend: "LockedCache", on: pool,
    expect: .slower
  ) { hitAny($0.unknown, $1) },
  .synchronous(
    "mutex", "Mutex", "`MutexCache`, called directly.", backend: "MutexCache", on: pool,
    expect: .faster
  ) { hit($0.mutexed, $1) },
  .synchronous(
    "queue-sync", "queue.sync", "`QueueCache`, read synchronously.", backend: "QueueCache",
    on: pool, expect: .slower
  ) { hit($0.queued, $1) },
  .synchronous(
    "barrier", "Concurrent queue, sync read",
    "`BarrierCache`, whose read is recorded by a barrier "
      + "block later.", backend: "BarrierCache", on: pool, expect: .slower
  ) { hit($0.barred, $1) },
  .synchronous(
    "foundation", "NSCache", "Foundation's cache and its own lock, asked by an object.", on: pool,
    expect: .slower
  ) { hitFoundation($0.foundation, $1) },
  .synchronous(
    "peek", "Peek beside the actor",
    "A nonisolated read under a lock, beside an actor for the "
      + "rest.", on: pool, expect: .notSeparated
  ) { hitPeeking($0.peekable, $1) },
]

private let awaitedRows: [Row] = [
  .onPool(
    "nothing", "An await of nothing", "A function of the pool that does nothing.",
    expect: .faster
  ) { await awaitNothing($1) },
  .onPool(
    "lock-awaited", "NSLock, awaited",
    "`LockedCache` through the asynchronous interface: it never "
      + "suspends.", backend: "LockedCache", expect: .notSeparated
  ) { await hitAwaiting($0.locked, $1) },
  .onPool(
    "lock-awaited-any", "NSLock, awaited through any", "The same as `any ImageCache`.",
    backend: "LockedCache", expect: .slower
  ) { await hitAwaitingAny($0.unknown, $1) },
  .onPool(
    "actor-inside", "Actor, from itself", "`ActorCache`, by code that is on it already.",
    backend: "ActorCache", on: "the cache's actor", expect: .faster
  ) { await $0.acted.hitInside($1) },
  .onPool(
    "actor", "Actor", "`ActorCache`, idle, from a task on the pool.", backend: "ActorCache",
    expect: .slower
  ) { await hitAwaiting($0.acted, $1) },
  .onPool(
    "actor-from-actor", "Actor, from another actor", "`ActorCache`, from code of another actor.",
    backend: "ActorCache", on: "another actor", expect: .slower
  ) { await Reader().hit($0.acted, $1) },
  .onPool(
    "actor-many", "Actor, 100 keys a hop",
    "`ActorCache`, asked for 100 pictures at once; the cost "
      + "of each.", backend: "ActorCache", expect: .notSeparated
  ) { await hitMany($0.acted, $1) },
  .onPool(
    "executor-actor", "Actor on a queue", "`ExecutorActorCache`, whose executor is a serial queue.",
    backend: "ExecutorActorCache", expect: .slower
  ) { await hitAwaiting($0.actedOnQueue, $1) },
  .onPool(
    "mailbox", "Mailbox", "`MailboxCache`: a request into a stream, an answer by continuation.",
    backend: "MailboxCache", expect: .slower
  ) { await hitAwaiting($0.mailbox, $1) },
  .onPool(
    "queue-async", "queue.async, continuation", "`QueueCache`, awaited.", backend: "QueueCache",
    expect: .slower
  ) { await hitAwaiting($0.queued, $1) },
  .onPool(
    "queue-main", "queue.async, callback to main",
    "`QueueCache` by a handler, handed on to the "
      + "main queue, and from there to the task.", backend: "QueueCache", expect: .slower
  ) { await hitThroughMain($0.queued, $1) },
  .onPool(
    "main-actor", "Main actor", "`MainActorCache`, from a task on the pool.",
    backend: "MainActorCache", expect: .slower
  ) { await hitAwaiting($0.onMain, $1) },
  .onPool(
    "rewrite", "Cache actor, then storage actor",
    "The published rewrite's two actors, one behind "
      + "the other.", expect: .slower
  ) { await hitByRewriteFromPool($0.rewrite, $1) },
]
