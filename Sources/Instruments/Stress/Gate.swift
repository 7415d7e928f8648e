import Foundation

/// A door that threads wait at until it is opened, once and for good.
public final class Gate: @unchecked Sendable {  // `condition` guards `isOpen`
  private let condition = NSCondition()
  private var isOpen = false

  /// A closed gate.
  public init() {}

  /// Lets everyone through, now and later.
  public func open() {
    condition.withLock {
      isOpen = true
      condition.broadcast()
    }
  }

  /// Blocks the thread until the gate is open. Never call it on the cooperative pool.
  public func wait() {
    condition.withLock {
      while !isOpen { condition.wait() }
    }
  }
}
