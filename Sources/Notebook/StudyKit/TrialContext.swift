package import Foundation
package import Reporting

/// What a trial is told.
package struct TrialContext: Sendable {
  /// How much to do.
  package let profile: Profile
  /// Which of the run's trials it is, from 1: what is long and needed once is for the first.
  package let trial: Int
  /// The seed of this trial: the run's seed and the trial's number, mixed.
  package let seed: UInt64
  /// Backends asked for by name; empty for all.
  package let backends: [String]
  /// The folder of photographs.
  package let photos: String
  /// The experiment's executable, which its probes are pieces of.
  package let executable: URL
  /// How long a probe may live before it is stopped as hung.
  package let probeLimit: Duration
  /// Tells whoever watches how far the trial is, from 0 to 1, and what it is at.
  package let report: @Sendable (_ fraction: Double, _ label: String) -> Void

  /// Tells a trial what to do; `executable` is this process's own unless told otherwise.
  package init(
    profile: Profile, trial: Int = 1, seed: UInt64, backends: [String], photos: String,
    executable: URL = ownExecutable, probeLimit: Duration = .seconds(600),
    report: @escaping @Sendable (_ fraction: Double, _ label: String) -> Void
  ) {
    self.profile = profile
    self.trial = trial
    self.seed = seed
    self.backends = backends
    self.photos = photos
    self.executable = executable
    self.probeLimit = probeLimit
    self.report = report
  }

  /// Whether a backend is to run.
  package func includes(_ backend: String) -> Bool {
    backends.isEmpty || backends.contains(backend)
  }

  /// The rows of a benchmark that are to run: the baseline always does.
  package func rows(of benchmark: Benchmark) -> [Benchmark.Row] {
    benchmark.rows.filter { row in
      row.id == benchmark.baseline || row.backend.map(includes) ?? true
    }
  }
}

/// The executable of this process.
package var ownExecutable: URL {
  Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
}
