import Caching
import Evidence
import Foundation
import Imaging
import Measurement
import Reporting

/// Every cache that a row is timed on, and the pictures.
struct Shelf: Sendable {
  let pictures: Pictures
  let locked: LockedCache<Pixels, NSLock>
  let queued: QueueCache<Pixels>
  let acted: ActorCache<Pixels>
  let actedOnQueue: ExecutorActorCache<Pixels>
  let mailbox: MailboxCache<Pixels>
  let onMain: MainActorCache<Pixels>

  /// Empty caches; each row fills its own.
  init(_ pictures: Pictures) {
    let limits = pictures.limits
    self.pictures = pictures
    locked = LockedCache(limits: limits)
    queued = QueueCache(limits: limits)
    acted = ActorCache(limits: limits)
    actedOnQueue = ExecutorActorCache(limits: limits)
    mailbox = MailboxCache(limits: limits)
    onMain = MainActorCache(limits: limits)
  }
}

/// One row of a price: what it is, and its loop.
struct PricedRow: Sendable {
  let described: Benchmark.Row
  let workload: @Sendable (Shelf) -> Workload

  /// A row of calls that never suspend.
  static func plain(
    _ id: String, _ title: String, _ summary: String, backend: String,
    expect prediction: Separation?, _ loop: @escaping @Sendable (Shelf, Int) -> Void
  ) -> PricedRow {
    PricedRow(
      described: .init(
        id: id, title: title, summary: summary, backend: backend, callerExecutor: "global pool",
        prediction: prediction),
      workload: { shelf in .synchronous(id) { loop(shelf, $0) } })
  }

  /// A row driven by a task on the pool.
  static func onPool(
    _ id: String, _ title: String, _ summary: String, backend: String,
    expect prediction: Separation?,
    _ loop: @escaping @concurrent @Sendable (Shelf, Int) async -> Void
  ) -> PricedRow {
    PricedRow(
      described: .init(
        id: id, title: title, summary: summary, backend: backend, callerExecutor: "global pool",
        prediction: prediction),
      workload: { shelf in .asynchronous(id) { await loop(shelf, $0) } })
  }

  /// A row driven by code of the main actor.
  static func onMain(
    _ id: String, _ title: String, _ summary: String, backend: String,
    expect prediction: Separation?,
    _ loop: @escaping @MainActor @Sendable (Shelf, Int) async -> Void
  ) -> PricedRow {
    PricedRow(
      described: .init(
        id: id, title: title, summary: summary, backend: backend, callerExecutor: "main actor",
        prediction: prediction),
      workload: { shelf in .onMainActor(id) { await loop(shelf, $0) } })
  }
}

/// What each cure costs a caller on the pool.
let poolPrice = Benchmark(
  id: "price", title: "What each cure costs, for a caller on the pool",
  summary: "One operation is the lesson's three calls, made and all done, by a task on the pool; "
    + "nobody else wants the cache. Each row is held against the program at the head of the "
    + "lesson, a task per call, on `ActorCache` and waited for: that is what people write and what a "
    + "cure replaces, and it loses the order even at equal priorities. All priorities are equal "
    + "here.",
  listing: """
    let store = Task { await cache.store(a, for: "photograph", cost: a.byteCount) }
    let update = Task { await cache.update("photograph") { _ in (noir, noir.byteCount) } }
    let read = Task { await cache.value(for: "photograph") }
    _ = (await store.value, await update.value, await read.value)
    """,
  baseline: "tasks", rows: poolPriceRows.map(\.described),
  question: "Which cures cost less than the program they cure?")

let poolPriceRows: [PricedRow] = [
  .onPool(
    "tasks", "Task per call", "The uncured program on `ActorCache`: three tasks, all waited for.",
    backend: "ActorCache", expect: nil
  ) { await callFromTasks($0.acted, $0.pictures, $1) },
  .onPool(
    "immediate", "Task.immediate per call",
    "The same with calls that arrive in order; a cure only where priorities are equal.",
    backend: "ActorCache", expect: .faster
  ) { await callImmediately($0.acted, $0.pictures, $1) },
  .onPool(
    "awaiting", "Await each call", "One task and `ActorCache`; each answer before the next call.",
    backend: "ActorCache", expect: .faster
  ) { await awaitEach($0.acted, $0.pictures, $1) },
  .onPool(
    "chained", "A chain of tasks", "Three tasks on `ActorCache`, each of which awaits the last.",
    backend: "ActorCache", expect: .slower
  ) { await callInChain($0.acted, $0.pictures, $1) },
  .onPool(
    "queue-handlers", "Serial queue, completion handlers",
    "Three calls in a row on `QueueCache`, each with a handler; the reader's ends it.",
    backend: "QueueCache", expect: .slower
  ) { await callWithHandlers($0.queued, $0.pictures, $1) },
  .plain(
    "queue-plain", "Serial queue, plain calls",
    "Two writes put in `QueueCache`'s line, and a read that blocks until both are done.",
    backend: "QueueCache", expect: .slower
  ) { callPlainly($0.queued, $0.pictures, $1) },
  .onPool(
    "mailbox-handlers", "Mailbox, completion handlers",
    "Three calls posted in a row to `MailboxCache`; the reader's handler ends it.",
    backend: "MailboxCache", expect: .faster
  ) { await callWithHandlers($0.mailbox, $0.pictures, $1) },
  .onPool(
    "executor-actor", "Actor on a queue, Task.immediate per call",
    "Three calls in a row on `ExecutorActorCache`.", backend: "ExecutorActorCache", expect: .slower
  ) { await callImmediately($0.actedOnQueue, $0.pictures, $1) },
  .onPool(
    "main-actor", "Main actor, Task.immediate per call",
    "Three calls in a row on `MainActorCache`, for which the main thread must wake.",
    backend: "MainActorCache", expect: .slower
  ) { await callImmediately($0.onMain, $0.pictures, $1) },
  .plain(
    "lock", "A lock, plain calls",
    "`LockedCache`: nothing waits in line, and nothing but the three calls is in the figure.",
    backend: "LockedCache", expect: .faster
  ) { callPlainly($0.locked, $0.pictures, $1) },
]

