import Evidence

extension Explorer {
  /// Replays the schedule of fewest delays of each outcome, and says what was found.
  func result() -> Exploration {
    let outcomes = seen.sorted { ($0.value.delays, $0.key) < ($1.value.delays, $1.key) }
    let traces = replay(outcomes.map { ($0.key, $0.value) })
    // What waits for the world outside is left unfinished by it.
    let hasEscape = findings.contains { $0.kind == .escaped }
    var told: [Exploration.Outcome] = []
    for ((name, entry), trace) in zip(outcomes, traces) {
      let id = ScheduleID(
        program: program.name, policy: options.policy, choices: entry.choices, trace: trace
      ).description
      told.append(
        Exploration.Outcome(
          name: name, schedules: entry.schedules, delays: entry.delays, schedule: id, trace: trace))
      if let step = entry.badStep {
        findings.append(
          ExplorationFinding(step.kind, step.message, schedule: step.trace == nil ? nil : id))
      } else if undeclared.contains(name) {
        findings.append(
          ExplorationFinding(
            .undeclaredSharing, Self.undeclaredSharing(name), schedule: id))
      } else if entry.isUnfinished, !hasEscape {
        findings.append(
          ExplorationFinding(.unfinished, Self.unfinished(trace, name), schedule: id))
      }
    }
    return Exploration(
      program: program.name, options: options, coverage: coverage, schedules: schedules,
      traces: self.traces, steps: steps, outcomes: told,
      findings: Array(findings.prefix(Self.mostFindings)), notes: notes)
  }

  /// Findings beyond a handful say nothing more.
  static var mostFindings: Int { 8 }

  static func unfinished(_ trace: ScheduleTrace, _ outcome: String) -> String {
    let steps = trace.waits.compactMap { wait in
      trace.steps.lastIndex { $0.task == wait.task }.map {
        "\(trace.tasks[wait.task]) in step \($0 + 1)"
      }
    }
    let since = steps.isEmpty ? "" : " Suspended: \(steps.joined(separator: ", "))."
    return
      "\(outcome): nothing was left that could wake it.\(since) Either a continuation is never "
      + "resumed, or it waits for the world outside, longer than it was waited for."
  }

  // MARK: Replays

  /// The traces of outcomes, each replayed twice; a difference is a finding.
  private func replay(_ outcomes: [(name: String, entry: Seen)]) -> [ScheduleTrace] {
    let traces = Traces()
    while traces.all.count < outcomes.count {
      let engine = Engine(strategy: replaying, limits: options.limits)
      engine.patience = Engine.morePatience
      let ending = Supervisor.watch(engine) { engine in
        while traces.all.count < outcomes.count {
          let (name, entry) = outcomes[traces.all.count]
          let trace =
            entry.badStep.map { $0.trace ?? ScheduleTrace(tasks: [], steps: [], outcome: name) }
            ?? self.replayTwice(entry.choices, expecting: name, on: engine)
          traces.all.append(trace)
        }
      }
      guard ending != .ended else { break }
      let name = outcomes[traces.all.count].name
      if engine.phase == .draining, let builder = engine.trace,
        outcome(of: engine.verdict, on: engine) == name
      {
        traces.all.append(builder.trace(outcome: name, in: engine))
      } else {
        differs(name, at: 0)
        traces.all.append(ScheduleTrace(tasks: [], steps: [], outcome: name))
      }
    }
    return traces.all
  }

  private final class Traces: @unchecked Sendable {  // used by one thread at a time
    var all: [ScheduleTrace] = []
  }

  private func replayTwice(
    _ choices: [Engine.Choice], expecting outcome: String, on engine: Engine
  ) -> ScheduleTrace {
    // What escaped does not come back at the same point.
    if findings.contains(where: { $0.kind == .escaped }) {
      engine.grace = Self.grace
      return retrace(choices, on: engine).trace
    }
    let (first, difference) = retrace(choices, on: engine)
    let (second, _) = retrace(choices, on: engine)
    let differing =
      [difference, first.firstDifference(from: second)].compactMap { $0 }.min()
      ?? (first.outcome == outcome ? nil : first.steps.count)
    if let differing { differs(outcome, at: differing) }
    return first
  }

  /// Runs a schedule again with its trace; tells also the first step that had other options.
  private func retrace(
    _ choices: [Engine.Choice], on engine: Engine
  ) -> (trace: ScheduleTrace, difference: Int?) {
    let recorded = Recorded(choices)
    let trace = trace(on: engine) { recorded.choose(among: $0) }
    if let choice = recorded.firstDifference {
      let places = trace.steps.indices.filter { trace.steps[$0].options > 1 }
      return (trace, choice < places.count ? places[choice] : trace.steps.count)
    }
    return (trace, recorded.isAtEnd ? nil : trace.steps.count)
  }

