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
    guard engine.admits("took the lock \(name)") else { return }
    if isHeld, !engine.isInStep, engine.phase == .idle {
      fatalError("the set-up takes the lock \(name) twice, and would wait for itself for ever")
    }
    if isHeld ? engine.canPark : engine.canPause { engine.park(.lock(self)) }
    isHeld = true
    holder = engine.isInStep ? engine.current.process : -1
    engine.touch(object, writing: true, .acquire)
    engine.trace?.add(.acquires(lock: name))
  }

  /// Gives the lock back, which the running task must hold.
  public func unlock() {
    guard engine.admits("gave the lock \(name) back") else { return }
    if engine.isInStep, engine.phase == .exploring {
      if !isHeld { fatalError("the lock \(name) is given back, and nobody holds it") }
      if holder >= 0, holder != engine.current.process {
        fatalError("the lock \(name) is given back by another than took it")
      }
    }
    isHeld = false
    holder = -1
    engine.touch(object, writing: true)
    engine.trace?.add(.releases(lock: name))
    if pausesAtUnlock, engine.canPause { engine.park(.none) }
  }
}
