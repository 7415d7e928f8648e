import Evidence

/// Something in the program's own code for which an engine had to be given up.
struct BadStep {
  let kind: ExplorationFinding.Kind
  /// What happened, short enough for an outcome's name: *second trapped*.
  let sentence: String
  /// The same at length.
  let message: String
  /// Whether it was a step, and not the set-up or the outcome.
  let isOfStep: Bool
  /// The schedule up to that step, its own beginning included; `nil` where it did not come so far a
  /// second time.
  let trace: ScheduleTrace?

  /// Looks at an engine that was given up, and runs its schedule again up to that step.
  init(_ ending: Supervisor.Ending, of engine: Engine, in explorer: Explorer) {
    var who: String?
    var trace: ScheduleTrace?
    isOfStep = engine.activity == .step && engine.phase == .exploring
    if isOfStep || engine.activity != .setUp && engine.phase != .idle {
      let retraced = explorer.halt(
        Array(engine.choices.buffer), before: isOfStep ? engine.step : .max)
      who = retraced?.process
      trace = retraced?.trace
    }
    switch engine.activity {
    case .step where engine.phase == .exploring: who = who ?? "a step"
    case .step where engine.phase == .idle: who = "the beginning of a task"
    case .setUp: who = "the set-up"
    case .end: who = "what a schedule leaves behind"
    case .step, .outcome: who = "telling the outcome"
    }
    let name = who ?? ""
    let what: String
    switch ending {
    case .trapped(let signal):
      kind = .trapped
      sentence = "\(name) trapped"
      what = "\(name) trapped (\(Self.name(of: signal)))"
    case .blocked:
      kind = .blocked
      sentence = "\(name) blocked its thread"
      what =
        "\(name) blocked its thread for \(engine.stall): it waits for something that the "
        + "explorer does not see, such as a lock or a semaphore that is not the world’s"
    case .spinning, .ended, .halted:
      kind = .spinning
      sentence = "\(name) ran on without end"
      what = "\(name) ran on for \(engine.stall) without an end"
    }
    let place = isOfStep ? " in step \(engine.step + 1)" : ""
    message =
      what + place
      + ". Its thread cannot be ended and was left behind with all it held: schedules that ran "
      + "later may be affected."
    trace?.outcome = sentence
    self.trace = trace
  }

  private static func name(of signal: Int32) -> String {
    signals.first { $0.number == signal }?.name ?? "signal \(signal)"
  }
}
