import Caching
import Foundation
import Imaging
import Measurement

// The lesson's three calls in a loop, made in one way each and kept out of line so that all loops
// are laid out alike. An operation ends when all three calls are done; every answer is sunk where it
// arrives, since between two awaits with nothing in between the way back would be left out.

/// Where the picture is kept: replaced by every operation, so that the cache never grows.
let key: CacheKey = "photograph"

// MARK: - From the pool

// lesson: price-tasks
/// The program at the head of the lesson, waited for: its order is still nobody's promise.
@concurrent @inline(never)
func callFromTasks<Cache: ImageCache<Pixels>>(
  _ cache: Cache, _ pictures: Pictures, _ operations: Int
) async {
  let (a, noir) = (pictures.original, pictures.noir)
  for _ in 0..<operations {
    let store = Task { await cache.store(a, for: key, cost: a.byteCount) }
    let update = Task { await cache.update(key) { _ in (noir, noir.byteCount) } }
    let read = Task { await cache.value(for: key) }
    blackHole(await store.value)
    blackHole(await update.value)
    blackHole(await read.value)
  }
}
// lesson: end

@concurrent @inline(never)
func callImmediately<Cache: ImageCache<Pixels>>(
  _ cache: Cache, _ pictures: Pictures, _ operations: Int
) async {
  let (a, noir) = (pictures.original, pictures.noir)
  for _ in 0..<operations {
    let store = Task.immediate { await cache.store(a, for: key, cost: a.byteCount) }
    let update = Task.immediate { await cache.update(key) { _ in (noir, noir.byteCount) } }
    let read = Task.immediate { await cache.value(for: key) }
    blackHole(await store.value)
    blackHole(await update.value)
    blackHole(await read.value)
  }
}

// lesson: price-awaiting
/// Each call awaited: no task is made, and every answer is there before the next call.
@concurrent @inline(never)
func awaitEach<Cache: ImageCache<Pixels>>(
  _ cache: Cache, _ pictures: Pictures, _ operations: Int
) async {
  let (a, noir) = (pictures.original, pictures.noir)
  for _ in 0..<operations {
    blackHole(await cache.store(a, for: key, cost: a.byteCount))
    blackHole(await cache.update(key) { _ in (noir, noir.byteCount) })
    blackHole(await cache.value(for: key))
  }
}
// lesson: end

/// The last task is done when all are.
@concurrent @inline(never)
func callInChain<Cache: ImageCache<Pixels>>(
  _ cache: Cache, _ pictures: Pictures, _ operations: Int
) async {
  let (a, noir) = (pictures.original, pictures.noir)
  for _ in 0..<operations {
    let store = Task { await cache.store(a, for: key, cost: a.byteCount) }
    let update = Task {
      blackHole(await store.value)
      return await cache.update(key) { _ in (noir, noir.byteCount) }
    }
    let read = Task {
      blackHole(await update.value)
      return await cache.value(for: key)
    }
    blackHole(await read.value)
  }
}

/// Handlers run in the order of the calls, so the last one says that all are done.
@concurrent @inline(never)
func callWithHandlers<Cache: CallbackImageCache<Pixels>>(
  _ cache: Cache, _ pictures: Pictures, _ operations: Int
) async {
  for _ in 0..<operations { blackHole(await answerToHandlers(cache, pictures)) }
}

private func answerToHandlers<Cache: CallbackImageCache<Pixels>>(
  _ cache: Cache, _ pictures: Pictures
) async -> Pixels? {
  let (a, noir) = (pictures.original, pictures.noir)
  return await withCheckedContinuation { waiting in
    cache.store(a, for: key, cost: a.byteCount) { blackHole($0) }
    cache.update(key) { _ in
      (noir, noir.byteCount)
    } completion: {
      blackHole($0)
    }
    cache.value(for: key) { waiting.resume(returning: $0) }
  }
}

@inline(never)
func callPlainly<Cache: SynchronousImageCache<Pixels>>(
  _ cache: Cache, _ pictures: Pictures, _ operations: Int
) {
  let (a, noir) = (pictures.original, pictures.noir)
  for _ in 0..<operations {
    cache.setValue(a, for: key, cost: a.byteCount)
    cache.changeValue(for: key) { _ in (noir, noir.byteCount) }
    blackHole(cache.cachedValue(for: key))
  }
}

