import Evidence

/// Runs a program under schedule after schedule and keeps account of what comes out.
final class Explorer: @unchecked Sendable {  // used by one thread at a time
  let program: ExploredProgram
  let options: ExplorationOptions
  let strategy: any Strategy
  private let onProgress: (ExplorationProgress) -> Void
  private var seen: [String: Seen] = [:]
  private(set) var findings: [ExplorationFinding] = []
  private(set) var schedules = 0
  private(set) var steps = 0
  private(set) var stop: String?
  private var sawDefaultActor = false
  private let start = ContinuousClock.now
  private var lastProgress = ContinuousClock.now

  private struct Seen {
    var schedules = 0
    var delays = Int.max
    var choices: [Engine.Choice] = []

    mutating func note(_ delays: Int, _ choices: UnsafeBufferPointer<Engine.Choice>) {
      schedules += 1
      guard delays < self.delays else { return }
      self.delays = delays
      self.choices = Array(choices)
    }
  }

  init(
    _ program: ExploredProgram, _ options: ExplorationOptions, strategy: any Strategy,
    onProgress: @escaping (ExplorationProgress) -> Void
  ) {
    self.program = program
    self.options = options
    self.strategy = strategy
    self.onProgress = onProgress
  }

  /// Runs schedules until the strategy has none left or a limit is reached.
  func search(on engine: Engine) {
    while stop == nil {
      let outcome = runSchedule(on: engine)
      account(for: outcome, of: engine)
      let hasNext = strategy.finish(engine.run)
      if let step = strategy.differingStep { noteDifference(at: step) }
      if let exceeded = strategy.exceeded { stop = exceeded }
      if !hasNext { return }
      if schedules >= options.limits.schedules { stop = "\(schedules) schedules run" }
      if schedules & 15 == 0 || engine.stepsTaken > 1_000 { lookAtClock() }
    }
  }

  /// Runs the program once, as the engine's strategy says.
  func runSchedule(on engine: Engine) -> String {
    let world = World(engine: engine, policy: options.policy)
    engine.prepare(world)
    defer { engine.release() }
    program.setUp(world)
    if world.startsAtFirstAccess { engine.runBeginnings() }
    engine.explore()
    return outcome(of: world, on: engine)
  }

  private func outcome(of world: World, on engine: Engine) -> String {
    switch engine.verdict {
    case .givenUp: return ""
    case .deadlock: return "deadlock"
    case .stepLimit: return "no end within \(options.limits.steps) steps"
    case .unfinished:
      let names = engine.processes.filter { $0.kind == .declared && !$0.isFinished }.map(\.name)
      return "\(names.joined(separator: ", ")) never finished"
    case .finished: break
    }
    switch world.outcome {
    case nil: return world.recordedOutcome
    case .immediate(let tell): return tell() + world.thrown
    case .awaited(let tell):
      let box = AnswerBox()
      Task(executorPreference: world) { box.text = await tell() }
      engine.close()
      return (box.text ?? "the outcome never came") + world.thrown
    }
  }

  private func account(for outcome: String, of engine: Engine) {
    steps += engine.stepsTaken
    if engine.sawDefaultActor { sawDefaultActor = true }
    guard !engine.run.wasGivenUp else { return }
    schedules += 1
    let delays = engine.choices.buffer.reduce(0) { $0 + Int($1.index) }
    seen[outcome, default: Seen()].note(delays, engine.choices.buffer)
    if !engine.findings.isEmpty {
      findings += engine.findings
      stop = "something got out of the explorer’s hands"
    }
  }

  private func noteDifference(at step: Int) {
    findings.append(
      ExplorationFinding(
        .nondeterministic(firstDifferingStep: step),
        "The same choices led to other options at step \(step). " + Self.usualCauses))
    stop = "the program is not deterministic"
  }

  private static let usualCauses =
    "The usual causes: the order of a Set or Dictionary, keys made of ObjectIdentifier, globals "
    + "kept between schedules, randomness."

  private func lookAtClock() {
    let now = ContinuousClock.now
    if now - start >= options.limits.time { stop = "\(options.limits.time) reached" }
    guard now - lastProgress >= .milliseconds(100) else { return }
    lastProgress = now
    onProgress(ExplorationProgress(schedules: schedules, outcomes: seen.count, fraction: nil))
  }

  // MARK: The result

  /// Replays the schedule of fewest delays of each outcome, and says what was found.
  func result() -> Exploration {
    var outcomes: [Exploration.Outcome] = []
    for (name, entry) in seen.sorted(by: { ($0.value.delays, $0.key) < ($1.value.delays, $1.key) })
    {
      let trace = replay(entry.choices, expecting: name)
      let id = ScheduleID(
        program: program.name, policy: options.policy, choices: entry.choices, trace: trace)
      outcomes.append(
        Exploration.Outcome(
          name: name, schedules: entry.schedules, delays: entry.delays,
          schedule: id.description, trace: trace))
    }
    return Exploration(
      program: program.name, options: options, coverage: coverage, schedules: schedules,
      traces: strategy.needsAccesses ? schedules : nil, steps: steps, outcomes: outcomes,
      findings: findings, notes: notes)
  }

  /// Runs a schedule again with its trace, twice, and holds the two against each other.
  private func replay(_ choices: [Engine.Choice], expecting outcome: String) -> ScheduleTrace {
    var number = ScheduleID.Number(choices)
    let first = trace { number.takeChoice(among: $0) }
    number = ScheduleID.Number(choices)
    let second = trace { number.takeChoice(among: $0) }
    let differing =
      first.firstDifference(from: second) ?? (first.outcome == outcome ? nil : first.steps.count)
    if let differing {
      findings.append(
        ExplorationFinding(
          .nondeterministic(firstDifferingStep: differing),
          "The schedule of “\(outcome)” ran differently the second time, from step \(differing) on. "
            + Self.usualCauses))
    }
    return first
  }

  /// Runs one schedule with its trace.
  func trace(choosing choose: @escaping (Int) -> Int?) -> ScheduleTrace {
    let engine = Engine(strategy: Replay(next: choose), limits: options.limits)
    engine.enter()
    defer { engine.leave() }
    let builder = TraceBuilder()
    engine.trace = builder
    let outcome = runSchedule(on: engine)
    return builder.trace(outcome: outcome, in: engine)
  }

  private var coverage: Exploration.Coverage {
    if let stop { return .bounded(stop) }
    if sawDefaultActor {
      return .bounded("a plain default actor took part, whose own queue is not the explorer’s")
    }
    switch options.strategy {
    case .depthFirst: return .complete(relativeTo: ["\(options.policy.rawValue) policy"])
    case .sourceDPOR:
      return .complete(relativeTo: ["\(options.policy.rawValue) policy", "declared sharing"])
    case .delayBounded(let delays): return .sampled("every schedule of at most \(delays) delays")
    case .pct(let depth): return .sampled("\(schedules) schedules by PCT for depth \(depth)")
    case .randomWalk: return .sampled("\(schedules) random schedules")
    }
  }

  private var notes: [String] {
    [
      "A job with all it enqueues is one step, and so are a task’s own hop between actors, a section "
        + "of a lock with what follows it, and a block of a queue."
    ]
  }
}

/// Where the task that tells the outcome leaves it.
private final class AnswerBox: @unchecked Sendable {  // used with the baton
  var text: String?
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
