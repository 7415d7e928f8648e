import Evidence

extension Explorer {
  /// Replays the schedule of an id; throws where it does not run as it did when that was made.
  func replay(_ id: ScheduleID, _ text: String) throws -> Exploration {
    let engine = Engine(strategy: replaying, limits: options.limits)
    engine.grace = Self.grace
    engine.patience = Engine.morePatience
    let rest = Rest(id.choices)
    let ending = Supervisor.watch(engine) {
      rest.trace = self.trace(on: $0) { rest.number.takeChoice(among: $0) }
    }
    var found: [ExplorationFinding] = []
    if ending != .ended {
      if engine.phase == .draining, let builder = engine.trace,
        let name = outcome(of: engine.verdict, on: engine)
      {
        rest.trace = builder.trace(outcome: name, in: engine)
      } else {
        let step = BadStep(ending, of: engine, in: self)
        rest.trace = step.trace
        found = [ExplorationFinding(step.kind, step.message, schedule: text)]
      }
    } else {
      found = engine.findings
      if engine.verdict == .unfinished, let trace = rest.trace {
        found.append(
          ExplorationFinding(.unfinished, Self.unfinished(trace, trace.outcome), schedule: text))
      }
    }
    guard let trace = rest.trace, rest.number.isEmpty, ScheduleID.check(trace) == id.check else {
      let detail =
        rest.trace.map { "it came out as “\($0.outcome)” after \($0.steps.count) steps" }
        ?? "it does not come to the same step twice"
      throw ExplorationError.scheduleRanOtherwise(text, detail: detail)
    }
    return Exploration(
      program: program.name, options: options, coverage: .bounded("one schedule was replayed"),
      schedules: 1, traces: nil, steps: trace.steps.count,
      outcomes: [
        Exploration.Outcome(
          name: trace.outcome, schedules: 1, delays: trace.delays, schedule: text, trace: trace)
      ], findings: found, notes: [])
  }

  /// What a replay has yet to choose, and what came of it.
  private final class Rest: @unchecked Sendable {  // used by one thread at a time
    var number: ScheduleID.Number
    var trace: ScheduleTrace?

    init(_ number: ScheduleID.Number) { self.number = number }
  }
}
