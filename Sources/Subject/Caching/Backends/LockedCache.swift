public import Dispatch
public import Foundation

/// A cache kept safe by a lock: the caller's own thread waits its turn and does the work.
///
/// Handlers run on the caller's thread, before the call returns; `qos` has nothing to act on.
public final class LockedCache<Value: Sendable, Lock: NSLocking>:
  SynchronousImageCache, CallbackImageCache, @unchecked Sendable  // `contents` only under `lock`
{
  @usableFromInline let lock: Lock
  @usableFromInline var contents: CacheStore<Value>

  /// An empty cache behind the given lock, an `NSLock` unless told otherwise.
  public init(_ parts: CacheParts, lock: Lock = NSLock()) {
    self.lock = lock
    contents = CacheStore(parts)
  }

  @inlinable
  func locked<Result>(_ section: (inout CacheStore<Value>) -> Result) -> Result {
    assertOutside(self)
    lock.lock()
    defer { lock.unlock() }
    return markingInside(self) { section(&contents) }
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
}

// MARK: - Asynchronous

extension LockedCache {
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

// MARK: - Callbacks

extension LockedCache {
  /// Keeps a value, then calls the handler on this thread.
  public func store(
    _ value: Value, for key: CacheKey, cost: Int, options: EntryOptions, qos: DispatchQoS,
    completion: @escaping @Sendable (StoreResult) -> Void
  ) {
    completion(locked { $0.store(value, for: key, cost: cost, options: options) })
  }

  /// Replaces the value under a key as one step, then calls the handler on this thread.
  public func update(
    _ key: CacheKey, qos: DispatchQoS,
    _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?,
    completion: @escaping @Sendable () -> Void
  ) {
    locked { $0.update(key, change) }
    completion()
  }

  /// Hands the value under a key to the handler on this thread.
  @inlinable
  public func value(
    for key: CacheKey, qos: DispatchQoS, completion: @escaping @Sendable (Value?) -> Void
  ) {
    completion(locked { $0.value(for: key) })
  }
}
