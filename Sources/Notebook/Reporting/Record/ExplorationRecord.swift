package import Evidence

/// One exploration of a small program: what was declared of it and what was found.
package struct ExplorationRecord: Codable, Equatable, Sendable {
  /// The program as declared.
  package var program: ExplorableDescription
  /// The order in which its executors took their jobs; `nil` where it has no executor to order.
  package var policy: ExecutorPolicy?
  /// What was found.
  package var exploration: Exploration

  /// Ties what was found to what was declared.
  package init(
    program: ExplorableDescription, policy: ExecutorPolicy?, exploration: Exploration
  ) {
    self.program = program
    self.policy = policy
    self.exploration = exploration
  }

  /// An outcome with its grade.
  package struct Outcome: Equatable, Sendable {
    /// What came out, or was declared and did not.
    package var name: String
    /// Its grade; `nil` where nothing is predicted of the program.
    package var grade: Grade?
    /// How it came out; `nil` where no schedule showed it.
    package var found: Exploration.Outcome?

    /// How grave it is: by its grade, or where it has none, whether tasks waited for ever.
    var gravity: Int { grade?.gravity ?? (found?.trace.waits.isEmpty == false ? 1 : 0) }
  }

  /// Every outcome declared, in that order, then those found beside them, fewest delays first.
  package var outcomes: [Outcome] {
    let declared = program.prediction?.outcomes ?? []
    let others = exploration.outcomes.filter { found in
      !declared.contains { $0.name == found.name }
    }
    return declared.map { Outcome(name: $0.name, grade: $0.grade, found: exploration[$0.name]) }
      + others.map {
        Outcome(name: $0.name, grade: program.prediction == nil ? nil : .unknown, found: $0)
      }
  }

  /// Outcomes that came out and fail the experiment: forbidden or unknown.
  package var failingOutcomes: [Outcome] {
    outcomes.filter { $0.found != nil && $0.grade?.failsExperiment == true }
  }

  /// Whether an outcome or a finding fails the experiment.
  package var hasFailed: Bool { !failingOutcomes.isEmpty || !exploration.findings.isEmpty }

  /// The outcome worth looking at: the gravest that came out, of those the one with fewest delays;
  /// `nil` where all was as expected.
  ///
  /// Where nothing is predicted, it is one where tasks wait for ever, else one beside that of the
  /// fewest delays, which a glance at the code suggests.
  package var surprise: Outcome? {
    let found = outcomes.filter { $0.found != nil }
    let candidates =
      program.prediction == nil
      ? found.enumerated().filter { $0.offset > 0 || $0.element.gravity > 0 }.map(\.element)
      : found.filter { $0.grade != .expected }
    return candidates.min {
      (-$0.gravity, $0.found?.delays ?? 0) < (-$1.gravity, $1.found?.delays ?? 0)
    }
  }

  /// What it covered: `complete: 28 schedules, 12 traces`, `bounded, 30 s reached: 9 schedules`.
  package var coverage: String {
    let traces = exploration.traces.map { ", \(Numbers.counted($0, "trace"))" } ?? ""
    let count = Numbers.counted(exploration.schedules, "schedule") + traces
    return switch exploration.coverage {
    case .complete: "complete: \(count)"
    case .bounded(let reason) where exploration.options.schedule != nil: reason
    case .bounded(let reason): "bounded, \(reason): \(count)"
    case .sampled(let what): "sampled, \(what): \(count)"
    }
  }
}

/// A small program that can be run under every schedule, as declared before it is.
package struct ExplorableDescription: Codable, Equatable, Sendable {
  /// Its name on a command line, without spaces, unique in its experiment.
  package var name: String
  /// What it does, one sentence.
  package var summary: String
  /// What is predicted of its outcomes; `nil` where nothing is.
  package var prediction: Prediction?
  /// The variant that threads run and this completes; `nil` for a program of its own.
  package var variant: VariantName?
  /// The policy that the variant's threads run under; `nil` where no executor orders them.
  package var threadPolicy: ExecutorPolicy?

  /// Declares a program.
  package init(
    name: String, summary: String, prediction: Prediction? = nil, variant: VariantName? = nil,
    threadPolicy: ExecutorPolicy? = nil
  ) {
    self.name = name
    self.summary = summary
    self.prediction = prediction
    self.variant = variant
    self.threadPolicy = threadPolicy
  }
}

/// What tells variants of one experiment apart.
package struct VariantName: Codable, Hashable, Sendable, CustomStringConvertible {
  /// The program's id.
  package var program: String
  /// The row's id.
  package var row: String
  /// The column's id.
  package var column: String

  /// Names a variant.
  package init(program: String, row: String, column: String) {
    self.program = program
    self.row = row
    self.column = column
  }

  /// The three, as a path.
  package var description: String { "\(program)/\(row)/\(column)" }
}

extension VariantRecord {
  /// What tells it from others of its experiment.
  package var name: VariantName { VariantName(program: program, row: row, column: column) }
}

extension Grade {
  /// How grave an outcome of the grade is: the higher, the graver.
  var gravity: Int {
    switch self {
    case .expected: 0
    case .interesting: 1
    case .unknown: 2
    case .forbidden: 3
    }
  }
}

extension ExplorationRecord {
  /// The command that replays a schedule, whose id holds the build it is of.
  package static func replayCommand(
    experiment: String, program: String, schedule: String, isRelease: Bool
  ) -> String {
    "swift run \(isRelease ? "-c release " : "")triptych explore \(experiment) "
      + "\(shellWord(program)) --schedule \(shellWord(schedule))"
  }
}
