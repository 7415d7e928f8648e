public import Dispatch

/// A loader kept safe by a serial queue: callers suspend while their work waits in its line.
///
/// Awaiting never blocks a thread. A cancel gets in line too: the caller leaves when its turn is
/// there, and a load may begin until then.
public final class QueueLoader<Value: Sendable>:
  CoalescingLoader, @unchecked Sendable  // `state` only on `queue`
{
  private let configuration: LoaderConfiguration<Value>
  private let queue: DispatchQueue
  private var state: State

  /// An empty loader on the given serial queue, one of its own unless told otherwise.
  public init(
    _ configuration: LoaderConfiguration<Value>,
    queue: DispatchQueue = DispatchQueue(label: "triptych.QueueLoader")
  ) {
    self.configuration = configuration
    self.queue = queue
    state = State(
      cache: configuration.cache, options: configuration.options, width: configuration.width)
  }

  // lesson: queue-loader
  /// The value under a key: the one kept, or what its load makes, started now or under way.
  public func value(for key: CacheKey) async throws -> Value {
    try Task.checkCancellation()
    let id = WaiterID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let caller = waiting(id, continuation)
        enqueue { $0.join(key, caller) }
        // A cancel before this line was in line before the join, and found nobody there.
        if Task.isCancelled { enqueue { $0.leave(id) } }
      }
    } onCancel: {
      enqueue { $0.leave(id) }
    }
  }

  private func enqueue(
    _ section: @escaping @Sendable (inout State) -> [State.Action],
    done: CheckedContinuation<Void, Never>? = nil
  ) {
    queue.async { [self] in
      let actions = section(&state)
      state.startLoads(start)
      for action in actions { action.perform() }
      done?.resume()
    }
  }
  // lesson: end

  private func start(_ load: LoadID, of key: CacheKey, at priority: TaskPriority)
    -> Task<Void, Never>
  {
    startTask(of: load, key, at: priority, configuration) { [self] result in
      enqueue { $0.finish(load, result) }
    }
  }

  /// Keeps a value, newer than any load of its key, and answers those who wait; suspends until it
  /// is done.
  public func store(_ value: Value, for key: CacheKey) async {
    let cost = configuration.cost(value)
    await enqueued { $0.store(value, for: key, cost: cost) }
  }

  /// Removes the value under a key, if any; what is being loaded is not kept.
  public func remove(_ key: CacheKey) async {
    await enqueued {
      $0.remove(key)
      return []
    }
  }

  /// Removes every value; what is being loaded is not kept.
  public func removeAll() async {
    await enqueued {
      $0.removeAll()
      return []
    }
  }

  private func enqueued(_ section: @escaping @Sendable (inout State) -> [State.Action]) async {
    await withCheckedContinuation { enqueue(section, done: $0) }
  }
}
