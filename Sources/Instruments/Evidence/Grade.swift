/// What an outcome means for the prediction it is held against.
///
/// The three declared grades are those of jcstress; an outcome that nobody declared is `unknown`.
public enum Grade: String, Codable, CaseIterable, Sendable {
  /// The outcome a reader should count on.
  case expected
  /// Allowed, and the reason the experiment exists.
  case interesting
  /// Never allowed: one observation refutes the promise under test.
  case forbidden
  /// Observed though nobody declared it: either the prediction or the program is wrong.
  case unknown

  /// Whether one observation of this grade fails the experiment.
  public var failsExperiment: Bool { self == .forbidden || self == .unknown }
}
