import Evidence
public import Foundation

/// A lock at which the explorer decides who goes first.
///
/// Given to code that takes any `NSLocking`. What lies between taking it and giving it back is one
/// step with the code before the next lock; code that touches shared state outside its sections
/// needs a lock that pauses at `unlock` too. In a cancellation handler it pauses only where it has
/// to wait. Not recursive.
public final class ControlledLock: NSLocking, @unchecked Sendable {  // used with the baton
  let engine: Engine
  /// What traces and deadlocks call it.
  public let name: String
  let object: ObjectID
  let pausesAtUnlock: Bool
  @exclusivity(unchecked) var isHeld = false
  @exclusivity(unchecked) var holder: ProcessID = -1

  init(_ engine: Engine, _ name: String, pausesAtUnlock: Bool) {
    self.engine = engine
    self.name = name
    self.pausesAtUnlock = pausesAtUnlock
    object = engine.makeObjects()
  }

  /// Waits its turn in the schedule, then takes the lock.
  public func lock() {
    guard engine.isOnItsThread else {
      fatalError(
        "the lock \(name) was taken on a thread that is not the explorer's: start that work by the "
          + "world, or give it another lock")
    }
    if isHeld ? engine.canPark : engine.canPause { engine.park(.lock(self)) }
    isHeld = true
    holder = engine.isInStep ? engine.current.process : -1
    engine.touch(object, writing: true, .acquire)
    engine.trace?.add(.acquires(lock: name))
  }

  /// Gives the lock back.
  public func unlock() {
    isHeld = false
    holder = -1
    engine.touch(object, writing: true)
    engine.trace?.add(.releases(lock: name))
    if pausesAtUnlock, engine.canPause { engine.park(.none) }
  }
}
