public import Dispatch

/// A cache of values by key that may be shared between tasks and threads.
///
/// The value under a key changes, or is read, at one instant between the start and the end of the
/// call that is awaited. Recency and statistics may follow a read a little later. In what order
/// calls made *without awaiting* take effect is what the backends differ in: each says so.
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
  /// `change` runs inside the guarded section: it must be quick and must not call the cache. Nor
  /// may the `deinit` of a value, since values may be let go in there.
  /// It is given `nil` where nothing is kept, and removes the entry by returning `nil`. Pin and
  /// expiry of an existing entry stay as they are. What became of the new value is returned, since
  /// one that is refused leaves nothing under the key; `nil` where `change` made none.
  @discardableResult
  func update(
    _ key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) async -> StoreResult?

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
/// order they are made, though a write may still be on its way when its call returns; that is why
/// no write tells here what became of it.
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

  /// Removes every value, pinned ones too.
  func removeAllValues()
}

/// A cache whose calls take effect in the order one thread makes them, and answer by a handler.
///
/// The handler may run before the call returns, on the caller's thread, where the cache does its
/// work there; elsewhere the call returns at once and the handler runs later on another thread. It
/// always runs outside the guarded section, so it may call the cache. `qos` says how urgent the
/// caller finds the call; it never changes the order.
public protocol CallbackImageCache<Value>: ImageCache {
  /// Keeps a value, then tells the handler what became of it.
  func store(
    _ value: Value, for key: CacheKey, cost: Int, options: EntryOptions, qos: DispatchQoS,
    completion: @escaping @Sendable (StoreResult) -> Void)

  /// Replaces the value under a key as one step, then tells the handler what became of the new
  /// one; see ``ImageCache/update(_:_:)``.
  func update(
    _ key: CacheKey, qos: DispatchQoS,
    _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?,
    completion: @escaping @Sendable (StoreResult?) -> Void)

  /// Hands the value under a key to the handler.
  func value(
    for key: CacheKey, qos: DispatchQoS, completion: @escaping @Sendable (Value?) -> Void)

  /// Removes the value under a key, if any, then calls the handler.
  func remove(_ key: CacheKey, qos: DispatchQoS, completion: @escaping @Sendable () -> Void)

  /// Removes every value, pinned ones too, then calls the handler.
  func removeAll(qos: DispatchQoS, completion: @escaping @Sendable () -> Void)
}
