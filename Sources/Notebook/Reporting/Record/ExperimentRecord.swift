package import Evidence

/// Everything a report is drawn from, as saved in `data/NAME.json`.
package struct ExperimentRecord: Codable, Equatable, Sendable {
  /// The format that this code writes and reads.
  package static let currentVersion = 3

  /// The format the record was written in.
  package var version = Self.currentVersion
  /// What was asked.
  package var description: ExperimentDescription
  /// How it was run.
  package var run: RunConditions
  /// What was observed, in the order of programs, rows and columns.
  package var variants: [VariantRecord]
  /// What was timed, in the order of benchmarks.
  package var benchmarks: [BenchmarkResult]
  /// What else was read off, in the order of quantities.
  package var readings: [Reading]
  /// The pictures made, in the order of sheets and cells.
  @OmittedWhereEmpty package var pictures: [PictureRecord]
  /// What was explored, in the order of programs and policies.
  package var explorations: [ExplorationRecord]
  /// What follows for the claims.
  package var conclusion: Conclusion
  /// The sources that ran, as quoted.
  package var sources: [SourceExcerpt]

  /// Joins the parts of a finished run.
  package init(
    description: ExperimentDescription, run: RunConditions, variants: [VariantRecord],
    benchmarks: [BenchmarkResult] = [], readings: [Reading] = [],
    pictures: [PictureRecord] = [], explorations: [ExplorationRecord] = [],
    conclusion: Conclusion, sources: [SourceExcerpt]
  ) {
    self.description = description
    self.run = run
    self.variants = variants
    self.benchmarks = benchmarks
    self.readings = readings
    self.pictures = pictures
    self.explorations = explorations
    self.conclusion = conclusion
    self.sources = sources
  }

  /// All that fails the experiment: forbidden or unknown observations and explored outcomes,
  /// findings of explorations, and observations that an exploration calls unreachable.
  package var failures: Int {
    failingObservations + impossibleObservations.count
      + explorations.reduce(0) { $0 + $1.failingOutcomes.count + $1.exploration.findings.count }
  }

  /// Observations that are forbidden or unknown.
  package var failingObservations: Int {
    variants.reduce(0) { $0 + $1.tally.failures(against: $1.prediction) }
  }

  /// The verdict on a claim it tests; open where the conclusion says none.
  package func verdict(on claim: TestedClaim) -> Verdict {
    conclusion.verdicts[claim.id] ?? .open
  }
}

/// How and where an experiment ran.
package struct RunConditions: Codable, Equatable, Sendable {
  /// `quick`, `standard` or `full`.
  package var profile: String
  /// Whether the profile's figures may be quoted.
  package var isEvidence: Bool
  /// The seed everything random followed from.
  package var seed: UInt64
  /// Fresh processes whose observations were added up.
  package var trials: Int
  /// Backends asked for by name; empty for all.
  package var backends: [String]
  /// When it began, as `2026-11-30T02:28:23Z`.
  package var started: String
  /// How long it took.
  package var seconds: Double
  /// The machine, as label and value: toolchain, system, processor, cores, build.
  package var environment: [Fact]
  /// What of others the run was held against, as name and version; not every machine has it.
  @OmittedWhereEmpty package var tools: [Fact]

  /// One line of the environment.
  package struct Fact: Codable, Hashable, Sendable {
    /// What is told.
    package var label: String
    /// What it is.
    package var value: String

    /// A labelled value.
    package init(_ label: String, _ value: String) {
      self.label = label
      self.value = value
    }
  }

  /// Records the conditions of a run.
  package init(
    profile: String, isEvidence: Bool, seed: UInt64, trials: Int, backends: [String],
    started: String, seconds: Double, environment: [Fact], tools: [Fact] = []
  ) {
    self.profile = profile
    self.isEvidence = isEvidence
    self.seed = seed
    self.trials = trials
    self.backends = backends
    self.started = started
    self.seconds = seconds
    self.environment = environment
    self.tools = tools
  }
}

/// What one program did when called in one way on one backend.
package struct VariantRecord: Codable, Equatable, Sendable {
  /// The program's id.
  package var program: String
  /// The row's id: how it was called.
  package var row: String
  /// The column's id: the backend.
  package var column: String
  /// What ran the callers, e.g. "global pool".
  package var callerExecutor: String
  /// What was declared before the run.
  package var prediction: Prediction
  /// What was observed.
  package var tally: Tally

  /// Records a variant.
  package init(
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
  package var expectedCount: Int { tally.count(.expected, against: prediction) }
}

/// What a run says, computed by rules written before it.
package struct Conclusion: Codable, Equatable, Sendable {
  /// The value of a field whose variants were not run: prose that has no other is left out.
  package static let notRun = "not run"

  /// One sentence that answers the question, with fields.
  package var headline: String
  /// The verdict on each claim tested, by id.
  package var verdicts: [String: Verdict]
  /// The values of the fields in all prose.
  package var fields: [String: String]
  /// What the trade-off matrix of the index says of each backend.
  package var traits: [Trait]

  /// One cell of the trade-off matrix.
  package struct Trait: Codable, Equatable, Sendable {
    /// The matrix's row: a backend's type.
    package var backend: String
    /// The matrix's column, e.g. "order".
    package var quality: String
    /// The cell, short, with fields.
    package var text: String
    /// How well the backend does; `nil` where the run does not rank it.
    package var standing: Standing?

    /// A cell of the trade-off matrix.
    package init(backend: String, quality: String, text: String, standing: Standing? = nil) {
      self.backend = backend
      self.quality = quality
      self.text = text
      self.standing = standing
    }

    /// What the decision guide makes of a cell.
    package enum Standing: String, Codable, CaseIterable, Sendable {
      /// Take it where the quality matters.
      case good
      /// It holds under conditions that the cell names.
      case partial
      /// Do not count on it.
      case poor
    }
  }

  /// Draws a conclusion.
  package init(
    headline: String, verdicts: [String: Verdict], fields: [String: String], traits: [Trait]
  ) {
    self.headline = headline
    self.verdicts = verdicts
    self.fields = fields
    self.traits = traits
  }
}

/// A piece of source as it ran, cut between `// lesson: NAME` and `// lesson: end`.
package struct SourceExcerpt: Codable, Equatable, Sendable {
  /// The mark's name.
  package var name: String
  /// The file, from the package's root.
  package var file: String
  /// The line on which the excerpt begins, from 1.
  package var line: Int
  /// The text, its common indentation removed.
  package var text: String

  /// An excerpt of a source.
  package init(name: String, file: String, line: Int, text: String) {
    self.name = name
    self.file = file
    self.line = line
    self.text = text
  }
}
