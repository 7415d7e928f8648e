import Evidence
import Foundation
import Interleaving
import Testing

/// Cancellation handlers that take what the world controls: the runtime holds a lock of the task's
/// own while they run, on which whoever wakes the task would block.
struct CancellationTests {
  /// Somebody who waits until it is woken, or until it is cancelled.
  private final class Waiter: @unchecked Sendable {  // all state in `section`
    private let section: @Sendable (() -> Void) -> Void
    private var continuation: CheckedContinuation<Void, Never>?
    private var isOver = false

    init(_ section: @escaping @Sendable (() -> Void) -> Void) { self.section = section }

    func wait() async {
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          var isOver = false
          section {
            isOver = self.isOver
            if !isOver { self.continuation = continuation }
          }
          if isOver { continuation.resume() }
        }
      } onCancel: {
        wake()
      }
    }

    func wake() {
      var woken: CheckedContinuation<Void, Never>?
      section {
        (woken, continuation) = (continuation, nil)
        isOver = true
      }
      woken?.resume()
    }
  }

  private func play(in world: World, _ waiter: Waiter) {
    world.task("waiter") {
      await waiter.wait()
      world.record("waiter", Task.isCancelled ? "cancelled" : "woken")
    }
    world.thread("waker") { waiter.wake() }
    world.cancel("waiter")
  }

  @Test func `a handler may take a lock that whoever wakes the task takes too`() async throws {
    let found = try await explore { world in
      let lock = world.lock("lock")
      play(in: world, Waiter { lock.withLock($0) })
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["waiter = cancelled", "waiter = woken"])
  }

  @Test func `a handler may wait for a queue that whoever wakes the task waits for too`()
    async throws
  {
    let found = try await explore { world in
      let queue = DispatchQueue(label: "queue")
      play(in: world, Waiter { queue.sync(execute: $0) })
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["waiter = cancelled", "waiter = woken"])
  }
}
