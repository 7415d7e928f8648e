public import Dispatch

/// An executor that runs an actor's jobs on a serial queue, first in first out.
///
/// The order holds from one suspension to the next: what follows an `await` is a job of its own and
/// goes to the end of the queue.
public final class QueueExecutor: SerialExecutor {
  private let queue: DispatchQueue

  /// An executor on the given queue, which must be serial; on one of its own unless told otherwise.
  public init(queue: DispatchQueue = DispatchQueue(label: "triptych.QueueExecutor")) {
    self.queue = queue
  }

  // lesson: queue-executor
  /// Puts a job at the end of the queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
  // lesson: end

  /// Stops the process unless the running code is on the queue; lets `assumeIsolated` be used there.
  public func checkIsolated() {
    dispatchPrecondition(condition: .onQueue(queue))
  }
}
