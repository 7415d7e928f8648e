/// A cache kept safe by the main actor: code that is there already reads it without waiting.
///
/// Calls from elsewhere wait for the main thread, with all else that happens on it.
@MainActor
public final class MainActorCache<Value: Sendable>: ImageCache {
  @usableFromInline var contents: CacheStore<Value>

  /// An empty cache.
  public nonisolated init(_ configuration: CacheConfiguration) {
    contents = CacheStore(configuration)
  }

  /// An empty cache.
  public nonisolated convenience init(limits: CacheLimits) {
    self.init(CacheConfiguration(limits: limits))
  }

  /// Keeps a value, replacing any under the same key.
  @discardableResult
  public func store(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions)
    -> StoreResult
  {
    contents.store(value, for: key, cost: cost, options: options)
  }

  /// Replaces the value under a key as one step: nothing in here awaits.
  @discardableResult
  public func update(
    _ key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) -> StoreResult? {
    contents.update(key, change)
  }

  /// The value under a key, which becomes the most recently used.
  @inlinable
  public func value(for key: CacheKey) -> Value? {
    contents.value(for: key)
  }

  /// Removes the value under a key, if any.
  public func remove(_ key: CacheKey) {
    contents.remove(key)
  }

  /// Removes every value, pinned ones too.
  public func removeAll() {
    contents.removeAll()
  }

  /// What the cache holds and has done.
  public func statistics() -> CacheStatistics {
    contents.statistics
  }
}
