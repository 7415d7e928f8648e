import Evidence
import Foundation

/// Runs a program under schedule after schedule and keeps account of what comes out.
///
/// Its search and replays run on an engine's thread, the rest on the one that supervises: whenever
/// an engine has to be given up, everything here is as the last whole schedule left it.
final class Explorer: @unchecked Sendable {  // used by one thread at a time
  let program: ExploredProgram
  let options: ExplorationOptions
  let strategy: any Strategy
  /// The strategy of replays, told anew what to choose for each.
  let replaying = Replay([])
  private let onProgress: (ExplorationProgress) -> Void
  private(set) var seen: [String: Seen] = [:]
  var findings: [ExplorationFinding] = []
  private(set) var schedules = 0
  private(set) var steps = 0
  var stop: String?
  private(set) var sawDefaultActor = false
  private(set) var sawExecutor = false
  /// How many traces there are, where that is known.
  var traces: Int?
  /// Outcomes that only schedules at random showed.
  var undeclared: Set<String> = []
  /// Whether a schedule was broken off, by a bad step or its limit: what its tasks would have done
  /// next is unknown to a reduced search, which then may lack outcomes.
  private(set) var hasBrokenOff = false
  /// Whether a schedule was cut at its step limit: what would have come after is not known at all.
  private(set) var isCut = false
  private var abandoned = 0
  private var schedulesWithLosses = 0
  private let start = ContinuousClock.now
  private var lastProgress = ContinuousClock.now

  /// How long to wait for the world outside, once, where tasks wait and nothing can go on.
  static var grace: Duration {
    // A busy machine needs longer to bring anything.
    var load = 0.0
    getloadavg(&load, 1)
    let crowding = load / Double(ProcessInfo.processInfo.activeProcessorCount)
    return .milliseconds(200) * min(max(crowding, 1), 10)
  }
  /// Schedules that may leave tasks behind, which are lost memory, before the exploration ends.
  static let mostLosses = 10_000

  /// What is known of an outcome.
  struct Seen {
    var schedules = 0
    var delays = Int.max
    var choices: [Engine.Choice] = []
    /// Whether tasks were left that nobody will wake.
    var isUnfinished = false
    /// The step that went wrong, and the schedule up to it.
    var badStep: BadStep?

