package import Reporting

/// An experiment as data, with the two functions that make it run.
package struct Experiment: Sendable {
  /// What it asks and teaches.
  package let description: ExperimentDescription
  /// Every variant it runs, with what is predicted of it and nothing observed yet.
  package let variants: [VariantRecord]
  /// How long one trial takes under a profile; thrice that and it is stopped.
  package let trialLength: @Sendable (Profile) -> Duration
  /// Files quoted in the report, from the package's root, each with its `// lesson:` marks.
  package let quotedFiles: [String]
  /// Runs one trial in this process and says what it observed of the variants it was told to run.
  ///
  /// It runs off the main actor, on which a hop would cost hundreds of times what is measured.
  /// Throws a `UsageError` where its input cannot be used.
  package let trial: @concurrent @Sendable (TrialContext) async throws -> [VariantRecord]
  /// Draws the conclusion from the variants of all trials, added up.
  package let conclude: @Sendable ([VariantRecord]) -> Conclusion

  /// Describes an experiment and how it runs.
  package init(
    description: ExperimentDescription, variants: [VariantRecord], quotedFiles: [String],
    trialLength: @escaping @Sendable (Profile) -> Duration,
    trial: @escaping @concurrent @Sendable (TrialContext) async throws -> [VariantRecord],
    conclude: @escaping @Sendable ([VariantRecord]) -> Conclusion
  ) {
    self.description = description
    self.variants = variants
    self.quotedFiles = quotedFiles
    self.trialLength = trialLength
    self.trial = trial
    self.conclude = conclude
  }
}

extension Experiment {
  /// The backends it can be narrowed to by `--backend`, in the order of its columns.
  package var backends: [String] {
    distinct(description.programs.flatMap(\.columns).map(\.id))
  }
}

/// What a trial is told.
package struct TrialContext: Sendable {
  /// How much to do.
  package let profile: Profile
  /// The seed of this trial: the run's seed and the trial's number, mixed.
  package let seed: UInt64
  /// Backends asked for by name; empty for all.
  package let backends: [String]
  /// The folder of photographs.
  package let photos: String
  /// Tells whoever watches how far the trial is, from 0 to 1, and what it is at.
  package let report: @Sendable (_ fraction: Double, _ label: String) -> Void

  /// Tells a trial what to do.
  package init(
    profile: Profile, seed: UInt64, backends: [String], photos: String,
    report: @escaping @Sendable (_ fraction: Double, _ label: String) -> Void
  ) {
    self.profile = profile
    self.seed = seed
    self.backends = backends
    self.photos = photos
    self.report = report
  }

  /// Whether a backend is to run.
  package func includes(_ backend: String) -> Bool {
    backends.isEmpty || backends.contains(backend)
  }
}
