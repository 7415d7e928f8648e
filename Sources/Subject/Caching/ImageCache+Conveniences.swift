public import Dispatch

// What a cache need not write itself.

/// A synchronous cache is an asynchronous one that never suspends. One whose calls wait for a queue
/// writes these itself, so that it suspends where it would block.
extension SynchronousImageCache {
  /// The value under a key, which becomes the most recently used.
  @inlinable
  public func value(for key: CacheKey) async -> Value? {
    cachedValue(for: key)
  }

  /// Replaces the value under a key as one step.
  @inlinable
  public func update(
    _ key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) async {
    changeValue(for: key, change)
  }

  /// Removes the value under a key, if any.
  @inlinable
  public func remove(_ key: CacheKey) async {
    removeValue(for: key)
  }
}

extension ImageCache {
  /// Keeps a value that neither expires nor is pinned.
  @inlinable
  @discardableResult
  public func store(_ value: Value, for key: CacheKey, cost: Int) async -> StoreResult {
    await store(value, for: key, cost: cost, options: EntryOptions())
  }
}

extension SynchronousImageCache {
  /// Keeps a value that neither expires nor is pinned.
  @inlinable
  public func setValue(_ value: Value, for key: CacheKey, cost: Int) {
    setValue(value, for: key, cost: cost, options: EntryOptions())
  }
}

extension CallbackImageCache {
  /// Keeps a value, at no urgency in particular.
  @inlinable
  public func store(
    _ value: Value, for key: CacheKey, cost: Int, options: EntryOptions = EntryOptions(),
    completion: @escaping @Sendable (StoreResult) -> Void
  ) {
    store(
      value, for: key, cost: cost, options: options, qos: .unspecified, completion: completion)
  }

  /// Replaces the value under a key as one step, at no urgency in particular.
  @inlinable
  public func update(
    _ key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?,
    completion: @escaping @Sendable () -> Void
  ) {
    update(key, qos: .unspecified, change, completion: completion)
  }

  /// Hands the value under a key to the handler, at no urgency in particular.
  @inlinable
  public func value(for key: CacheKey, completion: @escaping @Sendable (Value?) -> Void) {
    value(for: key, qos: .unspecified, completion: completion)
  }
}
