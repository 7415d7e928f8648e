public import Foundation

/// A loader kept safe by a lock: a cancelled caller has left when its cancel returns.
///
/// Where it was the last, a load that has not begun by then never does.
public final class LockedLoader<Value: Sendable, Lock: NSLocking & SendableMetatype>:
  CoalescingLoader, @unchecked Sendable  // `state` only under `lock`
{
  private let configuration: LoaderConfiguration<Value>
  private let lock: Lock
  private var state: State
  private let reentrancy = ReentrancyGuard()

  /// An empty loader behind the given lock, an `NSLock` unless told otherwise.
  ///
  /// Tasks are started under the lock: the configuration's executor must not run one at once.
  public init(_ configuration: LoaderConfiguration<Value>, lock: Lock = NSLock()) {
    self.configuration = configuration
    self.lock = lock
    state = State(
      cache: configuration.cache, options: configuration.options, width: configuration.width)
  }

  // lesson: locked-loader
  /// The value under a key: the one kept, or what its load makes, started now or under way.
  public func value(for key: CacheKey) async throws -> Value {
    let id = WaiterID()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let caller = waiting(id, continuation)
        perform { state in
          // Looked at in here: a cancel later than this waits for the lock and finds the caller.
          guard !Task.isCancelled else { return [.answer(continuation, .cancelled)] }
          return state.join(key, caller)
        }
      }
    } onCancel: {
      perform { $0.leave(id) }
    }
  }

  private func perform(_ section: (inout State) -> [State.Action]) {
    reentrancy.assertOutside(self)
    lock.lock()
    let actions = reentrancy.markingInside(self) {
      let actions = section(&state)
      state.startLoads(start)
      return actions
    }
    lock.unlock()
    for action in actions { action.perform() }
  }
  // lesson: end

  private func start(_ load: LoadID, of key: CacheKey, at priority: TaskPriority)
    -> Task<Void, Never>
  {
    startTask(of: load, key, at: priority, configuration) { [self] result in
      perform { $0.finish(load, result) }
    }
  }

  /// Keeps a value, newer than any load of its key, and answers those who wait; never suspends.
  public func store(_ value: Value, for key: CacheKey) async {
    let cost = configuration.cost(value)
    perform { $0.store(value, for: key, cost: cost) }
  }

  /// Removes the value under a key, if any; what is being loaded is not kept. Never suspends.
  public func remove(_ key: CacheKey) async {
    perform {
      $0.remove(key)
      return []
    }
  }

  /// Removes every value; what is being loaded is not kept. Never suspends.
  public func removeAll() async {
    perform {
      $0.removeAll()
      return []
    }
  }
}
