/// The same actor on an executor that is handed to it.
///
/// Declaring `unownedExecutor` makes it another kind of actor than a default one, so both exist:
/// this one lets an explorer decide who goes next, and on a ``QueueExecutor`` calls that wait go in
/// order of arrival, whatever their priority.
public final actor ExecutorActorCache<Value: Sendable>: ImageCache {
  private nonisolated let executor: any SerialExecutor
  @usableFromInline var contents: CacheStore<Value>

  /// Where every call runs.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// An empty cache on the given executor, a queue of its own unless told otherwise.
  public init(_ configuration: CacheConfiguration, executor: any SerialExecutor = QueueExecutor()) {
    self.executor = executor
    contents = CacheStore(configuration)
  }

  /// An empty cache on a queue of its own.
  public init(limits: CacheLimits) {
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
