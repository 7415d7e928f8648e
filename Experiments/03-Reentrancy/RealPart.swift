import Evidence
import Reporting
import StudyKit

/// What is done for real, in this process or in children of it, beside what is explored: one part a
/// file.
struct RealPart: Sendable {
  /// What it runs as small programs, outcomes counted.
  var programs: [Program] = []
  /// Every variant of them, with what is predicted.
  var variants: [VariantRecord] = []
  /// What it times.
  var benchmarks: [Benchmark] = []
  /// What else it reads off.
  var quantities: [QuantityTable] = []
  /// Pieces of it that want a fresh process, by name.
  var probes: [String: Experiment.Probe] = [:]
  /// What it says under *Why*, after what is explored.
  var why: [Passage] = []
  /// What mends it.
  var cures: [Cure] = []
  /// What it does not show.
  var doesNotShow: [String] = []
  /// How it was done.
  var method: [String] = []
  /// Files it quotes.
  var quotedFiles: [String] = []
  /// How much of a trial it takes.
  var length: @Sendable (Profile) -> Duration
  /// Fields of its prose that are no mere readings or timings.
  var fields: @Sendable (Findings) -> [String: String] = { _ in [:] }
  /// Runs it once.
  var run: @concurrent @Sendable (TrialContext) async throws -> Observations

  /// Every part, in the order taught.
  static let all = [deadlocking, fillingThePool, blockingTheLine, comparingForms]
}
