import Dispatch
import Evidence
import Foundation
import Interleaving
import Testing

@Suite struct EscapeTests {
  @Test func `a sleep on a real clock names the task`() async throws {
    let found = try await explore { world in
      world.task("sleeper") { try await Task.sleep(for: .milliseconds(1)) }
    }
    #expect(found.kinds == [.escaped])
    // Told as it goes to sleep, or as it comes back if that is soon.
    let message = try #require(found.findings.first?.message)
    #expect(
      message.hasPrefix("sleeper called dispatch_") && message.contains("(as Task.sleep does)")
        || message.hasPrefix("sleeper, suspended since step 1, was woken"), "\(message)")
    #expect(message.contains("the world’s clock"))
  }

  @Test func `a continuation resumed by a real thread is an escape`() async throws {
    let thread = try await explore { world in
      let cell = Cell(world.serialExecutor("cell"))
      let gate = Gate()
      world.task("caller") { await cell.waitForThread(at: gate) }
      world.task("opener") { await cell.open(gate) }
    }
    #expect(thread.kinds == [.escaped])
    #expect(thread.findings.first?.message.hasPrefix("caller, suspended since step 2") == true)
  }

  @Test func `tasks that a step starts are adopted, and waited for`() async throws {
    let found = try await explore { world in
      let slate = Slate()
      world.task("parent") {
        Task { slate.text += "a" }
        Task.detached { slate.text += "b" }
        await free(slate)
      }
      world.outcome { slate.text }
    }
    #expect(found.isComplete)
    // The call goes on in the same step, as it would on the pool.
    #expect(found.names == ["fab", "fba"])
  }

  @Test func `a task that nobody resumes is an outcome and a finding`() async throws {
    let found = try await explore { world in
      world.task("waiter") {
        await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
      }
      world.task("other") {}
    }
    #expect(found.names == ["waiter never finished"])
    #expect(found.schedules == 2)
    #expect(found.kinds == [.unfinished])
    let finding = try #require(found.findings.first)
    #expect(finding.message.contains("waiter in step"))
    #expect(finding.schedule != nil)
    #expect(found.outcomes.first?.trace.waits.count == 1)
  }

  @Test func `an adopted task that nobody resumes is noticed`() async throws {
    let found = try await explore { world in
      world.task("parent") {
        Task { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
      }
    }
    #expect(found.names == ["parent/1 never finished"])
    #expect(found.kinds == [.unfinished])
  }

  @Test func `a child that nobody resumes keeps its parent unfinished`() async throws {
    let found = try await explore { world in
      world.task("parent") {
        await withTaskGroup(of: Void.self) { group in
          group.addTask { await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in } }
          group.addTask {}
        }
      }
    }
    #expect(found.names == ["parent never finished"])
  }

  @Test func `a task of an earlier schedule that wakes is an escape`() async throws {
    let kept = Slate()
    let waiting = Waiting()
    let found = try await explore { world in
      kept.number += 1
      let isFirst = kept.number == 1
      world.task("waiter") {
        if isFirst {
          await withUnsafeContinuation { waiting.continuation = $0 }
        } else {
          waiting.continuation?.resume()
          waiting.continuation = nil
        }
      }
      world.task("other") {}
    }
    #expect(found.kinds.contains(.escaped))
  }
}

private final class Waiting: @unchecked Sendable {  // used by one step at a time
  var continuation: UnsafeContinuation<Void, Never>?
}

/// Holds a thread of the world outside back until the task that waits for it has suspended.
private final class Gate: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)
  func open() { semaphore.signal() }
  func wait() { semaphore.wait() }
}

private func free(_ slate: Slate) async { slate.text += "f" }

extension Cell {
  fileprivate func waitForThread(at gate: Gate) async {
    await withCheckedContinuation { continuation in
      Thread {
        gate.wait()
        continuation.resume()
      }.start()
    }
  }

  fileprivate func open(_ gate: Gate) { gate.open() }
}
