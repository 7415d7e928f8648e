public import Dispatch

/// A cache whose calls wait in one line: the caller goes on, and is answered later.
///
/// All it has to write is how work gets in line. Awaiting suspends until the work is done and never
/// blocks a thread. What a synchronous cache of this kind writes is done later, before whatever the
/// same thread asks next.
public protocol EnqueuingImageCache<Value>: CallbackImageCache {
  /// Puts work at the end of the line and returns, then hands what it made to `answer`, if there
  /// is one.
  ///
  /// Work runs alone on the store. It must be quick and must not call the cache, as an update's
  /// closure must not. `answer` runs outside of it, where it may call the cache, synchronously too.
  func enqueue<Result: Sendable>(
    qos: DispatchQoS, _ work: @escaping @Sendable (inout CacheStore<Value>) -> Result,
    answer: (@Sendable (Result) -> Void)?)
}

// MARK: - Asynchronous

extension EnqueuingImageCache {
  /// Suspends until the work is done.
  ///
  /// The caller is resumed by the work itself, which saves the way over a handler: resuming runs
  /// nobody's code, it only makes the caller's task ready to go on elsewhere.
  @inlinable
  func enqueued<Result: Sendable>(
    _ work: @escaping @Sendable (inout CacheStore<Value>) -> Result
  ) async -> Result {
    await withCheckedContinuation { waiting in
      enqueue(qos: .unspecified, { waiting.resume(returning: work(&$0)) }, answer: nil)
    }
  }

  /// Keeps a value; suspends until it is done.
  @inlinable
  @discardableResult
  public func store(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions) async
    -> StoreResult
  {
    await enqueued { $0.store(value, for: key, cost: cost, options: options) }
  }

  /// Replaces the value under a key as one step; suspends until it is done.
  @inlinable
  @discardableResult
  public func update(
    _ key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) async -> StoreResult? {
    await enqueued { $0.update(key, change) }
  }

  /// The value under a key, which becomes the most recently used; suspends until it is there.
  @inlinable
  public func value(for key: CacheKey) async -> Value? {
    await enqueued { $0.value(for: key) }
  }

  /// Removes the value under a key, if any; suspends until it is done.
  @inlinable
  public func remove(_ key: CacheKey) async {
    await enqueued { $0.remove(key) }
  }

  /// Removes every value, pinned ones too; suspends until it is done.
  @inlinable
  public func removeAll() async {
    await enqueued { $0.removeAll() }
  }

  /// What the cache holds and has done; suspends until it is its turn.
  @inlinable
  public func statistics() async -> CacheStatistics {
    await enqueued { $0.statistics }
  }
}

// MARK: - Callbacks

extension EnqueuingImageCache {
  /// Keeps a value, then calls the handler.
  @inlinable
  public func store(
    _ value: Value, for key: CacheKey, cost: Int, options: EntryOptions, qos: DispatchQoS,
    completion: @escaping @Sendable (StoreResult) -> Void
  ) {
    enqueue(
      qos: qos, { $0.store(value, for: key, cost: cost, options: options) }, answer: completion)
  }

  /// Replaces the value under a key as one step, then calls the handler.
  @inlinable
  public func update(
    _ key: CacheKey, qos: DispatchQoS,
    _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?,
    completion: @escaping @Sendable (StoreResult?) -> Void
  ) {
    enqueue(qos: qos, { $0.update(key, change) }, answer: completion)
  }

  /// Hands the value under a key to the handler.
  @inlinable
  public func value(
    for key: CacheKey, qos: DispatchQoS, completion: @escaping @Sendable (Value?) -> Void
  ) {
    enqueue(qos: qos, { $0.value(for: key) }, answer: completion)
  }

  /// Removes the value under a key, if any, then calls the handler.
  @inlinable
  public func remove(
    _ key: CacheKey, qos: DispatchQoS, completion: @escaping @Sendable () -> Void
  ) {
    enqueue(qos: qos, { $0.remove(key) }, answer: { completion() })
  }

  /// Removes every value, pinned ones too, then calls the handler.
  @inlinable
  public func removeAll(qos: DispatchQoS, completion: @escaping @Sendable () -> Void) {
    enqueue(qos: qos, { $0.removeAll() }, answer: { completion() })
  }
}

// MARK: - Synchronous writes

/// A write without an answer need not be waited for: the line keeps it before the next call.
extension EnqueuingImageCache where Self: SynchronousImageCache {
  /// Keeps a value; seen by every later call of this thread.
  @inlinable
  public func setValue(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions) {
    enqueue(
      qos: .unspecified, { $0.store(value, for: key, cost: cost, options: options) }, answer: nil)
  }

  /// Replaces the value under a key as one step; seen by every later call of this thread.
  @inlinable
  public func changeValue(
    for key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) {
    enqueue(qos: .unspecified, { $0.update(key, change) }, answer: nil)
  }

  /// Removes the value under a key, if any; seen by every later call of this thread.
  @inlinable
  public func removeValue(for key: CacheKey) {
    enqueue(qos: .unspecified, { $0.remove(key) }, answer: nil)
  }

  /// Removes every value, pinned ones too; seen by every later call of this thread.
  @inlinable
  public func removeAllValues() {
    enqueue(qos: .unspecified, { $0.removeAll() }, answer: nil)
  }
}
