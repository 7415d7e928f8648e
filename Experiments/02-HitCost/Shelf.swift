import Caching
import Foundation
import Imaging

/// Every cache with the one picture resident.
struct Shelf: Sendable {
  let locked = LockedCache<Pixels, NSLock>(limits: limits)
  let mutexed = MutexCache<Pixels>(limits: limits)
  let queued = QueueCache<Pixels>(limits: limits)
  let barred = BarrierCache<Pixels>(limits: limits)
  let acted = ActorCache<Pixels>(limits: limits)
  let actedOnQueue = ExecutorActorCache<Pixels>(limits: limits)
  let mailbox = MailboxCache<Pixels>(limits: limits)
  let onMain = MainActorCache<Pixels>(limits: limits)
  /// A lock's cache whose entry expires, though not during the run.
  let expiring = LockedCache<Pixels, NSLock>(limits: limits)
  let peekable = PeekableCache(limits: limits)
  let rewrite = RewrittenCache(limits: limits)
  let callback: CallbackPath
  let reader = Reader()
  /// A lock's cache whose type the compiler cannot know.
  let unknown: any SynchronousImageCache<Pixels>
  let foundation: FoundationCache
  let bare: BareShelf
  let picture: Pixels

  /// Stores the picture everywhere.
  init(_ picture: Pixels) async {
    self.picture = picture
    callback = CallbackPath(locked)
    unknown = Self.anyLocked
    bare = BareShelf(picture)
    foundation = FoundationCache(picture)
    let caches: [any ImageCache<Pixels>] = [
      locked, mutexed, queued, barred, acted, actedOnQueue, mailbox, onMain,
    ]
    for cache in caches + [unknown] {
      await cache.store(picture, for: key, cost: picture.byteCount)
    }
    await expiring.store(
      picture, for: key, cost: picture.byteCount, options: EntryOptions(lifetime: .seconds(86_400)))
    await peekable.store(picture, for: key)
    await rewrite.store(picture, for: key)
  }
}

extension Shelf {
  /// Taken from the list of backends, since a type that is written here would be seen through.
  private static var anyLocked: any SynchronousImageCache<Pixels> {
    let backends = Backend<Pixels>.all.filter { $0.name == "LockedCache" }
    let cache = backends.first?.make(CacheConfiguration(limits: limits))
    guard let cache = cache as? any SynchronousImageCache<Pixels> else {
      preconditionFailure("LockedCache is a synchronous backend")
    }
    return cache
  }
}

/// Where the picture is kept. Loops copy it, since to reach a global is to look whether it is made.
let key: CacheKey = "photograph"
/// What fits in each cache; no read ever comes near it.
let limits = CacheLimits(totalCost: 1 << 30)

/// The least that could do the job: a dictionary, alone or under a lock, and the store alone.
final class BareShelf: @unchecked Sendable {  // used by one task at a time
  let lock = NSLock()
  let dictionary: [CacheKey: Pixels]
  var store = CacheStore<Pixels>(CacheConfiguration(limits: limits))

  init(_ picture: Pixels) {
    dictionary = [key: picture]
    store.store(picture, for: key, cost: picture.byteCount, options: EntryOptions())
  }
}

/// Foundation's cache, which brings its own lock and takes objects only.
final class FoundationCache: @unchecked Sendable {  // NSCache is safe to share
  final class Box {
    let picture: Pixels
    init(_ picture: Pixels) { self.picture = picture }
  }

  let cache = NSCache<NSString, Box>()
  let name = NSString(string: key.text)

  init(_ picture: Pixels) {
    cache.setObject(Box(picture), forKey: name, cost: picture.byteCount)
  }
}