    mutating func note(_ engine: Engine, _ badStep: BadStep?) {
      schedules += 1
      let delays = engine.choices.buffer.reduce(0) { $0 + Int($1.index) }
      guard delays < self.delays else { return }
      self.delays = delays
      choices = Array(engine.choices.buffer)
      self.badStep = badStep
      isUnfinished = engine.verdict == .unfinished
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

  /// Explores on threads of its own, supervised by this one.
  func explore() -> Exploration {
    run()
    crossCheck()
    return result()
  }

  /// Searches until there is nothing left or a limit is reached.
  func run() {
    var grace = Self.grace
    // On a crowded machine a step may wait for one of the runtime's locks, or for its memory, as
    // long as one that never ends. So the first that stalls is tried again, with more patience;
    // once one has stalled twice, the program is known to stall.
    var isStalled = false
    var stalls = false
    while stop == nil {
      let engine = Engine(strategy: strategy, limits: options.limits)
      engine.grace = grace
      if isStalled { engine.patience = Engine.morePatience }
      let ending = Supervisor.watch(engine, until: start + options.limits.time) {
        self.search(on: $0)
      }
      if ending == .ended { break }
      grace = engine.grace
      abandoned += 1
      if abandoned >= options.limits.abandonedThreads {
        stop = "\(abandoned) threads had to be given up"
      }
      if ending == .blocked || ending == .spinning, !isStalled, !stalls, stop == nil {
        isStalled = true
        strategy.restart()
        continue
      }
      if isStalled { stalls = true }
      isStalled = false
      account(for: ending, of: engine)
      if stop == nil, !finish(engine.run) { break }
    }
  }

  /// Runs schedules until the strategy has none left or a limit is reached.
  private func search(on engine: Engine) {
    while stop == nil {
      let outcome = runSchedule(on: engine)
      account(for: outcome, of: engine)
      if stop != nil { return }
      if !finish(engine.run) { return }
      if schedules >= options.limits.schedules { stop = "\(schedules) schedules run" }
      if schedules & 15 == 0 || engine.stepsTaken > 1_000 { lookAtClock() }
    }
  }

  /// Lets the strategy take note of a schedule; returns whether there is another.
  private func finish(_ run: Run) -> Bool {
    let hasNext = strategy.finish(run)
    if let step = strategy.differingStep { noteDifference(at: step) }
    if let exceeded = strategy.exceeded { stop = exceeded }
    return hasNext
  }

  /// Runs the program once, as the engine's strategy says.
  func runSchedule(on engine: Engine) -> String {
    let world = World(engine: engine, policy: options.policy)
    engine.prepare(world)
    defer { engine.release() }
    engine.runProgram(for: .setUp) { program.setUp(world) }
    if world.startsAtFirstAccess { engine.runBeginnings() }
    engine.explore()
    if let halting = engine.haltingStep, halting > engine.step { engine.handshake.halt() }
    return outcome(of: world, on: engine)
  }

  private func outcome(of world: World, on engine: Engine) -> String {
    if let name = outcome(of: engine.verdict, on: engine) { return name }
    switch world.outcome {
    case nil: return world.recordedOutcome
    case .immediate(let tell):
      let told = engine.runProgram(for: .outcome) { tell() }
      return world.thrown.isEmpty ? told : told + world.thrown
    case .awaited(let tell):
      let box = AnswerBox()
      engine.runProgram(for: .outcome) {
        _ = Task(executorPreference: world) { box.text = await tell() }
      }
      engine.close()
      return (box.text ?? "the outcome never came") + world.thrown
    }
  }

  /// What comes out where the program itself has no say.
  func outcome(of verdict: Engine.Ending, on engine: Engine) -> String? {
    switch verdict {
    case .finished: nil
    case .givenUp, .outOfTime: ""
    case .deadlock: "deadlock"
    case .stepLimit: "no end within \(options.limits.steps) steps"
    case .unfinished:
      engine.lost.map(engine.name(of:)).joined(separator: ", ") + " never finished"
    }
  }

  // MARK: Accounts

  /// Takes an outcome over that another search found.
  func add(_ name: String, _ entry: Seen) { seen[name] = entry }

  private func account(for outcome: String, of engine: Engine) {
    steps += engine.stepsTaken
    if engine.sawDefaultActor { sawDefaultActor = true }
    if !engine.lanes.isEmpty { sawExecutor = true }
    switch engine.verdict {
    case .givenUp: return
    case .outOfTime:
      stop = "\(limit) reached"
      return
    case .unfinished, .stepLimit:
      if engine.verdict == .stepLimit { (hasBrokenOff, isCut) = (true, true) }
      schedulesWithLosses += 1
      if schedulesWithLosses >= Self.mostLosses {
        stop = "\(schedulesWithLosses) schedules left unfinished tasks behind"
      }
    case .finished, .deadlock: break
    }
    note(outcome, of: engine)
    // The last one tells where what the first began came back.
    if let finding = engine.findings.last {
      findings.append(finding)
      stop = "something got out of the explorer’s hands"
    }
  }

  /// Takes note of a schedule in which the engine had to be given up.
  private func account(for ending: Supervisor.Ending, of engine: Engine) {
    steps += engine.stepsTaken
    if engine.phase == .draining {
      if engine.verdict == .stepLimit { (hasBrokenOff, isCut) = (true, true) }
      // How the schedule came out was known before: what is wrong since is no part of it.
      if let name = outcome(of: engine.verdict, on: engine), !name.isEmpty {
        note(name, of: engine)
      }
      return
    }
    hasBrokenOff = true
    let step = BadStep(ending, of: engine, in: self)
    if !step.isOfStep { stop = step.sentence }
    note(step.sentence, of: engine, step)
  }

  private func note(_ outcome: String, of engine: Engine, _ badStep: BadStep? = nil) {
    schedules += 1
    seen[outcome, default: Seen()].note(engine, badStep)
  }

  /// Notes that the same choices led elsewhere.
  private func noteDifference(at step: Int) {
    findings.append(
      ExplorationFinding(
        .nondeterministic(firstDifferingStep: step),
        "The same choices led to other options at step \(step + 1). "
          + Self.usualCauses))
    stop = "the program is not deterministic"
  }

  /// The time limit as people write it: `30 s`.
  private var limit: String {
    let seconds = options.limits.time / .seconds(1)
    return seconds == seconds.rounded() ? "\(Int(seconds)) s" : "\(seconds) s"
  }

  static let usualCauses =
    "The usual causes: the order of a Set or Dictionary, keys made of ObjectIdentifier, globals "
    + "kept between schedules, randomness."

  private func lookAtClock() {
    let now = ContinuousClock.now
    if now - start >= options.limits.time { stop = "\(limit) reached" }
    guard now - lastProgress >= .milliseconds(100) else { return }
    lastProgress = now
    onProgress(ExplorationProgress(schedules: schedules, outcomes: seen.count, fraction: nil))
  }
}

/// Where the task that tells the outcome leaves it.
private final class AnswerBox: @unchecked Sendable {  // used with the baton
  var text: String?
}
