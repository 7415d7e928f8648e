/// A moment of a world's clock, in nanoseconds since the schedule began.
public struct VirtualInstant: InstantProtocol {
  /// Nanoseconds since the schedule began.
  public var nanoseconds: Int64 = 0

  /// The beginning of a schedule.
  public init() {}

  init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

  /// The moment that lies so much later, or the last there is: three centuries are for ever.
  public func advanced(by duration: Duration) -> VirtualInstant {
    let later = Duration.nanoseconds(nanoseconds) + duration
    let limits = (Duration.nanoseconds(Int64.min), Duration.nanoseconds(Int64.max))
    let (seconds, attoseconds) = min(max(later, limits.0), limits.1).components
    return VirtualInstant(nanoseconds: seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  /// How much later the other moment is.
  public func duration(to other: VirtualInstant) -> Duration {
    .nanoseconds(other.nanoseconds) - .nanoseconds(nanoseconds)
  }

  /// Whether one moment is before another.
  public static func < (one: VirtualInstant, other: VirtualInstant) -> Bool {
    one.nanoseconds < other.nanoseconds
  }
}

/// The world's clock: nothing waits for it, a deadline passes when the explorer chooses.
///
/// Only the earliest deadline may pass, which orders what sleeps; see ``World/timers`` for whether
/// it may pass while others can still run.
public struct VirtualClock: Clock, @unchecked Sendable {  // used with the baton
  let engine: Engine

  /// The moment it is in this schedule.
  public var now: VirtualInstant { engine.now }

  /// One nanosecond.
  public var minimumResolution: Duration { .nanoseconds(1) }

  /// Sleeps until the explorer lets the deadline pass; throws `CancellationError` on cancellation.
  public func sleep(until deadline: VirtualInstant, tolerance: Duration?) async throws {
    let engine = engine
    guard engine.admits("slept on the world’s clock") else { throw CancellationError() }
    if Task.isCancelled {
      // A loop that polls without heed of cancellation would otherwise never give its thread back.
      if engine.phase == .draining { await engine.takeAccess() }
      throw CancellationError()
    }
    let timer = engine.makeTimer()
    try await withTaskCancellationHandler {
      try await withUnsafeThrowingContinuation {
        (continuation: UnsafeContinuation<Void, any Error>) in
        guard !Task.isCancelled else {
          continuation.resume(throwing: CancellationError())
          return
        }
        engine.touch(engine.clockObject, writing: true)
        engine.add(.timer(deadline, continuation), process: timer)
      }
    } onCancel: {
      engine.cancelTimer(timer)
    }
  }
}

extension Engine {
  fileprivate func makeTimer() -> ProcessID {
    if clockObject < 0 { clockObject = makeObjects() }
    return addProcess(.single, name: "\(name(of: current.process))’s timer")
  }

  fileprivate func cancelTimer(_ timer: ProcessID) {
    guard admits("cancelled a sleeping task") else { return }
    let place = pending.buffer.firstIndex {
      if $0.process == timer, case .timer = $0.work { true } else { false }
    }
    guard let place else { return }
    let item = pending.remove(at: place)
    defer { item.release() }
    guard case .timer(_, let continuation) = item.work else { return }
    touch(clockObject, writing: true)
    continuation.resume(throwing: CancellationError())
  }
}
