import Foundation
import Synchronization

/// Jobs that arrive from threads that are not the exploration's, and what such threads do to the
/// world: all of it outside the explorer's order.
final class ForeignJobs: @unchecked Sendable {  // guarded by the condition
  struct Arrival {
    var job: UnownedJob
    var lane: Lane?
    /// The schedule that its executor belongs to.
    var schedule: UInt32
  }

  private let condition = NSCondition()
  private var arrivals: [Arrival] = []
  private var touches: [String] = []
  private let isFilled = Atomic<Bool>(false)

  /// Whether there are any; asked before every step, so it costs next to nothing.
  @inline(__always) var areThere: Bool { isFilled.load(ordering: .acquiring) }

  func add(_ job: UnownedJob, on lane: Lane?, of schedule: UInt32) {
    condition.withLock {
      arrivals.append(Arrival(job: job, lane: lane, schedule: schedule))
      isFilled.store(true, ordering: .releasing)
      condition.signal()
    }
  }

  /// Keeps what such a thread would have done.
  func note(_ touch: String) {
    condition.withLock {
      touches.append(touch)
      isFilled.store(true, ordering: .releasing)
      condition.signal()
    }
  }

  /// Takes them all out.
  func removeAll() -> (arrivals: [Arrival], touches: [String]) {
    condition.withLock {
      isFilled.store(false, ordering: .releasing)
      defer { (arrivals, touches) = ([], []) }
      return (arrivals, touches)
    }
  }

  /// Waits until there are any, at most so long; returns whether there are.
  func wait(_ patience: Duration) -> Bool {
    let deadline = Date(timeIntervalSinceNow: Double(patience.nanoseconds) / 1e9)
    return condition.withLock {
      while arrivals.isEmpty && touches.isEmpty, condition.wait(until: deadline) {}
      return !(arrivals.isEmpty && touches.isEmpty)
    }
  }
}
