import Evidence

/// Writes down what the steps of a schedule do, while it runs.
final class TraceBuilder {
  /// Whether what happens is still part of the schedule.
  private var isRecording = true
  /// The names of the columns, once nothing more is recorded.
  private var names: [String]?
  private(set) var steps: [ScheduleTrace.Step] = []
  private var columns: [ProcessID] = []
  private var waits: [ScheduleTrace.Wait] = []
  private var isInStep = false

  /// A step begins, or goes on after its thread was parked.
  func began(_ process: ProcessID, on place: String?, in engine: Engine) {
    guard isRecording, engine.phase == .exploring else { return }
    steps.append(
      ScheduleTrace.Step(
        task: column(process), place: place, options: engine.options.count,
        delays: engine.lastChoice, events: []))
    isInStep = true
  }

  /// The step's events are complete.
  func ended(in engine: Engine) {
    guard isRecording, isInStep else { return }
    defer { isInStep = false }
    let process = engine.current.process
    guard !engine.pending.buffer.contains(where: { $0.process == process }) else { return }
    switch engine.processes[Int(process)].kind {
    case .declared: add(engine.processes[Int(process)].isFinished ? .ends : .suspends)
    case .child, .adopted, .single: break
    }
  }

  /// What happens from here on is no part of the schedule.
  func stop(in engine: Engine) {
    isRecording = false
    names = columns.map(engine.name(of:))
  }

  func add(_ event: ScheduleTrace.Event) {
    guard isRecording, isInStep else { return }
    steps[steps.count - 1].events.append(event)
  }

  /// A job got in line.
  func enqueued(_ process: ProcessID, on place: String?, by engine: Engine) {
    guard isInStep, process == engine.current.process else {
      if isInStep { add(.wakes(task: engine.name(of: process))) }
      return
    }
    if let place { add(.enters(executor: place)) }
  }

  /// A task appeared.
  func started(_ process: ProcessID, by engine: Engine) {
    add(.starts(task: engine.name(of: process)))
  }

  /// A process can never go on.
  func waits(_ process: ProcessID, for condition: Pending.Condition?, in engine: Engine) {
    let reason =
      switch condition {
      case .lock(let lock)?:
        "lock \(lock.name), held by "
          + (lock.holder == process ? "itself" : engine.name(of: lock.holder))
      case .turn(let queue, let isExclusive)?:
        "queue \(queue.name), " + engine.obstacle(to: process, on: queue, isExclusive)
      case .group(let group)?:
        "a group that \(group.count) \(group.count == 1 ? "has" : "have") not left"
      case Pending.Condition.none?: "its turn"
      case nil: "something that nobody does"
      }
    waits.append(ScheduleTrace.Wait(task: column(process), reason: reason))
  }

  /// The trace, once the outcome is known.
  func trace(outcome: String, in engine: Engine) -> ScheduleTrace {
    ScheduleTrace(
      tasks: names ?? columns.map(engine.name(of:)), steps: steps, outcome: outcome, waits: waits)
  }

  private func column(_ process: ProcessID) -> Int {
    if let known = columns.firstIndex(of: process) { return known }
    columns.append(process)
    return columns.count - 1
  }
}
