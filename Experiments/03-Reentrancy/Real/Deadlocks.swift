import Dispatch
import Foundation
import StudyKit

/// Counts its readers, and hands each its number: inside the section, or after it.
final class HandingCache: @unchecked Sendable {  // `readers` only in `section`
  private let section: any Section
  private let handsOverInside: Bool
  private var readers = 0

  init(_ section: any Section, handsOverInside: Bool) {
    self.section = section
    self.handsOverInside = handsOverInside
  }

  // lesson: handler-inside
  /// Hands the reader its number.
  func value(_ handler: (Int) -> Void) {
    if handsOverInside {
      section { handler(count()) }
    } else {
      handler(section { count() })
    }
  }
  // lesson: end

  private func count() -> Int {
    readers += 1
    return readers
  }
}

/// The same as an actor: its handler can call again only by an await, which lets the call in.
actor HandingActor {
  private var readers = 0

  func value(_ handler: @Sendable (Int) async -> Void) async {
    readers += 1
    await handler(readers)
  }
}

@Sendable
func callHandlerOfActor(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let cache = HandingActor()
  Task {
    await cache.value { _ in
      pulse.say("about to call again")
      await cache.value { _ in answered() }
    }
  }
}

// MARK: - Main waits

@Sendable
func waitForLockThatWaits(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let lock = NSLock()
  let isHeld = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    lock.withLock {
      isHeld.signal()
      DispatchQueue.main.sync {}
    }
  }
  DispatchQueue.main.async {
    isHeld.wait()
    pulse.say("about to wait for io")
    lock.withLock { answered() }
  }
}

// lesson: main-waits
@Sendable
func waitForQueueThatWaits(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let io = DispatchQueue(label: "io")
  DispatchQueue.main.async {
    io.async { DispatchQueue.main.sync {} }
    pulse.say("about to wait for io")
    io.sync { answered() }
  }
}

@Sendable
func waitForActorThatHops(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let io = HandingActor()
  DispatchQueue.main.async {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await io.value { _ in await MainActor.run {} }
      done.signal()
    }
    pulse.say("about to wait for io")
    done.wait()
    answered()
  }
}
// lesson: end

// MARK: - Main goes on

@Sendable
func askMainAfterLock(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let cache = HandingCache(LockSection(lock: NSLock()), handsOverInside: false)
  let isAsked = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    cache.value { _ in
      isAsked.signal()
      DispatchQueue.main.sync { answered() }
    }
  }
  DispatchQueue.main.async {
    isAsked.wait()
    pulse.say("about to take the lock")
    cache.value { _ in }
  }
}

@Sendable
func leaveWordOnQueue(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let io = DispatchQueue(label: "io")
  DispatchQueue.main.async {
    io.async { DispatchQueue.main.async { answered() } }
    pulse.say("about to wait for io")
    io.sync {}
  }
}

@Sendable
func awaitActor(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let io = HandingActor()
  Task { @MainActor in
    pulse.say("about to await io")
    await io.value { _ in await MainActor.run {} }
    answered()
  }
}
