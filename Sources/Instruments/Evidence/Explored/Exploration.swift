/// What an exploration of a small program found.
public struct Exploration: Codable, Equatable, Sendable {
  /// The program's name.
  public var program: String
  /// What was asked for.
  public var options: ExplorationOptions
  /// Whether it was everywhere.
  public var coverage: Coverage
  /// Schedules run to their end.
  public var schedules: Int
  /// Distinct traces among them, where they were told apart: schedules that order every two
  /// dependent steps alike are one trace.
  public var traces: Int?
  /// Steps in all.
  public var steps: Int
  /// What came out, fewest delays first.
  public var outcomes: [Outcome]
  /// What went wrong with the exploration itself, or with a step.
  public var findings: [ExplorationFinding]
  /// What a reader has to know to weigh it: what was atomic, what was not seen.
  public var notes: [String]
  /// The command that runs the same again, such as `swift test --filter LoaderTests`, if known.
  public var replay: String?

  /// Whether every schedule was run.
  public enum Coverage: Codable, Equatable, Sendable {
    /// Every schedule, or one for every trace, relative to what is named.
    case complete(relativeTo: [String])
    /// Some were not run, for the reason given.
    case bounded(String)
    /// As many as asked for were drawn, or lie within the delays asked for.
    case sampled(String)
  }

  /// One result of the program.
  public struct Outcome: Codable, Equatable, Sendable {
    /// What came out.
    public var name: String
    /// In how many schedules.
    public var schedules: Int
    /// The fewest delays with which it came out.
    public var delays: Int
    /// The id of such a schedule.
    public var schedule: String
    /// That schedule as it ran.
    public var trace: ScheduleTrace

    /// Describes an outcome.
    public init(
      name: String, schedules: Int, delays: Int, schedule: String, trace: ScheduleTrace
    ) {
      self.name = name
      self.schedules = schedules
      self.delays = delays
      self.schedule = schedule
      self.trace = trace
    }
  }

  /// Assembles a result.
  public init(
    program: String, options: ExplorationOptions, coverage: Coverage, schedules: Int,
    traces: Int?, steps: Int, outcomes: [Outcome], findings: [ExplorationFinding], notes: [String],
    replay: String? = nil
  ) {
    self.program = program
    self.options = options
    self.coverage = coverage
    self.schedules = schedules
    self.traces = traces
    self.steps = steps
    self.outcomes = outcomes
    self.findings = findings
    self.notes = notes
    self.replay = replay
  }

  /// Whether every schedule was run and nothing spoiled the answer.
  public var isComplete: Bool {
    guard case .complete = coverage else { return false }
    return findings.isEmpty
  }

  /// The outcome of a name, if it came out.
  public subscript(name: String) -> Outcome? { outcomes.first { $0.name == name } }
}

/// Something that an exploration found beside outcomes.
public struct ExplorationFinding: Codable, Equatable, Sendable {
  /// What kind of thing.
  public var kind: Kind
  /// What happened, where it began and what to do, in whole sentences.
  public var message: String
  /// The schedule in which it happened, if it can be replayed.
  public var schedule: String?

  /// The kinds of findings.
  public enum Kind: Codable, Equatable, Sendable {
    /// Work arrived from a thread, an executor or a queue that is not the explorer's.
    case escaped
    /// A task was left unfinished, and nothing was left to run.
    case unfinished
    /// A step trapped.
    case trapped
    /// A step blocked its thread for real.
    case blocked
    /// A step ran on without end.
    case spinning
    /// The same schedule ran differently; steps count from 0.
    case nondeterministic(firstDifferingStep: Int)
    /// The reduced search lacks an outcome that a random schedule showed.
    case undeclaredSharing
  }

  /// Describes a finding.
  public init(_ kind: Kind, _ message: String, schedule: String? = nil) {
    self.kind = kind
    self.message = message
    self.schedule = schedule
  }
}
