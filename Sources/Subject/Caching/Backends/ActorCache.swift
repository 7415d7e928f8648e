/// A cache kept safe by a default actor: the runtime lets one task in at a time.
///
/// It declares no executor. Calls that wait go by task priority first and by arrival second.
/// Though no actor can be subclassed it is marked `final`: only then are its calls specialised in
/// other modules, which halves the cost of a hit.
public final actor ActorCache<Value: Sendable>: ImageCache {
  @usableFromInline var contents: CacheStore<Value>

  /// An empty cache.
  public init(_ configuration: CacheConfiguration) {
    contents = CacheStore(configuration)
  }

  /// An empty cache.
  public init(limits: CacheLimits) {
    self.init(CacheConfiguration(limits: limits))
  }

  // lesson: actor-cache
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
  // lesson: end

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
