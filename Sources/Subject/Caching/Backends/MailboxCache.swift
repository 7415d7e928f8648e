public import Dispatch

/// A cache owned by one task that reads one stream: an actor made by hand, whose mailbox keeps order.
///
/// Posts of one thread take effect in the order made, whatever their priority, and a waiting caller
/// does not raise the consumer's. Handlers run on the consumer, between two messages: a slow one
/// delays the cache. The consumer ends, after what was posted, when the cache goes.
public final class MailboxCache<Value: Sendable>: CallbackImageCache {
  /// What is done to the store, giving what is to be done once it is no longer held.
  @usableFromInline
  typealias Message = @Sendable (inout CacheStore<Value>) -> @Sendable () -> Void

  @usableFromInline let mailbox: AsyncStream<Message>.Continuation

  // lesson: mailbox
  /// An empty cache, whose consumer runs on the given task executor if there is one.
  public init(_ parts: CacheParts) {
    let (messages, mailbox) = AsyncStream.makeStream(of: Message.self)
    self.mailbox = mailbox
    // Detached: the priority and the task-local values of whoever makes the cache are not its own.
    Task.detached(executorPreference: parts.taskExecutor) {
      var contents = CacheStore<Value>(parts)
      for await message in messages { message(&contents)() }
    }
  }
  // lesson: end

  deinit {
    mailbox.finish()
  }

  @inlinable
  func post<Result: Sendable>(
    _ work: @escaping @Sendable (inout CacheStore<Value>) -> Result,
    answer: @escaping @Sendable (Result) -> Void
  ) {
    mailbox.yield { contents in
      let result = work(&contents)
      return { answer(result) }
    }
  }
}

// MARK: - Asynchronous

extension MailboxCache {
  @inlinable
  func posted<Result: Sendable>(
    _ work: @escaping @Sendable (inout CacheStore<Value>) -> Result
  ) async -> Result {
    await withCheckedContinuation { waiting in
      post(work) { waiting.resume(returning: $0) }
    }
  }

  /// Keeps a value, replacing any under the same key.
  public func store(_ value: Value, for key: CacheKey, cost: Int, options: EntryOptions) async
    -> StoreResult
  {
    await posted { $0.store(value, for: key, cost: cost, options: options) }
  }

  /// Replaces the value under a key as one step.
  public func update(
    _ key: CacheKey, _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?
  ) async {
    await posted { $0.update(key, change) }
  }

  /// The value under a key, which becomes the most recently used.
  @inlinable
  public func value(for key: CacheKey) async -> Value? {
    await posted { $0.value(for: key) }
  }

  /// Removes the value under a key, if any.
  public func remove(_ key: CacheKey) async {
    await posted { $0.remove(key) }
  }

  /// Removes every value, pinned ones too.
  public func removeAll() async {
    await posted { $0.removeAll() }
  }

  /// What the cache holds and has done.
  public func statistics() async -> CacheStatistics {
    await posted { $0.statistics }
  }
}

// MARK: - Callbacks

extension MailboxCache {
  /// Posts a value to be kept; the handler runs on the consumer.
  public func store(
    _ value: Value, for key: CacheKey, cost: Int, options: EntryOptions, qos: DispatchQoS,
    completion: @escaping @Sendable (StoreResult) -> Void
  ) {
    post({ $0.store(value, for: key, cost: cost, options: options) }, answer: completion)
  }

  /// Posts a change to be made as one step; the handler runs on the consumer.
  public func update(
    _ key: CacheKey, qos: DispatchQoS,
    _ change: @escaping @Sendable (Value?) -> (value: Value, cost: Int)?,
    completion: @escaping @Sendable () -> Void
  ) {
    post({ $0.update(key, change) }, answer: completion)
  }

  /// Posts a read; the handler runs on the consumer.
  @inlinable
  public func value(
    for key: CacheKey, qos: DispatchQoS, completion: @escaping @Sendable (Value?) -> Void
  ) {
    post({ $0.value(for: key) }, answer: completion)
  }
}
