public import Dispatch

/// A cache kept safe by a concurrent queue: reads run side by side, writes alone, as barriers.
///
/// With recency a read is a write too, and reads side by side would race. So a read peeks, and what
/// it leaves to do (recency, statistics) follows in a barrier of its own. An eviction that comes
/// between the two does not know of the read. Only a read can be urgent.
public final class BarrierCache<Value: Sendable>:
  SynchronousImageCache, EnqueuingImageCache, @unchecked Sendable  // written only behind a barrier
{
  @usableFromInline let queue: DispatchQueue
  @usableFromInline let callbackQueue: DispatchQueue
  @usableFromInline var contents: CacheStore<Value>
  @usableFromInline let reentrancy = ReentrancyGuard()

  /// An empty cache on a concurrent queue of its own, answering on the given queue.
  public init(
    _ configuration: CacheConfiguration,
    callbackQueue: DispatchQueue = DispatchQueue(label: "triptych.BarrierCache.callbacks")
  ) {
    queue = DispatchQueue(label: "triptych.BarrierCache", attributes: .concurrent)
    self.callbackQueue = callbackQueue
    contents = CacheStore(configuration)
  }

  /// An empty cache on a concurrent queue of its own, answering on another.
  public convenience init(limits: CacheLimits) {
    self.init(CacheConfiguration(limits: limits))
  }

  /// Puts work behind all that was asked before, and lets nothing run beside it.
  ///
  /// Without a class of service: given one, Dispatch makes the barrier a mark inside the block.
  /// What stands between (the thread sanitizer does) does not see it, and reads run beside it.
  @inlinable
  public func enqueue<Result: Sendable>(
    qos: DispatchQoS, _ work: @escaping @Sendable (inout CacheStore<Value>) -> Result,
    answer: (@Sendable (Result) -> Void)?
  ) {
    reentrancy.assertOutside(self)
    queue.async(flags: .barrier) { [self] in
      let result = reentrancy.markingInside(self) { work(&contents) }
      if let answer { callbackQueue.async { answer(result) } }
    }
  }

  /// Reads beside other reads, and leaves word of it.
  @inlinable
  func peek(_ key: CacheKey) -> Value? {
    let value = contents.peek(key)
    let found = value != nil
    enqueue(qos: .unspecified, { $0.recordRead(of: key, found: found) }, answer: nil)
    return value
  }

  /// Puts a read behind all writes asked before; other reads may overtake it.
  @inlinable
  func enqueueRead(
    of key: CacheKey, qos: DispatchQoS = .unspecified, answer: @escaping @Sendable (Value?) -> Void
  ) {
    reentrancy.assertOutside(self)
    queue.async(qos: qos, flags: qos == .unspecified ? [] : .enforceQoS) { [self] in
      answer(peek(key))
    }
  }

  /// The value under a key, once all writes asked before are done; blocks this thread until then.
  @inlinable
  public func cachedValue(for key: CacheKey) -> Value? {
    reentrancy.assertOutside(self)
    return queue.sync { peek(key) }
  }

  /// The value under a key, which soon becomes the most recently used; suspends until it is there.
  @inlinable
  public func value(for key: CacheKey) async -> Value? {
    await withCheckedContinuation { waiting in
      enqueueRead(of: key) { waiting.resume(returning: $0) }
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
