public import Dispatch

/// A cache kept safe by a serial queue: work waits in one line, and goes in the order it came.
///
/// Handlers run on a queue of their own, so that they may read synchronously from the cache's.
public final class QueueCache<Value: Sendable>:
  SynchronousImageCache, EnqueuingImageCache, @unchecked Sendable  // `contents` only on `queue`
{
  @usableFromInline let queue: DispatchQueue
  @usableFromInline let callbackQueue: DispatchQueue
  @usableFromInline var contents: CacheStore<Value>
  @usableFromInline let reentrancy = ReentrancyGuard()

  /// An empty cache on the given serial queue, answering on another; both its own unless told
  /// otherwise.
  public init(
    _ configuration: CacheConfiguration,
    queue: DispatchQueue = DispatchQueue(label: "triptych.QueueCache"),
    callbackQueue: DispatchQueue = DispatchQueue(label: "triptych.QueueCache.callbacks")
  ) {
    self.queue = queue
    self.callbackQueue = callbackQueue
    contents = CacheStore(configuration)
  }

  /// An empty cache on a queue of its own, answering on another.
  public convenience init(limits: CacheLimits) {
    self.init(CacheConfiguration(limits: limits))
  }

  // lesson: queue-cache
  /// Puts work at the end of the line; what it makes goes to `answer`, on the other queue.
  @inlinable
  public func enqueue<Result: Sendable>(
    qos: DispatchQoS, _ work: @escaping @Sendable (inout CacheStore<Value>) -> Result,
    answer: (@Sendable (Result) -> Void)?
  ) {
    reentrancy.assertOutside(self)
    // Enforced, a class of service hurries the line along; it never changes the order in it.
    queue.async(qos: qos, flags: qos == .unspecified ? [] : .enforceQoS) { [self] in
      let result = reentrancy.markingInside(self) { work(&contents) }
      if let answer { callbackQueue.async { answer(result) } }
    }
  }
  // lesson: end

  /// The value under a key, once all that was asked before is done; blocks this thread until then.
  @inlinable
  public func cachedValue(for key: CacheKey) -> Value? {
    reentrancy.assertOutside(self)
    return queue.sync { reentrancy.markingInside(self) { contents.value(for: key) } }
  }
}
