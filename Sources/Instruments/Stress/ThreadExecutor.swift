import Foundation

/// A task executor with one thread of its own, on which a job may block without harm.
///
/// A task that prefers it runs its stretches on default actors there too, so an actor can be held
/// busy without taking a thread from the cooperative pool (SE-0417). The thread ends with the
/// executor.
public final class ThreadExecutor: TaskExecutor {
  private let inbox = Inbox()

  /// An executor whose thread starts now.
  public init() {
    startThread { [inbox] in
      while let jobs = inbox.next() {
        for (job, executor) in jobs { job.runSynchronously(on: executor) }
      }
    }
  }

  deinit {
    inbox.close()
  }

  /// Runs a job on the executor's thread after all that came before it.
  public func enqueue(_ job: consuming ExecutorJob) {
    inbox.add((UnownedJob(job), asUnownedTaskExecutor()))
  }
}

/// Jobs that wait for the thread; apart from the executor, which must not keep its thread alive.
private final class Inbox: @unchecked Sendable {  // `condition` guards the rest
  private let condition = NSCondition()
  private var jobs: [(UnownedJob, UnownedTaskExecutor)] = []
  private var isClosed = false

  func add(_ job: (UnownedJob, UnownedTaskExecutor)) {
    condition.withLock {
      jobs.append(job)
      condition.signal()
    }
  }

  func close() {
    condition.withLock {
      isClosed = true
      condition.signal()
    }
  }

  /// All jobs that wait, or `nil` when the executor is gone and nothing waits.
  func next() -> [(UnownedJob, UnownedTaskExecutor)]? {
    condition.withLock {
      while jobs.isEmpty && !isClosed { condition.wait() }
      defer { jobs = [] }
      return jobs.isEmpty ? nil : jobs
    }
  }
}
