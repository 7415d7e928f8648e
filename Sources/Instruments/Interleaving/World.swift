public import Evidence

/// What one schedule of an explored program is made of.
///
/// A program sets its world up anew for every schedule: the objects it shares, the tasks that share
/// them, and what is to be told of them at the end. The set-up itself is no step.
///
/// On Linux nothing has to be made for queues of Dispatch's: blocks and sections on them are steps,
/// on the main queue and the main actor too. Elsewhere code to be explored takes its queue through
/// a protocol of its own, behind which a program puts one of the world's executors or locks.
public final class World: TaskExecutor, @unchecked Sendable {  // used with the baton
  let engine: Engine
  /// Which schedule it is the world of.
  let schedule: UInt32
  /// The order of executors that name none of their own.
  public let policy: ExecutorPolicy
  /// When deadlines of ``clock`` may pass.
  @exclusivity(unchecked) public var timers = Timers.anyTime
  /// Whether what a task does before its first declared access is no step of its own.
  ///
  /// Right only where nothing is shared in it but declared variables.
  @exclusivity(unchecked) public var startsAtFirstAccess = false

  @exclusivity(unchecked) var outcome: Outcome?
  /// What tasks threw, to follow the outcome.
  @exclusivity(unchecked) private(set) var thrown = ""
  @exclusivity(unchecked) private var records: [(name: String, value: String)] = []

  /// When a deadline may pass.
  public enum Timers: Sendable {
    /// Whenever the explorer chooses, as on a machine that is slow at any point.
    case anyTime
    /// Only when nothing else can go on, as on a machine that is infinitely fast.
    case whenIdle
  }

  enum Outcome {
    case immediate(() -> String)
    case awaited(@Sendable () async -> String)
  }

  init(engine: Engine, policy: ExecutorPolicy) {
    self.engine = engine
    schedule = engine.schedule &+ 1
    self.policy = policy
  }

