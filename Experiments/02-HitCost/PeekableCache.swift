import Caching
import Foundation
import Imaging
import Measurement

// lesson: peek
/// An actor for everything that may wait, beside a lock for what must not: a hit is read without
/// going in.
///
/// Whoever writes does so through the actor, in its order. The lock guards each look, no more: what
/// was peeked may be replaced before the caller's next line.
actor PeekableCache {
  private nonisolated let shelf: LockedCache<Pixels, NSLock>

  init(limits: CacheLimits) {
    shelf = LockedCache(limits: limits)
  }

  func store(_ picture: Pixels, for key: CacheKey) {
    shelf.setValue(picture, for: key, cost: picture.byteCount)
  }

  nonisolated func peek(_ key: CacheKey) -> Pixels? {
    shelf.cachedValue(for: key)
  }
}
// lesson: end

@inline(never)
func hitPeeking(_ cache: PeekableCache, _ operations: Int) {
  let key = key
  for _ in 0..<operations { blackHole(cache.peek(key)) }
}
