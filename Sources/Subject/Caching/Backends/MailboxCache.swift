public import Dispatch

/// A cache owned by one task that reads one stream: an actor by hand, whose mailbox keeps order.
///
/// Posts of one thread take effect in the order made, whatever their priority, and a waiting caller
/// does not raise the consumer's. Handlers run on the consumer, between two messages: a slow one
/// delays the cache. The consumer ends, after what was posted, when the cache goes.
public final class MailboxCache<Value: Sendable>: EnqueuingImageCache {
  /// What is done to the store, giving what is to be done once it is no longer held.
  @usableFromInline
  typealias Message = @Sendable (inout CacheStore<Value>) -> @Sendable () -> Void

  @usableFromInline let mailbox: AsyncStream<Message>.Continuation

  // lesson: mailbox
  /// An empty cache, whose consumer runs on the given task executor if there is one.
  public init(_ configuration: CacheConfiguration, taskExecutor: (any TaskExecutor)? = nil) {
    let (messages, mailbox) = AsyncStream.makeStream(of: Message.self)
    self.mailbox = mailbox
    // Detached: the priority and the task-local values of whoever makes the cache are not its own.
    Task.detached(executorPreference: taskExecutor) {
      var contents = CacheStore<Value>(configuration)
      for await message in messages { message(&contents)() }
    }
  }
  // lesson: end

  /// An empty cache, whose consumer runs on the global pool.
  public convenience init(limits: CacheLimits) {
    self.init(CacheConfiguration(limits: limits))
  }

  deinit {
    mailbox.finish()
  }

  /// Posts work to the consumer; `answer` follows there, before the next message.
  ///
  /// Nothing guards against posts from inside a message: a post waits for nothing and cannot hang.
  @inlinable
  public func enqueue<Result: Sendable>(
    qos: DispatchQoS, _ work: @escaping @Sendable (inout CacheStore<Value>) -> Result,
    answer: (@Sendable (Result) -> Void)?
  ) {
    mailbox.yield { contents in
      let result = work(&contents)
      return { answer?(result) }
    }
  }
}
