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

  // What waits, who is who.
  @exclusivity(unchecked) var pending: [Pending] = []
  @exclusivity(unchecked) var processes: [Process] = []
  /// The processes that can take the next step, in ring order, and where in `pending` they lie.
  @exclusivity(unchecked) var options: [ProcessID] = []
  @exclusivity(unchecked) var places: [Int] = []
  @exclusivity(unchecked) private(set) var world: World?
  /// Dispatch's queues and groups that the program has used.
  @exclusivity(unchecked) var queues: [ControlledQueue] = []
  @exclusivity(unchecked) var groups: [ControlledGroup] = []

  // The step that runs.
  @exclusivity(unchecked) var phase = Phase.idle
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
  @exclusivity(unchecked) var run = Run()
  @exclusivity(unchecked) var choices: [Choice] = []
  @exclusivity(unchecked) var lastChoice = 0
  @exclusivity(unchecked) var verdict = Ending.finished
  @exclusivity(unchecked) var findings: [ExplorationFinding] = []
  @exclusivity(unchecked) var trace: TraceBuilder?
  @exclusivity(unchecked) var sawDefaultActor = false
  @exclusivity(unchecked) var stepsTaken = 0

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
  @exclusivity(unchecked) var isOver = false
  /// Jobs that arrived from threads that are not the exploration's.
  private let foreignLock = NSLock()
  private var foreign: [(job: UnownedJob, lane: Lane?)] = []
  let hasForeign = Atomic<Bool>(false)

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

  /// How a schedule ended.
  enum Ending: Equatable {
    case finished
    case givenUp
    case deadlock
    case stepLimit
    /// Tasks wait, and none of them for another thread.
    case unfinished
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
    pending.reserveCapacity(16)
    options.reserveCapacity(16)
    places.reserveCapacity(16)
  }

  deinit {
    for worker in idle { worker.wake() }
  }

  /// The engine whose schedule this thread runs, if any.
  static var ofThisThread: Engine? {
    interleaving_engine().map { Unmanaged<Engine>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Makes this thread one of the engine's.
  func enter() {
    interleaving_set_engine(Unmanaged.passUnretained(self).toOpaque())
    interleaving_stay_on_processor()
  }

  /// Makes this thread an ordinary one again.
  func leave() { interleaving_set_engine(nil) }

  /// Whether this thread is one of the engine's.
  @inline(__always) var isOnItsThread: Bool {
    interleaving_engine() == Unmanaged.passUnretained(self).toOpaque()
  }

  // MARK: One schedule

  /// Forgets the last schedule and lets a program set its world up anew.
  func prepare(_ world: World) {
    self.world = world
    pending.removeAll(keepingCapacity: true)
    processes.removeAll(keepingCapacity: true)
    queues.removeAll(keepingCapacity: true)
    groups.removeAll(keepingCapacity: true)
    choices.removeAll(keepingCapacity: true)
    run.steps.removeAll(keepingCapacity: true)
    run.waitingAtEnd.removeAll(keepingCapacity: true)
    run.wasGivenUp = false
    findings.removeAll(keepingCapacity: true)
    verdict = .finished
    phase = .idle
    isInStep = false
    awaited = -1
    step = -1
    stepsTaken = 0
    turns = 0
    arrivals = 0
    objects = 0
    clockObject = -1
    clockStart = 0
    now = VirtualInstant()
    sawDefaultActor = false
    current = main
    isOver = false
  }

  /// Takes every step that the strategy chooses, on this thread and those it parks.
  func explore() {
    phase = .exploring
    current = main
    isOver = false
    takeSteps(on: main)
    run.wasGivenUp = verdict == .givenUp
  }

  /// Runs what is pending as it comes, for the outcome's sake.
  func close() {
    phase = .closing
    current = main
    isOver = false
    takeSteps(on: main)
    phase = .idle
  }

  /// Forgets the world, so that it ends before the next one begins.
  func release() {
    world = nil
    guard !pending.isEmpty else { return }
    // What goes with a block may use queues as it ends: they are Dispatch's own again.
    let rest = pending
    pending = []
    withExtendedLifetime(rest) {}
  }

  // MARK: Threads of others

  /// Keeps a job that arrived from a thread that is not the exploration's.
  func acceptForeign(_ job: UnownedJob, on lane: Lane?) {
    foreignLock.withLock { foreign.append((job, lane)) }
    hasForeign.store(true, ordering: .releasing)
  }

  /// The jobs that arrived so; none are left.
  func removeForeign() -> [(job: UnownedJob, lane: Lane?)] {
    hasForeign.store(false, ordering: .releasing)
    return foreignLock.withLock {
      defer { foreign = [] }
      return foreign
    }
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

  /// What stands for a task that may be cancelled.
  static func object(of process: ProcessID) -> ObjectID { 1_000_000 + process }

  /// What stands for the order in which a task's children end.
  static func siblings(of parent: ProcessID) -> ObjectID { 2_000_000 + parent }

  /// Notes that the running step shares something.
  @inline(__always)
  func touch(_ object: ObjectID, writing: Bool, _ role: RecordedStep.Role = .plain) {
    guard recordsAccesses, isInStep, phase == .exploring, !run.steps.isEmpty else { return }
    run.steps[run.steps.count - 1].accesses.append(
      RecordedStep.Access(object: object, isWrite: writing, role: role))
  }
}