  /// Runs one schedule with its trace.
  func trace(on engine: Engine, choosing choose: @escaping (Int) -> Int) -> ScheduleTrace {
    replaying.begin { $0 > 1 ? choose($0) : 0 }
    let builder = TraceBuilder()
    engine.trace = builder
    let outcome = runSchedule(on: engine)
    engine.trace = nil
    return builder.trace(outcome: outcome, in: engine)
  }

  /// Runs a schedule again up to a step, where it stops for ever; tells what is known there, unless
  /// it ends before or elsewhere.
  func halt(
    _ choices: [Engine.Choice], before step: Int32
  ) -> (process: String?, trace: ScheduleTrace)? {
    let recorded = Recorded(choices)
    let engine = Engine(
      strategy: Replay { $0 > 1 ? recorded.choose(among: $0) : 0 }, limits: options.limits)
    let builder = TraceBuilder()
    engine.trace = builder
    engine.haltingStep = step
    let ending = Supervisor.watch(engine) { _ in _ = self.runSchedule(on: engine) }
    guard ending == .halted, recorded.firstDifference == nil, recorded.isAtEnd else { return nil }
    let process = engine.current.process
    return (
      process < 0 ? nil : engine.name(of: process), builder.trace(outcome: "", in: engine)
    )
  }

  /// Notes that a schedule ran differently, once.
  private func differs(_ outcome: String, at step: Int) {
    guard !findings.contains(where: { if case .nondeterministic = $0.kind { true } else { false } })
    else { return }
    findings.append(
      ExplorationFinding(
        .nondeterministic(firstDifferingStep: step),
        "The schedule of “\(outcome)” ran differently the second time, from step \(step + 1) "
          + "on. " + Self.usualCauses))
  }

  // MARK: What it is relative to

  /// Where the program has executors, what is complete is so under their policy.
  private var policyOfExecutors: [String] {
    sawExecutor ? ["the \(options.policy.rawValue) policy"] : []
  }

  private var coverage: Exploration.Coverage {
    if let stop { return .bounded(stop) }
    if sawDefaultActor {
      return .bounded(
        "a plain default actor took part, whose own queue is not the explorer’s: give it an "
          + "executor of the world’s as its unownedExecutor")
    }
    switch options.strategy {
    case .depthFirst where isCut:
      return .bounded("a schedule had no end within \(options.limits.steps) steps")
    case .depthFirst: return .complete(relativeTo: policyOfExecutors)
    case .sourceDPOR where hasBrokenOff:
      return .bounded("a schedule broke off, and what it would have raced with is not known")
    case .sourceDPOR: return .complete(relativeTo: policyOfExecutors + ["declared sharing"])
    case .delayBounded(let delays): return .sampled("every schedule of at most \(delays) delays")
    case .pct(let depth): return .sampled("\(schedules) schedules by PCT for depth \(depth)")
    case .randomWalk: return .sampled("\(schedules) random schedules")
    }
  }

  private var notes: [String] {
    [
      "A job with all it enqueues is one step, and so are a task’s own hop between actors, a "
        + "section of a lock with what follows it, a block of a queue, and a cancel with what its "
        + "handlers do."
    ]
  }
}

/// The choices of a schedule that ran, made again.
private final class Recorded {
  private let choices: [Engine.Choice]
  private var position = 0
  /// The first choice that was among another number of options than before.
  private(set) var firstDifference: Int?

  init(_ choices: [Engine.Choice]) { self.choices = choices }

  var isAtEnd: Bool { position >= choices.count }

  func choose(among options: Int) -> Int {
    defer { position += 1 }
    guard position < choices.count, choices[position].options == Int32(options) else {
      firstDifference = firstDifference ?? position
      return 0
    }
    return Int(choices[position].index)
  }
}

extension ScheduleTrace {
  /// The first step in which another trace of the same choices differs; `nil` where none does.
  func firstDifference(from other: ScheduleTrace) -> Int? {
    for (index, (one, two)) in zip(steps, other.steps).enumerated()
    where one != two || tasks[one.task] != other.tasks[two.task] {
      return index
    }
    if steps.count != other.steps.count { return min(steps.count, other.steps.count) }
    return outcome == other.outcome ? nil : steps.count
  }
}
