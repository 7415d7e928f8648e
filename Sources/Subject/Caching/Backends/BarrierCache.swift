public import Dispatch

/// A cache kept safe by a concurrent queue: reads run side by side, writes alone, as barriers.
///
/// With recency a read is a write too, and reads side by side would race. So a read peeks, and what
/// it leaves to do (recency, statistics) follows in a barrier of its own. An eviction that comes
/// between the two does not know of the read. Only a read can be urgent.
public final class BarrierCache<Value: Sendable>:
  SynchronousImageCache, CallbackImageCache, @unchecked Sendable  // written only behind a barrier
{
  @usableFromInline let queue: DispatchQueue
  @usableFromInline let callbackQueue: DispatchQueue
  @usableFromInline var contents: CacheStore<Value>
  @usableFromInline let reentrancy = ReentrancyGuard()

  /// An empty cache on a concurrent queue of its own, answering on the given queue.
  public init(
    _ parts: CacheParts,
    callbackQueue: DispatchQueue = DispatchQueue(label: "triptych.BarrierCache.callbacks")
  ) {
    queue = DispatchQueue(label: "triptych.BarrierCache", attributes: .concurrent)
    self.callbackQueue = callbackQueue
    contents = CacheStore(parts)
  }

  /// Puts work behind all that was asked before, and lets nothing run beside it.
  ///
  /// Without a class of service: given one, Dispatch makes the barrier a mark inside the block.
  /// What stands between (the thread sanitizer does) does not see it, and reads run beside it.
  @inlinable
  func enqueueAlone<Result>(
    _ work: @escaping @Sendable (inout CacheStore<Value>) -> Result,
    answer: @escaping @Sendable (Result) -> Void = { _ in }
  ) {
    reentrancy.assertOutside(self)
    queue.async(flags: .barrier) {
      answer(self.reentrancy.markingInside(self) { work(&self.contents) })
    }
  }

  /// Reads beside other reads, and leaves word of it.
  @inlinable
  func peek(_ key: CacheKey) -> Value? {
    let value = contents.peek(key)
    let found = value != nil
    enqueueAlone { $0.recordRead(of: key, found: found) }
    return value
  }

  /// Puts a read behind all writes asked before; other reads may overtake it.
  @inlinable
  func enqueueRead(
    of key: CacheKey, qos: DispatchQoS = .unspecified,
    answer: @escaping @Sendable (Value?) -> Void
  ) {
    reentrancy.assertOutside(self)
    queue.async(qos: qos, flags: qos == .unspecified ? [] : .enforceQoS) {
      answer(self.peek(key))
    }
  }

  /// Keeps a value; seen by every later call of this thread.
  public func setValue(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions) {
    enqueueAlone { $0.store(value, for: key, cost: cost, options: options) }
  }

  /// Replaces the value under a key as one step; seen by every later call of this thread.
  public func changeValue(
    for key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) {
    enqueueAlone { $0.update(key, change) }
  }

  /// The value under a key, once all writes asked before are done; blocks this thread until then.
  @inlinable
  public func cachedValue(for key: CacheKey) -> Value? {
    reentrancy.assertOutside(self)
    return queue.sync { peek(key) }
  }

  /// Removes the value under a key, if any; seen by every later call of this thread.
  public func removeValue(for key: CacheKey) {
    enqueueAlone { $0.remove(key) }
  }
}

// MARK: - Asynchronous

extension BarrierCache {
  @inlinable
  func alone<Result: Sendable>(
    _ work: @escaping @Sendable (inout CacheStore<Value>) -> Result
  ) async -> Result {
    await withCheckedContinuation { waiting in
      enqueueAlone(work) { waiting.resume(returning: $0) }
    }
  }

  /// Keeps a value; suspends until it is done.
  public func store(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions) async
    -> StoreResult
  {
    await alone { $0.store(value, for: key, cost: cost, options: options) }
  }

  /// Replaces the value under a key as one step; suspends until it is done.
  public func update(
    _ key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) async {
    await alone { $0.update(key, change) }
  }

  /// The value under a key, which soon becomes the most recently used; suspends until it is there.
  @inlinable
  public func value(for key: CacheKey) async -> Value? {
    await withCheckedContinuation { waiting in
      enqueueRead(of: key) { waiting.resume(returning: $0) }
    }
  }

  /// Removes the value under a key, if any; suspends until it is done.
  public func remove(_ key: CacheKey) async {
    await alone { $0.remove(key) }
  }

  /// Removes every value, pinned ones too; suspends until it is done.
  public func removeAll() async {
    await alone { $0.removeAll() }
  }

  /// What the cache holds and has done.
  public func statistics() async -> CacheStatistics {
    await alone { $0.statistics }
  }
}

// MARK: - Callbacks

extension BarrierCache {
  /// Keeps a value, then calls the handler on the callback queue.
  public func store(
    _ value: Value, for key: CacheKey, cost: Int, options: EntryOptions, qos: DispatchQoS,
    completion: @escaping @Sendable (StoreResult) -> Void
  ) {
    enqueueAlone {
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
    enqueueAlone {
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
    enqueueRead(of: key, qos: qos) { [callbackQueue] value in
      callbackQueue.async { completion(value) }
    }
  }
}
