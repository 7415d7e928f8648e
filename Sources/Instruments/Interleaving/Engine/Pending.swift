/// The next step of a process, waiting to be chosen.
struct Pending {
  var process: ProcessID
  /// The process's place in the ring of delay bounding: pending steps lie in this order.
  var turn: UInt64
  /// When it came, which orders what waits for one executor.
  var arrival: UInt32
  /// The step that made it possible; -1 for none.
  var cause: Int32
  var priority: UInt8
  var work: Work

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

  /// The executor that it waits for, if any.
  @inline(__always) var lane: Lane? {
    if case .job(_, let lane) = work { lane } else { nil }
  }

  /// The queue in whose line it waits, if any, and whether it is to run there alone.
  var turnInLine: (queue: ControlledQueue, isExclusive: Bool)? {
    switch work {
    case .block(let block, let queue): (queue, queue.isExclusive(block.isBarrier))
    case .parked(_, .turn(let queue, let isExclusive)): (queue, isExclusive)
    default: nil
    }
  }

  /// The moment of the world's clock that it waits for, if any.
  var deadline: VirtualInstant? {
    switch work {
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
  /// Whether some step may cancel it.
  var isCancellable = false
  /// The queue whose block it is, among the engine's, and the how manieth there; -1 for none.
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
