public import Evidence

/// Everything a report is drawn from, as saved in `data/NAME.json`.
public struct ExperimentRecord: Codable, Equatable, Sendable {
  /// The format that this code writes and reads.
  public static let currentVersion = 1

  /// The format the record was written in.
  public var version = Self.currentVersion
  /// What was asked.
  public var description: ExperimentDescription
  /// How it was run.
  public var run: RunConditions
  /// What was observed, in the order of programs, rows and columns.
  public var variants: [VariantRecord]
  /// What follows for the claims.
  public var conclusion: Conclusion
  /// The sources that ran, as quoted.
  public var sources: [SourceExcerpt]

  /// Joins the parts of a finished run.
  public init(
    description: ExperimentDescription, run: RunConditions, variants: [VariantRecord],
    conclusion: Conclusion, sources: [SourceExcerpt]
  ) {
    self.description = description
    self.run = run
    self.variants = variants
    self.conclusion = conclusion
    self.sources = sources
  }

  /// Observations that fail the experiment: forbidden or unknown.
  public var failures: Int {
    variants.reduce(0) { $0 + $1.tally.failures(against: $1.prediction) }
  }
}

/// How and where an experiment ran.
public struct RunConditions: Codable, Equatable, Sendable {
  /// `quick`, `standard` or `full`.
  public var profile: String
  /// Whether the profile's figures may be quoted.
  public var isEvidence: Bool
  /// The seed everything random followed from.
  public var seed: UInt64
  /// Fresh processes whose observations were added up.
  public var trials: Int
  /// Backends asked for by name; empty for all.
  public var backends: [String]
  /// When it began, as `2026-11-30T02:28:23Z`.
  public var started: String
  /// How long it took.
  public var seconds: Double
  /// The machine, as label and value: toolchain, system, processor, cores, build.
  public var environment: [Fact]

  /// One line of the environment.
  public struct Fact: Codable, Hashable, Sendable {
    /// What is told.
    public var label: String
    /// What it is.
    public var value: String

    /// A labelled value.
    public init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  /// Records the conditions of a run.
  public init(
    profile: String, isEvidence: Bool, seed: UInt64, trials: Int, backends: [String],
    started: String, seconds: Double, environment: [Fact]
  ) {
    self.profile = profile
    self.isEvidence = isEvidence
    self.seed = seed
    self.trials = trials
    self.backends = backends
    self.started = started
    self.seconds = seconds
    self.environment = environment
  }
}

/// What one program did when called in one way on one backend.
public struct VariantRecord: Codable, Equatable, Sendable {
  /// The program's id.
  public var program: String
  /// The row's id: how it was called.
  public var row: String
  /// The column's id: the backend.
  public var column: String
  /// What ran the callers, e.g. "global pool".
  public var callerExecutor: String
  /// What was declared before the run.
  public var prediction: Prediction
  /// What was observed.
  public var tally: Tally

  /// Records a variant.
  public init(
    program: String, row: String, column: String, callerExecutor: String, prediction: Prediction,
    tally: Tally
  ) {
    self.program = program
    self.row = row
    self.column = column
    self.callerExecutor = callerExecutor
    self.prediction = prediction
    self.tally = tally
  }

  /// Observations graded expected.
  public var expectedCount: Int { tally.count(.expected, against: prediction) }
}

/// What a run says, computed by rules written before it.
public struct Conclusion: Codable, Equatable, Sendable {
  /// One sentence that answers the question, with fields.
  public var headline: String
  /// The verdict on each claim tested, by id.
  public var verdicts: [String: Verdict]
  /// The values of the fields in all prose.
  public var fields: [String: String]
  /// What the trade-off matrix of the index says of each backend.
  public var traits: [Trait]

  /// One cell of the trade-off matrix.
  public struct Trait: Codable, Equatable, Sendable {
    /// The matrix's row: a backend's type.
    public var backend: String
    /// The matrix's column, e.g. "order".
    public var quality: String
    /// The cell, short, with fields.
    public var text: String
    /// How well the backend does; `nil` where the run does not rank it.
    public var standing: Standing?

    /// A cell of the trade-off matrix.
    public init(backend: String, quality: String, text: String, standing: Standing? = nil) {
      self.backend = backend
      self.quality = quality
      self.text = text
      self.standing = standing
    }

    /// What the decision guide makes of a cell.
    public enum Standing: String, Codable, CaseIterable, Sendable {
      /// Take it where the quality matters.
      case good
      /// It holds under conditions that the cell names.
      case partial
      /// Do not count on it.
      case poor
    }
  }

  /// Draws a conclusion.
  public init(
    headline: String, verdicts: [String: Verdict], fields: [String: String], traits: [Trait]
  ) {
    self.headline = headline
    self.verdicts = verdicts
    self.fields = fields
    self.traits = traits
  }
}

/// A piece of source as it ran, cut between `// lesson: NAME` and `// lesson: end`.
public struct SourceExcerpt: Codable, Equatable, Sendable {
  /// The mark's name.
  public var name: String
  /// The file, from the package's root.
  public var file: String
  /// The line on which the excerpt begins, from 1.
  public var line: Int
  /// The text, its common indentation removed.
  public var text: String

  /// An excerpt of a source.
  public init(name: String, file: String, line: Int, text: String) {
    self.name = name
    self.file = file
    self.line = line
    self.text = text
  }
}
