import Evidence
import Interleaving
import Testing

/// The runtime runs cancellation handlers under a lock of its own on the task: a thread that
/// stopped in one would hold up all that resumes the task, where the explorer does not see it.
@Suite struct CancellationHandlerTests {
  @Test func `a handler that takes a lock holds nobody up who resumes its task`() async throws {
    let found = try await explore { world in
      let mailbox = Mailbox(world.lock("mailbox"))
      world.task("subject") { world.record("subject", await mailbox.wait()) }
      world.task("sender") { mailbox.answer("sent") }
      world.cancel("subject")
    }
    #expect(found.isComplete)
    #expect(found.names == ["subject = cancelled", "subject = sent"])
  }

  @Test func `nor does one that is run by a task of the program's own`() async throws {
    let found = try await explore { world in
      let mailbox = Mailbox(world.lock("mailbox"))
      let subject = world.task("subject") { world.record("subject", await mailbox.wait()) }
      world.task("sender") { mailbox.answer("sent") }
      world.task("canceller") { subject.cancel() }
    }
    #expect(found.isComplete)
    #expect(found.names == ["subject = cancelled", "subject = sent"])
  }

  @Test func `nor does that of a child, cancelled with its group`() async throws {
    let found = try await explore { world in
      let mailbox = Mailbox(world.lock("mailbox"))
      world.task("parent") {
        await withTaskGroup { group in
          group.addTask { world.record("child", await mailbox.wait()) }
          await Task.yield()
          group.cancelAll()
        }
      }
      world.task("sender") { mailbox.answer("sent") }
    }
    #expect(found.isComplete)
    #expect(found.names == ["child = cancelled", "child = sent"])
  }

  // MARK: Cancellation is sharing

  @Test func `a reduced search orders a task's steps with its cancellation, whoever cancels it`()
    async throws
  {
    let program = ExploredProgram("cancelled by a task") { world in
      let slate = Slate()
      world.task("parent") {
        let child = Task {
          slate.text += Task.isCancelled ? "c" : "-"
          await Task.yield()
          slate.text += Task.isCancelled ? "c" : "-"
        }
        await Task.yield()
        child.cancel()
      }
      world.task("other") {}
      world.outcome { slate.text }
    }
    let full = try await program.explore()
    #expect(full.names == ["--", "-c", "cc"])
    let reduced = try await program.explore(.init(strategy: .sourceDPOR))
    #expect(reduced.isComplete)
    #expect(reduced.names == full.names)
    #expect(reduced.schedules < full.schedules)
  }
}

/// Answers the one who waits, once: by what is sent or because it is cancelled.
private final class Mailbox: @unchecked Sendable {  // all state under `lock`
  private let lock: ControlledLock
  private var waiting: CheckedContinuation<String, Never>?
  private var answer: String?

  init(_ lock: ControlledLock) { self.lock = lock }

  func wait() async -> String {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer = lock.withLock {
          if self.answer == nil { waiting = continuation }
          return self.answer
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      self.answer("cancelled")
    }
  }

  func answer(_ text: String) {
    let waiter = lock.withLock {
      if answer == nil { answer = text }
      defer { waiting = nil }
      return waiting
    }
    waiter?.resume(returning: text)
  }
}
