/// How much an experiment does.
package enum Profile: String, CaseIterable, Codable, Sendable {
  /// Does all run, in the right order? One trial; its figures are not evidence.
  case quick
  /// Three trials.
  case standard
  /// Five trials; the committed reports come from it.
  case full

  /// Fresh processes per experiment.
  package var trials: Int {
    switch self {
    case .quick: 1
    case .standard: 3
    case .full: 5
    }
  }

  /// Whether figures from this profile may be quoted.
  package var isEvidence: Bool { self != .quick }
}
