/// What the three loaders share: how a load is run, and how what their state decides is done.
extension CoalescingLoader where Self: AnyObject {
  typealias State = LoaderState<Value, CheckedContinuation<Value, any Error>, Task<Void, Never>>
  typealias Loaded = Result<(value: Value, cost: Int), any Error>

  /// The calling task as one that waits.
  func waiting(_ id: WaiterID, _ continuation: CheckedContinuation<Value, any Error>)
    -> State.Waiting
  {
    State.Waiting(
      id: id, waiter: continuation, priority: Task.currentPriority, inside: RunningLoad.id(in: self)
    )
  }

  /// Starts a load's task, detached: the task-local values of whoever came first are not its own.
  func startTask(
    of load: LoadID, _ key: CacheKey, at priority: TaskPriority,
    _ configuration: LoaderConfiguration<Value>,
    finish: @escaping @Sendable (Loaded) async -> Void
  ) -> Task<Void, Never> {
    Task.detached(executorPreference: configuration.taskExecutor, priority: priority) {
      let result: Loaded = await RunningLoad.$current.withValue(
        RunningLoad(loader: self, id: load)
      ) {
        do {
          // Who was cancelled before it began never loads.
          try Task.checkCancellation()
          let value = try await configuration.load(key)
          return .success((value, configuration.cost(value)))
        } catch {
          return .failure(error)
        }
      }
      await finish(result)
    }
  }
}

extension LoaderState.Action
where
  Value: Sendable, Waiter == CheckedContinuation<Value, any Error>, Handle == Task<Void, Never>
{
  /// Does it; outside the section, since each of these may run code of others.
  func perform() {
    switch self {
    case .answer(let continuation, let result): continuation.resume(with: result)
    case .cancel(let task): task.cancel()
    case .escalate(let task, let priority): task.escalatePriority(to: priority)
    }
  }
}

/// The load that the running code is part of.
///
/// It holds the loader, so that what a load leaves behind never meets another one at its address.
private struct RunningLoad: Sendable {
  @TaskLocal static var current: RunningLoad?
  let loader: any AnyObject & Sendable
  let id: LoadID

  static func id(in loader: AnyObject) -> LoadID? {
    current.flatMap { $0.loader === loader ? $0.id : nil }
  }
}

extension Result where Failure == any Error {
  /// The answer to a cancelled caller.
  static var cancelled: Self { .failure(CancellationError()) }
}
