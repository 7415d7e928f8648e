import CInterleaving
import Evidence
import Foundation
import Synchronization

/// Runs one schedule at a time: holds every step back until a strategy chooses it.
///
/// Threads that take part hand a baton over: one of them runs at a time, so nothing here is locked.
/// The scheduler is a function that whoever stops calls, so that going on with the same thread
/// costs no switch. Memory is kept from one schedule to the next.
final class Engine: @unchecked Sendable {  // used by whoever holds the baton
  let strategy: any Strategy
  /// Whether steps are recorded with what they share.
  let recordsAccesses: Bool
  let limits: ExplorationLimits
  let handshake = Handshake()
  /// How many times as long as usual a step may stall.
  var patience = 1
  /// For what is run again.
  static let morePatience = 4
  /// How long a step may stall.
  var stall: Duration { limits.stall * patience }
  /// Set by the supervisor once the time that all schedules share is over.
  let isOutOfTime = Atomic<Bool>(false)
  /// How long to wait for foreign jobs where tasks are unfinished and nothing can go on.
  var grace = Duration.zero
  /// The step before which to stop for ever, so that the schedule up to it can be looked at.
  var haltingStep: Int32?
  /// Which schedule it is: what belongs to an earlier one is told by it.
  private(set) var schedule: UInt32 = 0

  // What waits, who is who.
  @exclusivity(unchecked) var pending = Row<Pending>()
  @exclusivity(unchecked) var processes = Row<Process>()
  /// The processes that can take the next step, in ring order, and where in `pending` they lie.
  @exclusivity(unchecked) var options = Row<ProcessID>()
  @exclusivity(unchecked) var places = Row<Int>()
  @exclusivity(unchecked) private(set) var world: World?
  /// The world as the executor of jobs that have no other.
  @exclusivity(unchecked) private(set) var executor: UnownedTaskExecutor!
  /// The world's executors, kept while jobs wait for them.
  @exclusivity(unchecked) var lanes: [Lane] = []
  /// Those of them that keep an order.
  @exclusivity(unchecked) var orderedLanes = Row<Unmanaged<Lane>>()
  /// Dispatch's queues and groups that the program has used.
  @exclusivity(unchecked) var queues: [ControlledQueue] = []
  @exclusivity(unchecked) var groups: [ControlledGroup] = []

  // The step that runs.
  @exclusivity(unchecked) var phase = Phase.idle
  /// What the program's code is run for.
  @exclusivity(unchecked) private(set) var activity = Activity.step
  /// What it has shared so far; becomes the run's when it ends.
  @exclusivity(unchecked) private var accesses: [RecordedStep.Access] = []
  @exclusivity(unchecked) var isInStep = false
  @exclusivity(unchecked) var current: Worker
  /// Its number; -1 before the first.
  @exclusivity(unchecked) var step: Int32 = -1
  /// The process whose task is being started, for the job that comes of it; -1 for none.
  @exclusivity(unchecked) var awaited: ProcessID = -1
  /// The process whose stretch before its first step runs; -1 for none.
  @exclusivity(unchecked) var beginning: ProcessID = -1
  /// Set to catch the job that a resumed task enqueues, which belongs to the step that resumed it.
  @exclusivity(unchecked) var catches = false
  @exclusivity(unchecked) var caught: Pending?

  // What has come about.
  let run = Run()
  @exclusivity(unchecked) var choices = Row<Choice>()
  @exclusivity(unchecked) var lastChoice = 0
  @exclusivity(unchecked) var verdict = Ending.finished
  /// Processes that nothing will ever wake, where that is the verdict.
  @exclusivity(unchecked) var lost: [ProcessID] = []
  @exclusivity(unchecked) var findings: [ExplorationFinding] = []
  @exclusivity(unchecked) var trace: TraceBuilder?
  @exclusivity(unchecked) var sawDefaultActor = false
  @exclusivity(unchecked) var stepsTaken = 0
  /// Steps taken since the strategy stopped choosing.
  @exclusivity(unchecked) var stepsDrained = 0

  // Counters of the schedule.
  @exclusivity(unchecked) private var turns: UInt64 = 0
  @exclusivity(unchecked) private var arrivals: UInt32 = 0
  @exclusivity(unchecked) private var objects: ObjectID = 0
  @exclusivity(unchecked) var now = VirtualInstant()
  @exclusivity(unchecked) var clockObject: ObjectID = -1
  /// Where the clock began on the scale of `DispatchTime`; 0 before anybody looked.
  @exclusivity(unchecked) var clockStart: UInt64 = 0

  // Threads.
  let main = Worker()
  @exclusivity(unchecked) var idle: [Worker] = []
  /// Jobs that arrive from threads that are not the exploration's.
  let foreign = ForeignJobs()

  /// What the steps are for.
  enum Phase {
    /// Between schedules, and while the program sets its world up.
    case idle
    /// The strategy chooses.
    case exploring
    /// The rest runs as it comes, so that nothing is left behind; locks are granted freely.
    case draining
    /// The outcome is being asked for.
    case closing
  }

  /// What the program's code is run for.
  enum Activity: Equatable {
    case setUp, step, outcome, end
  }