/// What each cure costs a caller on the main actor.
let mainPrice = Benchmark(
  id: "price-main", title: "What each cure costs, for a caller on the main actor",
  summary: "The same operation asked for by code of the main actor, as a view's is, on the "
    + "process's main thread. The uncured program starts its tasks there, and they go from there "
    + "to `ActorCache` and back.",
  listing: """
    @MainActor func show() async {
      let store = Task { await cache.store(a, for: "photograph", cost: a.byteCount) }
      let update = Task { await cache.update("photograph") { _ in (noir, noir.byteCount) } }
      let read = Task { await cache.value(for: "photograph") }
      _ = (await store.value, await update.value, await read.value)
    }
    """,
  baseline: "tasks", rows: mainPriceRows.map(\.described),
  question: "Awaiting each call: is it as good a bargain here as on the pool?")

let mainPriceRows: [PricedRow] = [
  .onMain(
    "tasks", "Task per call", "The uncured program on `ActorCache`, its tasks on the main actor.",
    backend: "ActorCache", expect: nil
  ) { await callFromMainTasks($0.acted, $0.pictures, $1) },
  .onMain(
    "immediate", "Task.immediate per call", "The same, each at once to its first suspension.",
    backend: "ActorCache", expect: .faster
  ) { await callImmediatelyFromMain($0.acted, $0.pictures, $1) },
  .onMain(
    "awaiting", "Await each call", "One task and `ActorCache`: there and back three times.",
    backend: "ActorCache", expect: .slower
  ) { await awaitEachFromMain($0.acted, $0.pictures, $1) },
  .onMain(
    "chained", "A chain of tasks", "Three tasks on `ActorCache`, each of which awaits the last.",
    backend: "ActorCache", expect: .slower
  ) { await callInMainChain($0.acted, $0.pictures, $1) },
  .onMain(
    "queue-handlers", "Serial queue, completion handlers",
    "Three calls in a row on `QueueCache`; the reader's handler resumes the caller.",
    backend: "QueueCache", expect: .faster
  ) { await callWithHandlersFromMain($0.queued, $0.pictures, $1) },
  .onMain(
    "mailbox-handlers", "Mailbox, completion handlers",
    "Three calls posted in a row to `MailboxCache`; the reader's handler resumes the caller.",
    backend: "MailboxCache", expect: .faster
  ) { await callWithHandlersFromMain($0.mailbox, $0.pictures, $1) },
  .onMain(
    "executor-actor", "Actor on a queue, Task per call",
    "The uncured program on `ExecutorActorCache`.", backend: "ExecutorActorCache", expect: .slower
  ) { await callFromMainTasks($0.actedOnQueue, $0.pictures, $1) },
  .onMain(
    "main-actor", "Main actor, Task per call",
    "The uncured program on `MainActorCache`: no task leaves the main thread.",
    backend: "MainActorCache", expect: .faster
  ) { await callFromMainTasks($0.onMain, $0.pictures, $1) },
  .onMain(
    "main-actor-awaiting", "Main actor, await each call",
    "`MainActorCache` by code that is there already: nothing suspends.", backend: "MainActorCache",
    expect: .faster
  ) { await awaitEachFromMain($0.onMain, $0.pictures, $1) },
]

/// What a number on each write costs.
let numberingPrice = Benchmark(
  id: "numbering", title: "What numbering the writes costs",
  summary: "Two writes on `ActorCache`, each a hop of its own as in *Set twice*, both done. With "
    + "numbers, each write takes one on the caller's thread and compares it where it takes effect.",
  listing: """
    let one = Task.immediate { await cache.update("setting") { _ in (first, 1) } }
    let two = Task.immediate { await cache.update("setting") { _ in (last, 1) } }
    _ = (await one.value, await two.value)
    """,
  baseline: "unnumbered", rows: numberingPriceRows.map(\.described),
  question: "A number costs two locks and a closure a write. Can it be told from the noise?")

let numberingPriceRows: [PricedRow] = [
  .onPool(
    "unnumbered", "Two writes, unnumbered", "Each write takes effect when it arrives.",
    backend: "ActorCache", expect: nil
  ) { await writeTwice($0.acted, $0.pictures, $1) },
  .onPool(
    "numbered", "Two writes, numbered", "Each takes effect unless a later one has.",
    backend: "ActorCache", expect: .slower
  ) { await writeTwiceNumbered($0.acted, $0.pictures, $1) },
]
