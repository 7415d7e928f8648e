import Caching
import Dispatch
import Foundation
import StudyKit

// What each child does, on real threads and the real main thread. `answered` is called where it
// comes to its end.

private let kept: [CacheKey: String] = ["a": "A", "b": "B"]

/// The cache that the explorer runs, behind what guards it for real.
private func callingCache(_ keeper: Keeper) -> CallingCache {
  CallingCache(kept, keeper == .queue ? DispatchQueue(label: "cache") : LockSection(lock: NSLock()))
}

private func callingActor() -> CallingActor { CallingActor(kept, on: QueueExecutor()) }

// MARK: - A handler calls again

func callAgainInside(_ keeper: Keeper, _ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let cache = callingCache(keeper)
  cache.value(for: "a") { _ in
    pulse.say("about to call again")
    cache.value(for: "b") { _ in answered() }
  }
}

func callAgainAfter(_ keeper: Keeper, _ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let cache = callingCache(keeper)
  cache.valueOutside(for: "a") { _ in
    pulse.say("about to call again")
    cache.valueOutside(for: "b") { _ in answered() }
  }
}

func callActorAgain(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let cache = callingActor()
  Task {
    await cache.value(for: "a") { _ in
      pulse.say("about to call again")
      await cache.value(for: "b") { _ in answered() }
    }
  }
}

// MARK: - Main waits

func waitForLock(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let io = NSLock()
  DispatchQueue.main.async {
    let isHeld = DispatchSemaphore(value: 0)
    // Begun in here: what io wants of the main thread is in line behind this.
    Thread.detachNewThread {
      io.withLock {
        isHeld.signal()
        DispatchQueue.main.sync {}
      }
    }
    isHeld.wait()
    pulse.say("about to wait for io")
    io.withLock { answered() }
  }
}

// lesson: main-waits
func waitForQueue(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let io = DispatchQueue(label: "io")
  DispatchQueue.main.async {
    io.async { DispatchQueue.main.sync {} }
    pulse.say("about to wait for io")
    io.sync { answered() }
  }
}

func waitForActor(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let io = callingActor()
  DispatchQueue.main.async {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await io.value(for: "a") { _ in await MainActor.run {} }
      done.signal()
    }
    pulse.say("about to wait for io")
    done.wait()
    answered()
  }
}
// lesson: end

// MARK: - Main goes on

func takeLockThatIsLetGo(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let io = NSLock()
  let isTold = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    io.withLock {}
    isTold.signal()
    DispatchQueue.main.sync { answered() }
  }
  DispatchQueue.main.async {
    isTold.wait()
    pulse.say("about to wait for io")
    io.withLock {}
  }
}

func leaveWordForMain(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let io = DispatchQueue(label: "io")
  DispatchQueue.main.async {
    io.async { DispatchQueue.main.async { answered() } }
    pulse.say("about to wait for io")
    io.sync {}
  }
}

func awaitActor(_ pulse: Pulse, answered: @escaping @Sendable () -> Void) {
  let io = callingActor()
  Task { @MainActor in
    pulse.say("about to await io")
    await io.value(for: "a") { _ in await MainActor.run {} }
    answered()
  }
}
