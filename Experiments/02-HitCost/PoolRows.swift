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
    let atOnce = cache.cachedValue(for: "photograph")  // a lock or a queue
    let awaited = await cache.value(for: "photograph")  // any cache, an actor too
    """,
  baseline: "lock", rows: poolRows.map(\.described),
  question: "Order these from the cheapest to the dearest: a lock, an actor, `queue.sync`, "
    + "`queue.async` with a continuation. Which of them costs more than ten locks?")

private let pool = "global pool"

let poolRows: [Row] = floors + synchronousRows + awaitedRows

private let floors: [Row] = [
  Row(
    "dictionary", "Dictionary, unguarded", "A look-up, and nothing that keeps it safe.", on: pool,
    expect: .faster, .synchronous { hitDictionary($0.bare, $1) }),
  Row(
    "floor", "The floor", "An `NSLock` pair around a look-up in a bare dictionary.", on: pool,
    expect: .faster, .synchronous { hitFloor($0.bare, $1) }),
  Row(
    "store", "The store, unguarded",
    "All that a hit is but the guard: look-up, recency, statistics.", on: pool, expect: .faster,
    .synchronous { hitStore($0.bare, $1) }),
]

private let synchronousRows: [Row] = [
  Row(
    "lock", "NSLock", "`LockedCache`, called directly.", backend: "LockedCache", on: pool,
    .synchronous { hit($0.locked, $1) }),
  Row(
    "expiring", "NSLock, entry that expires",
    "The same for an entry with a lifetime, which the hit must hold against the clock.",
    backend: "LockedCache", on: pool, expect: .slower, .synchronous { hit($0.expiring, $1) }),
  Row(
    "lock-any", "NSLock, through any",
    "`LockedCache` as `any SynchronousImageCache`, and so never specialised.",
    backend: "LockedCache", on: pool, expect: .slower, .synchronous { hitAny($0.unknown, $1) }),
  Row(
    "mutex", "Mutex", "`MutexCache`, called directly.", backend: "MutexCache", on: pool,
    expect: .faster, .synchronous { hit($0.mutexed, $1) }),
  Row(
    "queue-sync", "queue.sync", "`QueueCache`, read synchronously.", backend: "QueueCache",
    on: pool, expect: .slower, .synchronous { hit($0.queued, $1) }),
  Row(
    "barrier", "Concurrent queue, sync read",
    "`BarrierCache`, whose read is recorded by a barrier block later.", backend: "BarrierCache",
    on: pool, expect: .slower, .synchronous { hit($0.barred, $1) }),
  Row(
    "foundation", "NSCache", "Foundation's cache and its own lock, asked by an object.", on: pool,
    expect: .slower, .synchronous { hitFoundation($0.foundation, $1) }),
  Row(
    "peek", "Peek beside the actor",
    "A nonisolated read under a lock, beside an actor for the rest.", on: pool,
    expect: .notSeparated, .synchronous { hitPeeking($0.peekable, $1) }),
]

private let awaitedRows: [Row] = [
  Row(
    "nothing", "An await of nothing", "A function of the pool that does nothing.", on: pool,
    expect: .faster, .onPool { await awaitNothing($1) }),
  Row(
    "lock-awaited", "NSLock, awaited",
    "`LockedCache` through the asynchronous interface: it never suspends.", backend: "LockedCache",
    on: pool, expect: .notSeparated, .onPool { await hitAwaiting($0.locked, $1) }),
  Row(
    "lock-awaited-any", "NSLock, awaited through any", "The same as `any ImageCache`.",
    backend: "LockedCache", on: pool, expect: .slower,
    .onPool { await hitAwaitingAny($0.unknown, $1) }),
  Row(
    "actor-inside", "Actor, from itself", "`ActorCache`, by code that is on it already.",
    backend: "ActorCache", on: "the cache's actor", expect: .faster,
    .onPool { await $0.acted.hitInside($1) }),
  Row(
    "actor", "Actor", "`ActorCache`, idle, from a task on the pool.", backend: "ActorCache",
    on: pool, expect: .slower, .onPool { await hitAwaiting($0.acted, $1) }),
  Row(
    "actor-from-actor", "Actor, from another actor", "`ActorCache`, from code of another actor.",
    backend: "ActorCache", on: "another actor", expect: .slower,
    .onPool { await $0.reader.hit($0.acted, $1) }),
  Row(
    "actor-many", "Actor, 100 keys a hop",
    "`ActorCache`, asked for 100 pictures at once; the cost of each.", backend: "ActorCache",
    on: pool, expect: .notSeparated, .onPool { await hitMany($0.acted, $1) }),
  Row(
    "executor-actor", "Actor on a queue",
    "`ExecutorActorCache`, whose executor is a serial queue.", backend: "ExecutorActorCache",
    on: pool, expect: .slower, .onPool { await hitAwaiting($0.actedOnQueue, $1) }),
  Row(
    "mailbox", "Mailbox", "`MailboxCache`: a request into a stream, an answer by continuation.",
    backend: "MailboxCache", on: pool, expect: .slower,
    .onPool { await hitAwaiting($0.mailbox, $1) }),
  Row(
    "queue-async", "queue.async, continuation", "`QueueCache`, awaited.", backend: "QueueCache",
    on: pool, expect: .slower, .onPool { await hitAwaiting($0.queued, $1) }),
  Row(
    "queue-main", "queue.async, callback to main",
    "`QueueCache` by a handler, handed on to the main queue, and from there to the task.",
    backend: "QueueCache", on: pool, expect: .slower,
    .onPool { await hitThroughMain($0.queued, $1) }),
  Row(
    "main-actor", "Main actor", "`MainActorCache`, from a task on the pool.",
    backend: "MainActorCache", on: pool, expect: .slower,
    .onPool { await hitAwaiting($0.onMain, $1) }),
  Row(
    "rewrite", "Cache actor, then storage actor",
    "The published rewrite's two actors, one behind the other.", backend: "ActorCache", on: pool,
    expect: .slower,
    .onPool { await hitByRewriteFromPool($0.rewrite, $1) }),
]
