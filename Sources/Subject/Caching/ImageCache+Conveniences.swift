public import Dispatch

// The common case in fewer words: no options, no urgency.

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
    completion: @escaping @Sendable (StoreResult?) -> Void
  ) {
    update(key, qos: .unspecified, change, completion: completion)
  }

  /// Hands the value under a key to the handler, at no urgency in particular.
  @inlinable
  public func value(for key: CacheKey, completion: @escaping @Sendable (Value?) -> Void) {
    value(for: key, qos: .unspecified, completion: completion)
  }

  /// Removes the value under a key, if any, at no urgency in particular.
  @inlinable
  public func remove(_ key: CacheKey, completion: @escaping @Sendable () -> Void) {
    remove(key, qos: .unspecified, completion: completion)
  }

  /// Removes every value, pinned ones too, at no urgency in particular.
  @inlinable
  public func removeAll(completion: @escaping @Sendable () -> Void) {
    removeAll(qos: .unspecified, completion: completion)
  }
}
