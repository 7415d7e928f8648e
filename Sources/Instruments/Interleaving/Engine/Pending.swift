/// The next step of a process, waiting to be chosen.
///
/// Jobs, which nearly all are, lie in it without a reference that would have to be counted: a
/// pending step is moved and copied many times before it runs.
struct Pending {
  var process: ProcessID
  /// The process's place in the ring of delay bounding: pending steps lie in this order.
  var turn: UInt64
  /// When it came, which orders what waits for one executor.
  var arrival: UInt32
  /// The step that made it possible; -1 for none.
  var cause: Int32
  var priority: UInt8
  /// The job, where it is one, and the executor it waits for.
  let job: UnownedJob?
  let executor: Unmanaged<Lane>?
  /// What it is otherwise.
  private let special: Unmanaged<Special>?

  private final class Special {
    let work: Work
    init(_ work: Work) { self.work = work }
  }

  init(
    _ work: Work, process: ProcessID, turn: UInt64, arrival: UInt32, cause: Int32, priority: UInt8
  ) {
    self.process = process
    self.turn = turn
    self.arrival = arrival
    self.cause = cause
    self.priority = priority
    if case .job(let job, let lane) = work {
      self.job = job
      executor = lane.map(Unmanaged.passUnretained)
      special = nil
    } else {
      job = nil
      executor = nil
      special = Unmanaged.passRetained(Special(work))
    }
  }

  /// Lets go of what it holds; to be called once, by whoever takes it out of what is pending.
  @inline(__always)
  func release() { special?.release() }

  /// What there is to do.
  var work: Work {
    if let job { return .job(job, lane) }
    guard let special else { preconditionFailure("a pending step is a job or something else") }
    return special._withUnsafeGuaranteedRef { $0.work }
  }

  /// The job, where it is one that waits for no executor.
  @inline(__always) var freeJob: UnownedJob? { executor == nil ? job : nil }

  /// Whether it is a job.
  @inline(__always) var isJob: Bool { job != nil }

  enum Work {
    /// A job, of an executor or of none.
    case job(UnownedJob, Lane?)
    /// The beginning of a thread.
    case body(() -> Void)
    /// A thread that stopped where it was.
    case parked(Worker, Condition)
    /// A task's next declared access.
    case access(UnsafeContinuation<Void, Never>)
    /// Something the program does by itself, such as cancelling a task.
    case action(() -> Void)
    /// A sleep on the world's clock.
    case timer(VirtualInstant, UnsafeContinuation<Void, any Error>)
    /// A block in a queue's line.
    case block(QueueWork, ControlledQueue)
    /// A block that gets in line at a moment of the world's clock.
    case delayed(VirtualInstant, QueueWork, ControlledQueue)
  }

  /// What a parked thread waits for.
  enum Condition {
    /// Nothing: it stopped so that others may go first.
    case none
    case lock(ControlledLock)
    /// Its turn on a queue.
    case turn(ControlledQueue, isExclusive: Bool)
    /// That everybody has left a group.
    case group(ControlledGroup)
  }

  /// The name of the executor or queue that it runs on; `nil` where it is a step of nobody's.
  var place: String? {
    if isJob { return lane?.name }
    if case .block(_, let queue) = work { return queue.name }
    return nil
  }

  /// The executor that it waits for, if any.
  @inline(__always) var lane: Lane? { executor?.takeUnretainedValue() }

  /// The queue in whose line it waits, if any, and whether it is to run there alone.
  var turnInLine: (queue: ControlledQueue, isExclusive: Bool)? {
    if isJob { return nil }
    return switch work {
    case .block(let block, let queue): (queue, queue.isExclusive(block.isBarrier))
    case .parked(_, .turn(let queue, let isExclusive)): (queue, isExclusive)
    default: nil
    }
  }

  /// The moment of the world's clock that it waits for, if any.
  var deadline: VirtualInstant? {
    if isJob { return nil }
    return switch work {
    case .timer(let deadline, _), .delayed(let deadline, _, _): deadline
    default: nil
    }
  }
}

/// Whatever takes steps one after another.
struct Process {
  /// The runtime's id of the task; 0 for what is none.
  var task: UInt64
  var turn: UInt64
  var parent: ProcessID
  /// What the program calls it; empty where it has to be named by its parent.
  var name: String
  var kind: Kind
  /// Whether it has come to its end; only known of what the program itself started.
  var isFinished = false
  /// The last of its steps; -1 for none.
  var lastStep: Int32 = -1
  /// The task, kept alive so that its end can be told; only for what nobody else accounts for.
  var watched: Unmanaged<AnyObject>? {
    didSet { taskAddress = watched?.toOpaque() }
  }
  /// Whether it is a task that prefers no executor, and would run on the pool.
  var isOfPool = false
  /// Where the task lies, if one of the two keeps it alive.
  var taskAddress: UnsafeMutableRawPointer?
  /// Whether some step may cancel it.
  var isCancellable = false
  /// The task, where the program started it.
  var handle: Task<Void, Never>? {
    didSet { taskAddress = handle.map { unsafeBitCast($0, to: UnsafeMutableRawPointer.self) } }
  }
  /// Whether some step has cancelled it; only looked for where accesses are recorded.
  var isCancelled = false
  /// The queue whose block it is, among the engine's, and its number there, from 1; -1 for none.
  var block: (queue: Int32, number: Int32) = (-1, 0)

  enum Kind {
    /// A task or thread of the program's own.
    case declared
    /// A child of a group or of an `async let`: its parent awaits it.
    case child
    /// A task that a step sent to the pool, or other work that a step began.
    case adopted
    /// A block on a queue, a timer, a cancellation: it ends with its step.
    case single
  }
}
