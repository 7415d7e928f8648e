public import Synchronization

/// A cache kept safe by a `Mutex`, which owns the store: no other line can reach it unlocked.
///
/// The thread sanitizer on Linux does not see into `Mutex` and reports correct use as a race;
/// `Tests/ThreadSanitizer.suppressions` names this class alone.
public final class MutexCache<Value: Sendable>: LockingImageCache {
  @usableFromInline let contents: Mutex<CacheStore<Value>>
  @usableFromInline let reentrancy = ReentrancyGuard()

  /// An empty cache.
  public init(_ configuration: CacheConfiguration) {
    contents = Mutex(CacheStore(configuration))
  }

  /// An empty cache.
  public convenience init(limits: CacheLimits) {
    self.init(CacheConfiguration(limits: limits))
  }

  /// Runs a section alone on the store, under the mutex.
  @inlinable
  public func locked<Result: Sendable>(
    _ section: (inout CacheStore<Value>) -> Result
  ) -> Result {
    reentrancy.assertOutside(self)
    return contents.withLock { contents in reentrancy.markingInside(self) { section(&contents) } }
  }
}