// MARK: - From the main actor

/// The tasks begin on the main actor, as those of a view's methods do.
@MainActor @inline(never)
func callFromMainTasks<Cache: ImageCache<Pixels>>(
  _ cache: Cache, _ pictures: Pictures, _ operations: Int
) async {
  let (a, noir) = (pictures.original, pictures.noir)
  for _ in 0..<operations {
    let store = Task { @MainActor in await cache.store(a, for: key, cost: a.byteCount) }
    let update = Task { @MainActor in await cache.update(key) { _ in (noir, noir.byteCount) } }
    let read = Task { @MainActor in await cache.value(for: key) }
    blackHole(await store.value)
    blackHole(await update.value)
    blackHole(await read.value)
  }
}

@MainActor @inline(never)
func callImmediatelyFromMain<Cache: ImageCache<Pixels>>(
  _ cache: Cache, _ pictures: Pictures, _ operations: Int
) async {
  let (a, noir) = (pictures.original, pictures.noir)
  for _ in 0..<operations {
    let store = Task.immediate { @MainActor in await cache.store(a, for: key, cost: a.byteCount) }
    let update = Task.immediate { @MainActor in
      await cache.update(key) { _ in (noir, noir.byteCount) }
    }
    let read = Task.immediate { @MainActor in await cache.value(for: key) }
    blackHole(await store.value)
    blackHole(await update.value)
    blackHole(await read.value)
  }
}

@MainActor @inline(never)
func awaitEachFromMain<Cache: ImageCache<Pixels>>(
  _ cache: Cache, _ pictures: Pictures, _ operations: Int
) async {
  let (a, noir) = (pictures.original, pictures.noir)
  for _ in 0..<operations {
    blackHole(await cache.store(a, for: key, cost: a.byteCount))
    blackHole(await cache.update(key) { _ in (noir, noir.byteCount) })
    blackHole(await cache.value(for: key))
  }
}

@MainActor @inline(never)
func callInMainChain<Cache: ImageCache<Pixels>>(
  _ cache: Cache, _ pictures: Pictures, _ operations: Int
) async {
  let (a, noir) = (pictures.original, pictures.noir)
  for _ in 0..<operations {
    let store = Task { @MainActor in await cache.store(a, for: key, cost: a.byteCount) }
    let update = Task { @MainActor in
      blackHole(await store.value)
      return await cache.update(key) { _ in (noir, noir.byteCount) }
    }
    let read = Task { @MainActor in
      blackHole(await update.value)
      return await cache.value(for: key)
    }
    blackHole(await read.value)
  }
}

@MainActor @inline(never)
func callWithHandlersFromMain<Cache: CallbackImageCache<Pixels>>(
  _ cache: Cache, _ pictures: Pictures, _ operations: Int
) async {
  for _ in 0..<operations { blackHole(await answerToHandlers(cache, pictures)) }
}

// MARK: - Two writes

/// Two writes, each a hop of its own, as in the program *Set twice*.
@concurrent @inline(never)
func writeTwice(_ cache: ActorCache<Pixels>, _ pictures: Pictures, _ operations: Int) async {
  let (first, last) = (pictures.original, pictures.noir)
  for _ in 0..<operations {
    let one = Task.immediate { await cache.update(key) { _ in (first, first.byteCount) } }
    let two = Task.immediate { await cache.update(key) { _ in (last, last.byteCount) } }
    blackHole(await one.value)
    blackHole(await two.value)
  }
}

/// The same with a number for each, all from one giver.
@concurrent @inline(never)
func writeTwiceNumbered(
  _ cache: ActorCache<Pixels>, _ pictures: Pictures, _ operations: Int
) async {
  let (first, last) = (pictures.original, pictures.noir)
  let writes = NumberedWrites()
  for _ in 0..<operations {
    let (earlier, later) = (writes.next { _ in first }, writes.next { _ in last })
    let one = Task.immediate { await cache.update(key) { earlier($0).map { ($0, $0.byteCount) } } }
    let two = Task.immediate { await cache.update(key) { later($0).map { ($0, $0.byteCount) } } }
    blackHole(await one.value)
    blackHole(await two.value)
  }
}
