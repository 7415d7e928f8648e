package import Evidence
package import Reporting

/// What one trial observed.
package struct Observations: Codable, Equatable, Sendable {
  /// Outcomes, counted by variant.
  package var variants: [VariantRecord]
  /// What was timed, a sample for each benchmark.
  package var benchmarks: [BenchmarkSample]
  /// What else was read off, in any order.
  package var readings: [Reading]
  /// The pictures made, in any order; of several trials' the first's are kept.
  @OmittedWhereEmpty package var pictures: [PictureRecord]

  /// What was observed; nothing, unless told otherwise.
  package init(
    variants: [VariantRecord] = [], benchmarks: [BenchmarkSample] = [], readings: [Reading] = [],
    pictures: [PictureRecord] = []
  ) {
    self.variants = variants
    self.benchmarks = benchmarks
    self.readings = readings
    self.pictures = pictures
  }
}

/// What all trials of a run observed, added up, each part in its declared order.
package struct Findings: Equatable, Sendable {
  /// Outcomes, counted by variant.
  package var variants: [VariantRecord]
  /// What was timed, pooled by benchmark.
  package var benchmarks: [BenchmarkResult]
  /// What else was read off: every value of every trial.
  package var readings: [Reading]
  /// The pictures made.
  package var pictures: [PictureRecord]
  /// What was explored, before the trials.
  package var explorations: [ExplorationRecord]

  /// What was found; nothing, unless told otherwise.
  package init(
    variants: [VariantRecord] = [], benchmarks: [BenchmarkResult] = [], readings: [Reading] = [],
    pictures: [PictureRecord] = [], explorations: [ExplorationRecord] = []
  ) {
    self.variants = variants
    self.benchmarks = benchmarks
    self.readings = readings
    self.pictures = pictures
    self.explorations = explorations
  }

  /// What a saved record found.
  package init(_ record: ExperimentRecord) {
    self.init(
      variants: record.variants, benchmarks: record.benchmarks, readings: record.readings,
      pictures: record.pictures, explorations: record.explorations)
  }

  /// A variant by program, row and column, if it was run.
  package func variant(_ program: String, _ row: String, _ column: String) -> VariantRecord? {
    variants.first { $0.program == program && $0.row == row && $0.column == column }
  }

  /// A benchmark's result by its id, if it was run.
  package func benchmark(_ id: String) -> BenchmarkResult? {
    benchmarks.first { $0.benchmark == id }
  }

  /// An exploration by its program's name, under a policy or under the only one; `nil` where it was
  /// not run.
  package func exploration(_ name: String, _ policy: ExecutorPolicy? = nil) -> ExplorationRecord? {
    explorations.first { $0.program.name == name && (policy == nil || $0.policy == policy) }
  }

  /// A quantity's readings by its id, if there are any.
  package func reading(_ quantity: String) -> Reading? {
    readings.first { $0.quantity == quantity }
  }
}
