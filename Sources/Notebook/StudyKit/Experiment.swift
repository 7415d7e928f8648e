package import Evidence
package import Reporting

/// An experiment as data, with the functions that make it run.
package struct Experiment: Sendable {
  /// What it asks and teaches.
  package let description: ExperimentDescription
  /// Every variant it runs, with what is predicted of it and nothing observed yet.
  package let variants: [VariantRecord]
  /// How long one trial takes under a profile; thrice that and it is stopped.
  package let trialLength: @Sendable (Profile) -> Duration
  /// Files quoted in the report, from the package's root, each with its `// lesson:` marks.
  package let quotedFiles: [String]
  /// Runs one trial in this process and says what it observed of what it was told to run.
  ///
  /// It runs off the main actor, on which a hop would cost hundreds of times what is measured.
  /// Throws a `UsageError` where its input cannot be used.
  package let trial: @concurrent @Sendable (TrialContext) async throws -> Observations
  /// Pieces of a trial that want a fresh process, by name: they return what they read.
  package let probes: [String: Probe]
  /// Small programs that can be run under every schedule.
  package let explorable: [ExplorableProgram]
  /// What of others it is held against, as name and version, as far as it is installed.
  package let tools: @Sendable () -> [RunConditions.Fact]
  /// Makes one result of what all trials measured of one benchmark; needed by whoever has any.
  package let pool: Pool?
  /// Draws the conclusion from what all trials observed, added up.
  package let conclude: @Sendable (Findings) -> Conclusion

  /// A piece of a trial in a process of its own.
  package typealias Probe = @concurrent @Sendable (TrialContext) async throws -> [Double]

  /// Pools the samples of one benchmark, one for each trial; all randomness follows from the seed.
  package typealias Pool =
    @Sendable (_ samples: [BenchmarkSample], _ seed: UInt64) ->
    BenchmarkResult

  /// Describes an experiment and how it runs.
  package init(
    description: ExperimentDescription, variants: [VariantRecord] = [], quotedFiles: [String],
    trialLength: @escaping @Sendable (Profile) -> Duration,
    trial: @escaping @concurrent @Sendable (TrialContext) async throws -> Observations,
    probes: [String: Probe] = [:], explorable: [ExplorableProgram] = [],
    tools: @escaping @Sendable () -> [RunConditions.Fact] = { [] }, pool: Pool? = nil,
    conclude: @escaping @Sendable (Findings) -> Conclusion
  ) {
    let programs = explorable.map(\.summary)
    precondition(Set(programs.map(\.name)).count == programs.count, "a program is there twice")
    let completed = programs.compactMap(\.description.variant)
    precondition(
      completed.allSatisfy(description.describes), "a program completes no row of a matrix")
    self.description = description
    self.variants = variants
    self.quotedFiles = quotedFiles
    self.trialLength = trialLength
    self.trial = trial
    self.probes = probes
    self.explorable = explorable
    self.tools = tools
    self.pool = pool
    self.conclude = conclude
  }
}

extension Experiment {
  /// The backends it can be narrowed to by `--backend`, columns of programs before rows timed.
  package var backends: [String] {
    distinct(
      description.programs.filter { $0.axes == nil }.flatMap(\.columns).map(\.id)
        + description.benchmarks.flatMap(\.rows).compactMap(\.backend))
  }
}
