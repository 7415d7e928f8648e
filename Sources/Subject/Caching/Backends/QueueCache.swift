public import Dispatch

/// A cache kept safe by a serial queue: work waits in one line, and goes in the order it came.
///
/// Synchronous writes return at once and are done later, before whatever the same thread asks next.
/// Handlers run on a queue of their own. The asynchronous interface suspends and never blocks a
/// thread of the pool.
public final class QueueCache<Value: Sendable>:
  SynchronousImageCache, CallbackImageCache, @unchecked Sendable  // `contents` only on `queue`
{
  @usableFromInline let queue: DispatchQueue
  @usableFromInline let callbackQueue: DispatchQueue
  @usableFromInline var contents: CacheStore<Value>

  /// An empty cache on the given serial queue, answering on another; both its own unless told
  /// otherwise.
  public init(
    _ parts: CacheParts,
    queue: DispatchQueue = DispatchQueue(label: "triptych.QueueCache"),
    callbackQueue: DispatchQueue = DispatchQueue(label: "triptych.QueueCache.callbacks")
  ) {
    self.queue = queue
    self.callbackQueue = callbackQueue
    contents = CacheStore(parts)
  }

  // lesson: queue-cache
  /// Puts work at the end of the line, and hands what it makes to `answer`, still on the queue.
  @inlinable
  func enqueue<Result>(
    qos: DispatchQoS = .unspecified,
    _ work: @escaping @Sendable (inout CacheStore<Value>) -> Result,
    answer: @escaping @Sendable (Result) -> Void = { _ in }
  ) {
    assertOutside(self)
    // Enforced, a class of service hurries the line along; it never changes the order in it.
    queue.async(qos: qos, flags: qos == .unspecified ? [] : .enforceQoS) {
      answer(markingInside(self) { work(&self.contents) })
    }
  }
  // lesson: end

  /// Keeps a value; seen by every later call of this thread.
  public func setValue(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions) {
    enqueue { $0.store(value, for: key, cost: cost, options: options) }
  }

  /// Replaces the value under a key as one step; seen by every later call of this thread.
  public func changeValue(
    for key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) {
    enqueue { $0.update(key, change) }
  }

  /// The value under a key, once all that was asked before is done; blocks this thread until then.
  @inlinable
  public func cachedValue(for key: CacheKey) -> Value? {
    assertOutside(self)
    return queue.sync { markingInside(self) { contents.value(for: key) } }
  }

  /// Removes the value under a key, if any; seen by every later call of this thread.
  public func removeValue(for key: CacheKey) {
    enqueue { $0.remove(key) }
  }
}

// MARK: - Asynchronous

extension QueueCache {
  @inlinable
  func enqueued<Result: Sendable>(
    _ work: @escaping @Sendable (inout CacheStore<Value>) -> Result
  ) async -> Result {
    await withCheckedContinuation { waiting in
      enqueue(work) { waiting.resume(returning: $0) }
    }
  }

  /// Keeps a value; suspends until it is done.
  public func store(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions) async
    -> StoreResult
  {
    await enqueued { $0.store(value, for: key, cost: cost, options: options) }
  }

  /// Replaces the value under a key as one step; suspends until it is done.
  public func update(
    _ key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) async {
    await enqueued { $0.update(key, change) }
  }

  /// The value under a key, which becomes the most recently used; suspends until it is there.
  @inlinable
  public func value(for key: CacheKey) async -> Value? {
    await enqueued { $0.value(for: key) }
  }

  /// Removes the value under a key, if any; suspends until it is done.
  public func remove(_ key: CacheKey) async {
    await enqueued { $0.remove(key) }
  }

  /// Removes every value, pinned ones too; suspends until it is done.
  public func removeAll() async {
    await enqueued { $0.removeAll() }
  }

  /// What the cache holds and has done.
  public func statistics() async -> CacheStatistics {
    await enqueued { $0.statistics }
  }
}

// MARK: - Callbacks

extension QueueCache {
  /// Keeps a value, then calls the handler on the callback queue.
  public func store(
    _ value: Value, for key: CacheKey, cost: Int, options: EntryOptions, qos: DispatchQoS,
    completion: @escaping @Sendable (StoreResult) -> Void
  ) {
    enqueue(qos: qos) {
      $0.store(value, for: key, cost: cost, options: options)
    } answer: { [callbackQueue] result in
      callbackQueue.async { completion(result) }
    }
  }

  /// Replaces the value under a key as one step, then calls the handler on the callback queue.
  public func update(
    _ key: CacheKey, qos: DispatchQoS,
    _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?,
    completion: @escaping @Sendable () -> Void
  ) {
    enqueue(qos: qos) {
      $0.update(key, change)
    } answer: { [callbackQueue] in
      callbackQueue.async(execute: completion)
    }
  }

  /// Hands the value under a key to the handler, on the callback queue.
  @inlinable
  public func value(
    for key: CacheKey, qos: DispatchQoS, completion: @escaping @Sendable (Value?) -> Void
  ) {
    enqueue(qos: qos) {
      $0.value(for: key)
    } answer: { [callbackQueue] value in
      callbackQueue.async { completion(value) }
    }
  }
}
