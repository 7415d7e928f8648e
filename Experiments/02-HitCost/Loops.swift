import Caching
import Foundation
import Imaging
import Measurement

// One loop for each kind of hit, kept out of line so that all are laid out alike. What was read is
// sunk inside the loop: then every await must really come back before the next.

// MARK: - Synchronous

@inline(never)
func hitDictionary(_ shelf: BareShelf, _ operations: Int) {
  let key = key
  for _ in 0..<operations { blackHole(shelf.dictionary[key]) }
}

// lesson: floor
/// The least that keeps a dictionary safe: a lock pair and a look-up.
@inline(never)
func hitFloor(_ shelf: BareShelf, _ operations: Int) {
  let key = key
  for _ in 0..<operations {
    shelf.lock.lock()
    blackHole(shelf.dictionary[key])
    shelf.lock.unlock()
  }
}
// lesson: end

@inline(never)
func hitStore(_ shelf: BareShelf, _ operations: Int) {
  let key = key
  for _ in 0..<operations { blackHole(shelf.store.value(for: key)) }
}

// lesson: hit-synchronous
/// A hit that answers before the next line. Generic, and specialised where it is called.
@inline(never)
func hit<Cache: SynchronousImageCache<Pixels>>(_ cache: Cache, _ operations: Int) {
  let key = key
  for _ in 0..<operations { blackHole(cache.cachedValue(for: key)) }
}
// lesson: end

@inline(never)
func hitAny(_ cache: any SynchronousImageCache<Pixels>, _ operations: Int) {
  let key = key
  for _ in 0..<operations { blackHole(cache.cachedValue(for: key)) }
}

@inline(never)
func hitFoundation(_ shelf: FoundationCache, _ operations: Int) {
  for _ in 0..<operations { blackHole(shelf.cache.object(forKey: shelf.name)?.picture) }
}

// MARK: - Awaited on the pool

// lesson: hit-awaited
/// A hit awaited by a task on the pool.
@concurrent @inline(never)
func hitAwaiting<Cache: ImageCache<Pixels>>(_ cache: Cache, _ operations: Int) async {
  let key = key
  for _ in 0..<operations { blackHole(await cache.value(for: key)) }
}
// lesson: end

@concurrent @inline(never)
func hitAwaitingAny(_ cache: any ImageCache<Pixels>, _ operations: Int) async {
  let key = key
  for _ in 0..<operations { blackHole(await cache.value(for: key)) }
}

extension ActorCache where Value == Pixels {
  /// Hits from inside: code that is on the actor already calls it as any other type.
  @inline(never)
  func hitInside(_ operations: Int) {
    let key = key
    for _ in 0..<operations { blackHole(value(for: key)) }
  }

  // lesson: many-keys
  /// Many pictures for one way there and back.
  func values(for keys: [CacheKey]) -> [Pixels?] {
    keys.map { value(for: $0) }
  }
  // lesson: end
}

/// Another actor that reads the cache.
actor Reader {
  @inline(never)
  func hit(_ cache: ActorCache<Pixels>, _ operations: Int) async {
    let key = key
    for _ in 0..<operations { blackHole(await cache.value(for: key)) }
  }
}

/// Keys that are asked for in one hop.
let manyKeys = Array(repeating: key, count: 100)

@concurrent @inline(never)
func hitMany(_ cache: ActorCache<Pixels>, _ operations: Int) async {
  var left = operations
  while left > 0 {
    let keys = left < manyKeys.count ? Array(manyKeys.prefix(left)) : manyKeys
    blackHole(await cache.values(for: keys))
    left -= keys.count
  }
}

/// The handler's answer is handed to the main queue, and from there to the task that waits.
@concurrent @inline(never)
func hitThroughMain(_ cache: QueueCache<Pixels>, _ operations: Int) async {
  let key = key
  for _ in 0..<operations {
    let picture: Pixels? = await withCheckedContinuation { waiting in
      cache.value(for: key, qos: .unspecified) { picture in
        DispatchQueue.main.async { waiting.resume(returning: picture) }
      }
    }
    blackHole(picture)
  }
}

/// Nothing, on the pool: the way to a function with an empty body is left out.
@concurrent @inline(never)
func doNothing() async { blackHole(0) }

@concurrent @inline(never)
func awaitNothing(_ operations: Int) async {
  for operation in 0..<operations {
    await doNothing()
    blackHole(UInt64(operation))
  }
}

// MARK: - Awaited on the main actor

@MainActor @inline(never)
func awaitNothingFromMain(_ operations: Int) async {
  for operation in 0..<operations {
    await doNothing()
    blackHole(UInt64(operation))
  }
}

// lesson: hit-from-main
/// A hit awaited by code of the main actor, as a view's.
@MainActor @inline(never)
func hitFromMain<Cache: ImageCache<Pixels>>(_ cache: Cache, _ operations: Int) async {
  let key = key
  for _ in 0..<operations { blackHole(await cache.value(for: key)) }
}
// lesson: end

@MainActor @inline(never)
func hitOnMain(_ cache: MainActorCache<Pixels>, _ operations: Int) {
  let key = key
  for _ in 0..<operations { blackHole(cache.value(for: key)) }
}

@MainActor @inline(never)
func hitManyFromMain(_ cache: ActorCache<Pixels>, _ operations: Int) async {
  var left = operations
  while left > 0 {
    let keys = left < manyKeys.count ? Array(manyKeys.prefix(left)) : manyKeys
    blackHole(await cache.values(for: keys))
    left -= keys.count
  }
}

// lesson: immediate-over-lock
/// A new task each, which runs at once on the main thread: behind a lock nothing makes it wait.
@MainActor @inline(never)
func hitImmediately<Cache: ImageCache<Pixels>>(_ cache: Cache, _ operations: Int) {
  let key = key
  for _ in 0..<operations {
    Task.immediate { @MainActor in blackHole(await cache.value(for: key)) }
  }
}
// lesson: end

/// A handler each, which is called on the main queue; the next hit is asked for there.
@MainActor @inline(never)
func hitWithHandler<Cache: CallbackImageCache<Pixels>>(_ cache: Cache, _ operations: Int) async {
  let key = key
  guard operations > 0 else { return }
  await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
    @Sendable func next(_ left: Int) {
      cache.value(for: key, qos: .unspecified) { picture in
        DispatchQueue.main.async {
          blackHole(picture)
          if left > 1 { next(left - 1) } else { waiting.resume() }
        }
      }
    }
    next(operations)
  }
}
