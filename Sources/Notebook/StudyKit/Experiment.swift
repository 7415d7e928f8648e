public import Reporting

/// An experiment as data, with the two functions that make it run.
public struct Experiment: Sendable {
  /// What it asks and teaches.
  public let description: ExperimentDescription
  /// Every variant it runs, with what is predicted of it and nothing observed yet.
  public let variants: [VariantRecord]
  /// How long one trial takes under a profile; thrice that and it is stopped.
  public let trialLength: @Sendable (Profile) -> Duration
  /// Files quoted in the report, from the package's root, each with its `// lesson:` marks.
  public let quotedFiles: [String]
  /// Runs one trial in this process and says what it observed of the variants it was told to run.
  ///
  /// Throws a `UsageError` where its input cannot be used.
  public let trial: @Sendable (TrialContext) async throws -> [VariantRecord]
  /// Draws the conclusion from the variants of all trials, added up.
  public let conclude: @Sendable ([VariantRecord]) -> Conclusion

  /// Describes an experiment and how it runs.
  public init(
    description: ExperimentDescription, variants: [VariantRecord], quotedFiles: [String],
    trialLength: @escaping @Sendable (Profile) -> Duration,
    trial: @escaping @Sendable (TrialContext) async throws -> [VariantRecord],
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
  public var backends: [String] {
    var names: [String] = []
    for column in description.programs.flatMap(\.columns) where !names.contains(column.id) {
      names.append(column.id)
    }
    return names
  }
}

/// What a trial is told.
public struct TrialContext: Sendable {
  /// How much to do.
  public let profile: Profile
  /// The seed of this trial: the run's seed and the trial's number, mixed.
  public let seed: UInt64
  /// Backends asked for by name; empty for all.
  public let backends: [String]
  /// The folder of photographs.
  public let photos: String
  /// Tells whoever watches how far the trial is, from 0 to 1, and what it is at.
  public let report: @Sendable (_ fraction: Double, _ label: String) -> Void

  /// Tells a trial what to do.
  public init(
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
  public func includes(_ backend: String) -> Bool {
    backends.isEmpty || backends.contains(backend)
  }
}
