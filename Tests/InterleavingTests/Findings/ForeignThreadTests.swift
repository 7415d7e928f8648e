import Evidence
import Foundation
import Interleaving
import Testing

/// What a thread that is not the explorer's does to a world comes to nothing and is found.
@Suite struct ForeignThreadTests {
  @Test(arguments: ["record", "cancel", "outcome", "lock", "unlock", "variable", "task", "sleep"])
  func `a thread of the program's own that uses the world is found`(_ use: String) async throws {
    let found = try await explore(use) { world in
      let (lock, variable, clock) = (world.lock("lock"), world.variable("x", 0), world.clock)
      world.task("subject") {
        // The step goes on once the thread is done, so that nothing hangs on its pace.
        let done = DispatchSemaphore(value: 0)
        Thread.detachNewThread {
          switch use {
          case "record": world.record("x", 1)
          case "cancel": world.cancel("subject")
          case "outcome": world.outcome { "foreign" }
          case "lock": lock.lock()
          case "unlock": lock.unlock()
          case "task": world.task("other") {}
          // At once and on this thread: the pool may be busy.
          case "variable": Task.immediate { await variable.write(1) }
          case "sleep": Task.immediate { try? await clock.sleep(for: .seconds(1)) }
          default: break
          }
          done.signal()
        }
        waitFor(done)
      }
    }
    #expect(found.kinds == [.escaped])
    #expect(found.findings.first?.message.contains("not the explorer’s") == true)
    #expect(found.names == ["finished"])
  }

  @Test func `a lock that is given back wrongly is a finding`() async throws {
    let unheld = try await explore("unheld") { world in
      let lock = world.lock("lock")
      world.thread("subject") { lock.unlock() }
    }
    #expect(unheld.kinds == [.trapped])
    let others = try await explore("others") { world in
      let lock = world.lock("lock")
      world.thread("holder") { lock.lock() }
      world.thread("other") { lock.unlock() }
    }
    #expect(others.kinds.contains(.trapped))
    let twice = try await explore("twice") { world in
      let lock = world.lock("lock")
      lock.lock()
      lock.lock()
    }
    #expect(twice.kinds == [.trapped])
  }
}

/// A task may not say so itself.
private func waitFor(_ semaphore: DispatchSemaphore) { semaphore.wait() }
