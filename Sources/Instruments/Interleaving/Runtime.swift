import CInterleaving
import Evidence

// The private parts of the runtime that the explorer leans on, all of them in this file: the
// layout of a job's flags, a task's id and status, the hook for jobs that go to the pool.
// `Runtime.check()` holds them against the runtime at hand before anything is explored.

/// What the explorer knows of the runtime that Swift does not offer.
enum Runtime {
  /// The kinds of jobs, as the low byte of their flags.
  enum JobKind {
    static let task: UInt8 = 0
    /// Jobs that drain a default actor's own queue.
    static let defaultActor: ClosedRange<UInt8> = 192...194
    /// The first of the two jobs of a `Task.yield`.
    static let yield: UInt8 = 195
  }

  /// A job's flags: kind, priority, and for a task whose child it is.
  struct JobFlags {
    let bits: UInt32

    @inline(__always) init(_ job: UnownedJob) {
      bits = unsafeBitCast(job, to: UnsafeRawPointer.self)
        .load(fromByteOffset: 32, as: UInt32.self)
    }

    @inline(__always) var kind: UInt8 { UInt8(truncatingIfNeeded: bits) }
    @inline(__always) var priority: UInt8 { UInt8(truncatingIfNeeded: bits >> 8) }
    /// A child of a group or of an `async let`.
    @inline(__always) var isChild: Bool { bits & (1 << 24 | 1 << 26) != 0 }
    /// A task that was made with an executor preference or has its parent's, and any immediate one.
    @inline(__always) var prefersExecutor: Bool { bits & 1 << 29 != 0 }
  }

  /// Runs a job as a thread of the pool would.
  static func runOnPool(_ job: UnownedJob) { run(job, on: pool) }

  /// The executor of tasks that prefer none, which is none: two empty words.
  private static let pool = unsafeBitCast((0, 0), to: UnownedSerialExecutor.self)

  /// Keeps the task of a job alive. Not for children: those of an `async let` lie in their parent.
  static func retainTask(of job: UnownedJob) -> Unmanaged<AnyObject> {
    Unmanaged<AnyObject>.fromOpaque(unsafeBitCast(job, to: UnsafeRawPointer.self)).retain()
  }

  /// Whether a task has come to its end.
  static func isComplete(_ task: Unmanaged<AnyObject>) -> Bool {
    status(of: task.toOpaque()) & complete != 0
  }

  /// Whether a task has been cancelled.
  static func isCancelled(_ task: UnsafeMutableRawPointer) -> Bool {
    status(of: task) & cancelled != 0
  }

  /// Whether the runtime holds its lock on a task's status: it runs cancellation handlers under it.
  static func isLocked(_ task: UnsafeMutableRawPointer) -> Bool { status(of: task) & locked != 0 }

  private static func status(of task: UnsafeMutableRawPointer) -> UInt32 {
    statusOffset.map { task.load(fromByteOffset: $0, as: UInt32.self) } ?? 0
  }

  /// Where a task keeps its status, whose low byte is its priority: found by looking at a task that
  /// waits and has then ended. `nil` where nothing or more than one thing looks like it.
  private static let statusOffset: Int? = {
    let probe = LayoutProbe()
    Task(executorPreference: probe, priority: .low) {}
    guard let job = probe.take() else { return nil }
    let task = retainTask(of: job)
    defer { task.release() }
    let offsets = stride(from: 64, to: 160, by: 4).map { $0 }
    func words() -> [UInt32] {
      offsets.map { task.toOpaque().load(fromByteOffset: $0, as: UInt32.self) }
    }
    let waiting = words()
    probe.run(job)
    let found = zip(offsets, zip(waiting, words())).filter { _, word in
      word.0 & 0xff == TaskPriority.low.rawValue && word.1 & 0xff == TaskPriority.low.rawValue
        && word.0 & complete == 0 && word.1 & complete != 0
    }
    return found.count == 1 ? found[0].0 : nil
  }()
  private static let complete: UInt32 = 0x2000
  private static let cancelled: UInt32 = 0x100
  private static let locked: UInt32 = 0x200

  /// Whether the runtime is laid out as this file says; else why not, as a sentence.
  static let fault: String? = check()

  private static func check() -> String? {
    guard interleaving_take_jobs({ Engine.adopt(job: $1, for: $0) }) else {
      return "this Swift runtime does not let jobs that go to the pool be taken over"
    }
    _ = Engine.takesQueues
    let probe = LayoutProbe()
    Task(executorPreference: probe, priority: .low) { await Task.yield() }
    guard let first = probe.take() else { return layoutFault }
    let flags = JobFlags(first)
    guard flags.kind == JobKind.task, flags.priority == TaskPriority.low.rawValue, !flags.isChild
    else { return layoutFault }
    let task = taskID(first)
    probe.run(first)
    guard let second = probe.take(), JobFlags(second).kind == JobKind.yield else {
      return layoutFault
    }
    probe.run(second)
    guard let third = probe.take(), JobFlags(third).kind == JobKind.task, taskID(third) == task
    else { return layoutFault }
    probe.run(third)
    guard probe.take() == nil, statusOffset != nil, tellsOfCancellation() else {
      return layoutFault
    }
    interleaving_catch_traps { Engine.trapped($1, in: $0) }
    return nil
  }

  /// Whether a task that is cancelled, and one whose handler runs, look as this file says.
  private static func tellsOfCancellation() -> Bool {
    let probe = LayoutProbe()
    let task = Task(executorPreference: probe) {
      await withTaskCancellationHandler {
        await Task.yield()
      } onCancel: {
        probe.sawLock = probe.task.map(isLocked)
      }
    }
    let address = unsafeBitCast(task, to: UnsafeMutableRawPointer.self)
    probe.task = address
    guard let first = probe.take() else { return false }
    probe.run(first)
    let wasClear = !isCancelled(address) && !isLocked(address)
    task.cancel()
    let isTold = isCancelled(address) && !isLocked(address) && probe.sawLock == true
    while let job = probe.take() { probe.run(job) }
    return wasClear && isTold
  }

  private static let layoutFault =
    "this Swift runtime lays its jobs out otherwise than the one this explorer was written for "
    + "(Swift 6.3): use the toolchain that the README names"
}

/// The id of a job's task, which stays the same from one suspension to the next.
@_silgen_name("swift_task_getJobTaskId")
func taskID(_ job: UnownedJob) -> UInt64

@_silgen_name("swift_job_run")
private func run(_ job: UnownedJob, on executor: UnownedSerialExecutor)

/// Holds jobs back one at a time.
private final class LayoutProbe: TaskExecutor, @unchecked Sendable {  // used by one thread
  private var job: UnownedJob?
  /// A task whose cancellation handler looks whether it is locked, and what it saw.
  var task: UnsafeMutableRawPointer?
  var sawLock: Bool?

  func enqueue(_ job: consuming ExecutorJob) { self.job = UnownedJob(job) }

  func take() -> UnownedJob? {
    defer { job = nil }
    return job
  }

  func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}
