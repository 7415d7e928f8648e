/// A loader kept safe by an actor, on an executor that is handed to it.
///
/// Nobody can tell an actor anything at once: a cancel has to start a task that hops there. The
/// caller leaves when that arrives, and a load may begin until then.
public final actor ActorLoader<Value: Sendable>: CoalescingLoader {
  private nonisolated let configuration: LoaderConfiguration<Value>
  private nonisolated let executor: any SerialExecutor
  private var state: State

  /// Where every call runs.
  public nonisolated var unownedExecutor: UnownedSerialExecutor {
    executor.asUnownedSerialExecutor()
  }

  /// An empty loader on the given executor, a queue of its own unless told otherwise.
  public init(
    _ configuration: LoaderConfiguration<Value>, executor: any SerialExecutor = QueueExecutor()
  ) {
    self.configuration = configuration
    self.executor = executor
    state = State(
      cache: configuration.cache, options: configuration.options, width: configuration.width)
  }

  // lesson: actor-loader
  /// The value under a key: the one kept, or what its load makes, started now or under way.
  public func value(for key: CacheKey) async throws -> Value {
    let id = WaiterID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        // Looked at in the job that joins: a cancel later than this arrives after it, and one that
        // arrives before finds nobody, but has marked the task.
        guard !Task.isCancelled else { return continuation.resume(with: .cancelled) }
        perform(state.join(key, waiting(id, continuation)))
      }
    } onCancel: {
      Task(executorPreference: configuration.taskExecutor) { await self.leave(id) }
    }
  }

  private func leave(_ id: WaiterID) {
    perform(state.leave(id))
  }

  private func perform(_ actions: [State.Action]) {
    state.startLoads(start)
    for action in actions { action.perform() }
  }
  // lesson: end

  private func start(_ load: LoadID, of key: CacheKey, at priority: TaskPriority)
    -> Task<Void, Never>
  {
    startTask(of: load, key, at: priority, configuration) { await self.finish(load, $0) }
  }

  private func finish(_ load: LoadID, _ result: Loaded) {
    perform(state.finish(load, result))
  }

  /// Keeps a value, newer than any load of its key, and answers those who wait.
  public func store(_ value: Value, for key: CacheKey) {
    perform(state.store(value, for: key, cost: configuration.cost(value)))
  }

  /// Removes the value under a key, if any; what is being loaded is not kept.
  public func remove(_ key: CacheKey) {
    state.remove(key)
  }

  /// Removes every value; what is being loaded is not kept.
  public func removeAll() {
    state.removeAll()
  }
}
