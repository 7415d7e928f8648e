import Foundation

/// A count that threads wait for until it has come down to zero.
public final class Latch: @unchecked Sendable {  // `condition` guards `count`
  private let condition = NSCondition()
  private var count: Int

  /// A latch that opens after `count` count-downs.
  public init(_ count: Int) {
    self.count = count
  }

  /// Counts down by one; further calls after zero change nothing.
  public func countDown() {
    condition.withLock {
      count -= 1
      if count <= 0 { condition.broadcast() }
    }
  }

  /// Blocks the thread until the count is zero. Never call it on the cooperative pool.
  public func wait() {
    condition.withLock {
      while count > 0 { condition.wait() }
    }
  }

  /// Blocks the thread until the count is zero or the time is up, and says whether it is zero.
  public func wait(atMost time: Duration) -> Bool {
    let (seconds, attoseconds) = time.components
    // A date too far ahead does not fit into the system's.
    let wait = min(Double(seconds) + Double(attoseconds) * 1e-18, 1e9)
    let end = Date(timeIntervalSinceNow: wait)
    return condition.withLock {
      while count > 0 {
        if !condition.wait(until: end) { return count <= 0 }
      }
      return true
    }
  }
}
