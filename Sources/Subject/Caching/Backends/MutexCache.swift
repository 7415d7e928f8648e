public import Synchronization

/// A cache kept safe by a `Mutex`, which owns the store: no other line can reach it unlocked.
///
/// The thread sanitizer on Linux does not see into `Mutex` and reports correct use as a race;
/// `Tests/ThreadSanitizer.suppressions` names this class alone.
public final class MutexCache<Value: Sendable>: SynchronousImageCache {
  @usableFromInline let contents: Mutex<CacheStore<Value>>

  /// An empty cache.
  public init(_ parts: CacheParts) {
    contents = Mutex(CacheStore(parts))
  }

  @inlinable
  func locked<Result: Sendable>(_ section: (inout CacheStore<Value>) -> Result) -> Result {
    assertOutside(self)
    return contents.withLock { contents in markingInside(self) { section(&contents) } }
  }

  /// Keeps a value before it returns.
  public func setValue(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions) {
    locked { _ = $0.store(value, for: key, cost: cost, options: options) }
  }

  /// Replaces the value under a key as one step, before it returns.
  public func changeValue(
    for key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) {
    locked { $0.update(key, change) }
  }

  /// The value under a key, which becomes the most recently used.
  @inlinable
  public func cachedValue(for key: CacheKey) -> Value? {
    locked { $0.value(for: key) }
  }

  /// Removes the value under a key, if any.
  public func removeValue(for key: CacheKey) {
    locked { $0.remove(key) }
  }

  /// Keeps a value; never suspends.
  public func store(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions) async
    -> StoreResult
  {
    locked { $0.store(value, for: key, cost: cost, options: options) }
  }

  /// Removes every value, pinned ones too; never suspends.
  public func removeAll() async {
    locked { $0.removeAll() }
  }

  /// What the cache holds and has done; never suspends.
  public func statistics() async -> CacheStatistics {
    locked { $0.statistics }
  }
}