  /// Takes a job of a task that prefers this executor; called by the runtime.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !engine.isOnItsThread {
      engine.foreign.add(job, on: nil, of: schedule)
    } else if engine.schedule == schedule {
      engine.accept(job, on: nil)
    } else {
      engine.arrivedLate()
    }
  }

  // MARK: Who takes part

  /// Starts a task; what it throws becomes part of the outcome.
  @discardableResult
  public func task(
    _ name: String, priority: TaskPriority? = nil,
    operation: @escaping @Sendable () async throws -> Void
  ) -> Task<Void, Never> {
    guard engine.admits("started the task \(name)") else { return Task {} }
    let process = engine.addProcess(.declared, name: name)
    engine.awaited = process
    let task = Task(executorPreference: self, priority: priority) { [self] in
      do {
        try await operation()
      } catch {
        thrown += "; \(name) threw \(error)"
      }
      engine.finish(process)
    }
    engine.processes[Int(process)].handle = task
    return task
  }

  /// Starts a thread, for code that blocks rather than awaits.
  public func thread(_ name: String, body: @escaping @Sendable () -> Void) {
    guard engine.admits("started the thread \(name)") else { return }
    let process = engine.addProcess(.declared, name: name)
    let engine = engine
    engine.add(
      .body {
        body()
        engine.finish(process)
      }, process: process)
  }

  /// Lets the task of a name be cancelled, at any point of the schedule.
  ///
  /// A step of its own, with all that the task's cancellation handlers do. The runtime holds a lock
  /// of its own on the task meanwhile, so they stop at none of the world's locks or queues, unless
  /// they have to wait there.
  ///
  /// - Precondition: the world has started a task of that name.
  public func cancel(_ name: String) {
    guard engine.admits("let \(name) be cancelled") else { return }
    let process = engine.processes.buffer.firstIndex { $0.handle != nil && $0.name == name }
    guard let process, let task = engine.processes[process].handle else {
      fatalError("no task is called \(name): start it before it is to be cancelled")
    }
    engine.addCancellation(of: ProcessID(process), called: name, task)
  }

  // MARK: What they share

  /// An executor for an actor under test, given to it in its initialiser.
  public func serialExecutor(
    _ name: String, policy: ExecutorPolicy? = nil
  ) -> any SerialExecutor {
    Lane(engine, name, policy ?? self.policy)
  }

  /// A lock for code that takes any `NSLocking`.
  public func lock(_ name: String, pausesAtUnlock: Bool = false) -> ControlledLock {
    ControlledLock(engine, name, pausesAtUnlock: pausesAtUnlock)
  }

  /// A variable whose every access is a step.
  public func variable<Value: Sendable>(_ name: String, _ value: Value) -> Variable<Value> {
    Variable(engine, name, value)
  }

  /// A clock on which sleeping takes no time.
  public var clock: VirtualClock { VirtualClock(engine: engine) }

  /// A function that suspends before it answers, in place of the network or the disk.
  public func stub<each Argument: Sendable, Answer: Sendable>(
    _ name: String = "stub", answer: @escaping @Sendable (repeat each Argument) throws -> Answer
  ) -> @Sendable (repeat each Argument) async throws -> Answer {
    { [engine] (arguments: repeat each Argument) in
      guard engine.admits("asked \(name)") else { return try answer(repeat each arguments) }
      engine.trace?.add(.note("\(name) asked"))
      await engine.takeAccess()
      engine.trace?.add(.note("\(name) answers"))
      return try answer(repeat each arguments)
    }
  }

  // MARK: What comes out

  /// Notes a result by name, which is no step; a second one under a name replaces the first.
  public func record(_ name: String, _ value: some Sendable) {
    let value = "\(value)"
    guard engine.admits("recorded \(name) = \(value)") else { return }
    engine.trace?.add(.note("\(name) = \(value)"))
    if let place = records.firstIndex(where: { $0.name == name }) {
      records[place].value = value
    } else {
      records.append((name, value))
    }
  }

  /// What was noted under a name.
  public func recorded(_ name: String) -> String? {
    records.first { $0.name == name }?.value
  }

  /// Says something in the trace at this point.
  public func note(_ text: @autoclosure () -> String) {
    guard engine.admits("made a note"), let trace = engine.trace else { return }
    trace.add(.note(text()))
  }

  /// Tells what came out, once nothing is left to run.
  public func outcome(_ outcome: @escaping () -> String) {
    guard engine.admits("told the outcome") else { return }
    self.outcome = .immediate(outcome)
  }

  /// Tells what came out, once nothing is left to run; may ask actors for it.
  public func outcome(_ outcome: @escaping @Sendable () async -> String) {
    guard engine.admits("told the outcome") else { return }
    self.outcome = .awaited(outcome)
  }

  /// Whatever was noted, where the program does not tell its outcome itself.
  var recordedOutcome: String {
    let lines = records.sorted { $0.name < $1.name }.map { "\($0.name) = \($0.value)" }
    return (lines.isEmpty ? "finished" : lines.joined(separator: ", ")) + thrown
  }

  func cancelAll() {
    for process in engine.processes.indices {
      // A handler may start processes, so nothing may be lent while it runs.
      let handle = engine.processes[process].handle
      handle?.cancel()
    }
  }
}

extension Engine {
  /// Notes that a task or thread of the program's own has come to its end.
  func finish(_ process: ProcessID) {
    guard processes.indices.contains(Int(process)) else { return }
    processes[Int(process)].isFinished = true
  }

  func addCancellation(of process: ProcessID, called name: String, _ task: Task<Void, Never>) {
    processes[Int(process)].isCancellable = true
    let step = addProcess(.single, name: "cancel \(name)")
    add(
      .action { [self] in
        touch(Self.object(of: process), writing: true)
        trace?.add(.cancels(task: name))
        task.cancel()
      }, process: step)
  }

  /// Notes that a task of an earlier schedule woke up in a later one.
  func arrivedLate() {
    escaped(
      "a task of an earlier schedule was woken in this one: the program keeps something alive "
        + "between schedules, such as a global. Make it anew in the set-up.")
  }
}
