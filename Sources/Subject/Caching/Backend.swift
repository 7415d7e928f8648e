/// What happens to calls that arrive while the cache is busy with another.
public enum WaitingOrder: String, Codable, Sendable {
  /// The caller's thread blocks; who goes next is left to the lock.
  case blocked
  /// Calls wait in a line and run in the order they arrived, whatever their priority.
  case callOrder
  /// Waiting calls run by task priority, and in order of arrival only within one priority.
  case priority
}

/// What a backend is made of: the points at which a caller may take control.
public struct CacheParts: Sendable {
  /// How much the cache may hold.
  public var limits: CacheLimits
  /// Where a backend that starts a task of its own runs it; `nil` for the global pool.
  public var taskExecutor: (any TaskExecutor)?
  /// The time since some fixed instant; read only for entries that expire.
  public var now: @Sendable () -> Duration

  /// Parts on the given clock, the continuous one unless told otherwise.
  public init(
    limits: CacheLimits, taskExecutor: (any TaskExecutor)? = nil,
    clock: some Clock<Duration> = ContinuousClock()
  ) {
    self.limits = limits
    self.taskExecutor = taskExecutor
    now = elapsed(on: clock)
  }
}

/// Reads a clock as the time since this call.
private func elapsed<C: Clock<Duration>>(on clock: C) -> @Sendable () -> Duration {
  let start = clock.now
  return { start.duration(to: clock.now) }
}

/// One way to keep the cache safe, as every experiment and contract test finds it.
public struct Backend<Value: Sendable>: Sendable, CustomStringConvertible {
  /// The type's name, as given to `--backend`.
  public let name: String
  /// What guards the store, in a few words.
  public let guardedBy: String
  /// What happens to calls that arrive while the cache is busy.
  public let waiting: WaitingOrder
  /// Makes an empty cache.
  public let make: @Sendable (CacheParts) -> any ImageCache<Value>

  /// Describes a backend.
  public init(
    _ name: String, guardedBy: String, waiting: WaitingOrder,
    make: @escaping @Sendable (CacheParts) -> any ImageCache<Value>
  ) {
    self.name = name
    self.guardedBy = guardedBy
    self.waiting = waiting
    self.make = make
  }

  /// The backend's name.
  public var description: String { name }
}
