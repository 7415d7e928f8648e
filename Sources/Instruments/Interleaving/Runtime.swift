import CInterleaving
import Evidence

// The private parts of the runtime that the explorer leans on, all of them in this file: the layout
// of a job's flags, a task's id, the hook for jobs that go to the pool. `Runtime.check()` holds them
// against the runtime at hand before anything is explored.

/// What the explorer knows of the runtime that Swift does not offer.
enum Runtime {
  /// The kinds of jobs, as the low byte of their flags.
  enum JobKind {
    static let task: UInt8 = 0
    /// Jobs that drain a default actor's own queue.
    static let defaultActor: ClosedRange<UInt8> = 192...194
    /// The first of the two jobs of a `Task.yield`.
    static let yield: UInt8 = 195
    static let isolatedDeinit: UInt8 = 196
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
  }

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
    return probe.take() == nil ? nil : layoutFault
  }

  private static let layoutFault =
    "this Swift runtime lays its jobs out otherwise than the one this explorer was written for "
    + "(Swift 6.3): use the toolchain that the README names"
}

/// The id of a job's task, which stays the same from one suspension to the next.
@_silgen_name("swift_task_getJobTaskId")
func taskID(_ job: UnownedJob) -> UInt64

/// Holds jobs back one at a time.
private final class LayoutProbe: TaskExecutor, @unchecked Sendable {  // used by one thread
  private var job: UnownedJob?

  func enqueue(_ job: consuming ExecutorJob) { self.job = UnownedJob(job) }

  func take() -> UnownedJob? {
    defer { job = nil }
    return job
  }

  func run(_ job: UnownedJob) { job.runSynchronously(on: asUnownedTaskExecutor()) }
}
