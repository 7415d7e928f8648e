public import Dispatch

/// A cache of values by key that may be shared between tasks and threads.
///
/// Every call takes effect at one instant between its start and its end. In what order calls made
/// *without awaiting* take effect is what the backends differ in; see ``Backend/waiting``.
public protocol ImageCache<Value>: Sendable {
  /// What is kept: an image as a rule, but any value that may be shared.
  associatedtype Value: Sendable

  /// Keeps a value, replacing any under the same key, and evicts what must go to stay in limits.
  ///
  /// `cost` is what the value counts against the limit. It is explicit because a forgotten cost
  /// would make the limit meaningless.
  @discardableResult
  func store(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions) async
    -> StoreResult

  /// Replaces the value under a key by what `change` makes of it, as one step.
  ///
  /// `change` runs inside the guarded section: it must be quick and must not call the cache.
  /// It is given `nil` where nothing is kept, and removes the entry by returning `nil`. Pin and
  /// expiry of an existing entry stay as they are.
  func update(
    _ key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) async

  /// The value under a key, which becomes the most recently used.
  func value(for key: CacheKey) async -> Value?

  /// Removes the value under a key, if any.
  func remove(_ key: CacheKey) async

  /// Removes every value, pinned ones too.
  func removeAll() async

  /// What the cache holds and has done.
  func statistics() async -> CacheStatistics
}

/// A cache that answers before the caller's next line, without a suspension.
///
/// What a lock or a queue can promise and an actor cannot. Calls by one thread take effect in the
/// order they are made, though a write may still be on its way when its call returns.
/// The names differ from the asynchronous ones because an asynchronous context would always prefer
/// those.
public protocol SynchronousImageCache<Value>: ImageCache {
  /// Keeps a value; seen by every later call of this thread.
  func setValue(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions)

  /// Replaces the value under a key as one step; see ``ImageCache/update(_:_:)`` for `change`.
  func changeValue(
    for key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?)

  /// The value under a key, which becomes the most recently used.
  func cachedValue(for key: CacheKey) -> Value?

  /// Removes the value under a key, if any.
  func removeValue(for key: CacheKey)
}

/// A cache whose calls return at once, take effect in the order made, and answer by a handler.
///
/// Handlers run outside the guarded section, so they may call the cache. `qos` says how urgent the
/// caller finds the call; it never changes the order.
public protocol CallbackImageCache<Value>: ImageCache {
  /// Keeps a value, then tells the handler what became of it.
  func store(
    _ value: Value, for key: CacheKey, cost: Int, options: EntryOptions, qos: DispatchQoS,
    completion: @escaping @Sendable (StoreResult) -> Void)

  /// Replaces the value under a key as one step, then calls the handler.
  func update(
    _ key: CacheKey, qos: DispatchQoS,
    _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?,
    completion: @escaping @Sendable () -> Void)

  /// Hands the value under a key to the handler.
  func value(
    for key: CacheKey, qos: DispatchQoS, completion: @escaping @Sendable (Value?) -> Void)
}
