public import Dispatch

/// A cache whose caller waits for a lock and does the work on its own thread.
///
/// All it has to write is how the section is guarded. Nothing here ever suspends: awaiting a busy
/// cache blocks the thread, one of the pool's where a task calls. Handlers run on the caller's
/// thread, after the section and before the call returns; `qos` has nothing to act on.
public protocol LockingImageCache<Value>: SynchronousImageCache, CallbackImageCache {
  /// Runs a section alone on the store, and returns what it makes.
  ///
  /// The section must be quick and must not call the cache, as an update's closure must not: it
  /// would wait for itself.
  func locked<Result: Sendable>(_ section: (inout CacheStore<Value>) -> Result) -> Result
}

// MARK: - Synchronous

extension LockingImageCache {
  /// Keeps a value before it returns.
  @inlinable
  public func setValue(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions) {
    locked { _ = $0.store(value, for: key, cost: cost, options: options) }
  }

  /// Replaces the value under a key as one step, before it returns.
  @inlinable
  public func changeValue(
    for key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) {
    locked { _ = $0.update(key, change) }
  }

  /// The value under a key, which becomes the most recently used.
  @inlinable
  public func cachedValue(for key: CacheKey) -> Value? {
    locked { $0.value(for: key) }
  }

  /// Removes the value under a key, if any, before it returns.
  @inlinable
  public func removeValue(for key: CacheKey) {
    locked { $0.remove(key) }
  }

  /// Removes every value, pinned ones too, before it returns.
  @inlinable
  public func removeAllValues() {
    locked { $0.removeAll() }
  }
}

// MARK: - Asynchronous

extension LockingImageCache {
  /// Keeps a value; never suspends.
  @inlinable
  @discardableResult
  public func store(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions) async
    -> StoreResult
  {
    locked { $0.store(value, for: key, cost: cost, options: options) }
  }

  /// Replaces the value under a key as one step; never suspends.
  @inlinable
  @discardableResult
  public func update(
    _ key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) async -> StoreResult? {
    locked { $0.update(key, change) }
  }

  /// The value under a key, which becomes the most recently used; never suspends.
  @inlinable
  public func value(for key: CacheKey) async -> Value? {
    locked { $0.value(for: key) }
  }

  /// Removes the value under a key, if any; never suspends.
  @inlinable
  public func remove(_ key: CacheKey) async {
    locked { $0.remove(key) }
  }

  /// Removes every value, pinned ones too; never suspends.
  @inlinable
  public func removeAll() async {
    locked { $0.removeAll() }
  }

  /// What the cache holds and has done; never suspends.
  @inlinable
  public func statistics() async -> CacheStatistics {
    locked { $0.statistics }
  }
}

// MARK: - Callbacks

extension LockingImageCache {
  /// Keeps a value, then calls the handler, before it returns.
  @inlinable
  public func store(
    _ value: Value, for key: CacheKey, cost: Int, options: EntryOptions, qos: DispatchQoS,
    completion: @escaping @Sendable (StoreResult) -> Void
  ) {
    completion(locked { $0.store(value, for: key, cost: cost, options: options) })
  }

  /// Replaces the value under a key as one step, then calls the handler, before it returns.
  @inlinable
  public func update(
    _ key: CacheKey, qos: DispatchQoS,
    _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?,
    completion: @escaping @Sendable (StoreResult?) -> Void
  ) {
    completion(locked { $0.update(key, change) })
  }

  /// Hands the value under a key to the handler, before it returns.
  @inlinable
  public func value(
    for key: CacheKey, qos: DispatchQoS, completion: @escaping @Sendable (Value?) -> Void
  ) {
    completion(locked { $0.value(for: key) })
  }

  /// Removes the value under a key, if any, then calls the handler, before it returns.
  @inlinable
  public func remove(
    _ key: CacheKey, qos: DispatchQoS, completion: @escaping @Sendable () -> Void
  ) {
    locked { $0.remove(key) }
    completion()
  }

  /// Removes every value, pinned ones too, then calls the handler, before it returns.
  @inlinable
  public func removeAll(qos: DispatchQoS, completion: @escaping @Sendable () -> Void) {
    locked { $0.removeAll() }
    completion()
  }
}