  /// How a schedule ended.
  enum Ending: Equatable {
    case finished
    case givenUp
    case deadlock
    case stepLimit
    /// Tasks wait, and none of them for another thread.
    case unfinished
    /// The time that all schedules share was over.
    case outOfTime
  }

  /// A choice that was made where there was one.
  struct Choice: Equatable {
    var index: Int32
    var options: Int32
  }

  init(strategy: any Strategy, limits: ExplorationLimits) {
    self.strategy = strategy
    self.limits = limits
    recordsAccesses = strategy.needsAccesses
    current = main
  }

  deinit {
    for item in pending.buffer { item.release() }
  }

  /// The engine whose schedule this thread runs, if any.
  static var ofThisThread: Engine? {
    interleaving_engine().map { Unmanaged<Engine>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Makes this thread one of the engine's.
  func enter(as worker: Worker) {
    worker.thread = interleaving_thread()
    interleaving_set_engine(Unmanaged.passUnretained(self).toOpaque())
    interleaving_stay_on_processor()
    interleaving_reserve_trap_stack()
  }

  /// Makes this thread an ordinary one again.
  func leave() {
    interleaving_set_engine(nil)
    interleaving_release_trap_stack()
  }

  /// Lets the threads end that have nothing to do; the others of an engine given up never will.
  func endThreads() {
    for worker in idle { worker.wake() }
    idle = []
  }

  /// Whether this thread is one of the engine's.
  @inline(__always) var isOnItsThread: Bool {
    interleaving_engine() == Unmanaged.passUnretained(self).toOpaque()
  }

  // MARK: One schedule

  /// Forgets the last schedule and lets a program set its world up anew.
  func prepare(_ world: World) {
    self.world = world
    executor = world.asUnownedTaskExecutor()
    for item in pending.buffer { item.release() }
    pending.removeAll()
    forgetLanes()
    schedule &+= 1
    processes.removeAll()
    queues.empty()
    groups.empty()
    choices.removeAll()
    run.steps.empty()
    run.waitingAtEnd.empty()
    run.wasGivenUp = false
    accesses.empty()
    findings.empty()
    lost.empty()
    verdict = .finished
    catches = false
    caught = nil
    phase = .idle
    isInStep = false
    awaited = -1
    step = -1
    stepsTaken = 0
    stepsDrained = 0
    turns = 0
    arrivals = 0
    objects = 0
    clockObject = -1
    clockStart = 0
    now = VirtualInstant()
    sawDefaultActor = false
    current = main
  }

  private func forgetLanes() {
    orderedLanes.removeAll()
    lanes.empty()
  }

  /// Takes every step that the strategy chooses, on this thread and those it parks.
  func explore() {
    phase = .exploring
    current = main
    takeSteps(on: main)
    run.wasGivenUp = verdict == .givenUp
  }

  /// Runs what is pending as it comes, for the outcome's sake.
  func close() {
    phase = .closing
    stepsDrained = 0
    current = main
    takeSteps(on: main)
    phase = .idle
  }

  /// Forgets the world, so that it ends before the next one begins.
  func release() {
    runProgram(for: .end) {
      world = nil
      // What goes with a block may use queues as it ends: they are Dispatch's own again.
      let rest = Array(pending.buffer)
      pending.removeAll()
      for item in rest { item.release() }
      for process in processes.indices { processes[process].watched?.release() }
      // They know the engine, and it would otherwise never end.
      forgetLanes()
    }
  }

  /// Runs code of the program's on this thread, under the eyes of the supervisor.
  @inline(__always)
  func runProgram<Result>(for activity: Activity, _ code: () -> Result) -> Result {
    self.activity = activity
    handshake.enter(on: current.thread)
    defer { handshake.leave() }
    return code()
  }

  // MARK: Identities

  /// New things that steps share; returns the first of them.
  func makeObjects(_ count: Int = 1) -> ObjectID {
    defer { objects += ObjectID(count) }
    return objects
  }

  func nextTurn() -> UInt64 {
    defer { turns += 1 }
    return turns
  }

  func nextArrival() -> UInt32 {
    defer { arrivals += 1 }
    return arrivals
  }

  /// What stands for a task that may be cancelled. Like all that is numbered by processes it lies
  /// below -1, which stands for nothing.
  static func object(of process: ProcessID) -> ObjectID { -2 - 2 * process }

  /// What stands for the order in which a task's children end.
  static func siblings(of parent: ProcessID) -> ObjectID { -3 - 2 * parent }

  /// Notes that the running step shares something.
  @inline(__always)
  func touch(_ object: ObjectID, writing: Bool, _ role: RecordedStep.Role = .plain) {
    guard recordsAccesses, isInStep, phase == .exploring else { return }
    accesses.append(RecordedStep.Access(object: object, isWrite: writing, role: role))
  }

  /// Makes what the last step shared part of the run.
  @inline(__always)
  func recordAccesses() {
    if recordsAccesses, !accesses.isEmpty { record() }
  }

  private func record() {
    if !run.steps.isEmpty { run.steps[run.steps.count - 1].accesses = accesses }
    accesses.empty()
  }
}
