/// How a command of this study leaves, apart from 128 + n after signal n.
package enum RunStatus: Int32, Sendable {
  /// It ran, and nothing forbidden or unknown was seen.
  case fine = 0
  /// Forbidden, unknown, crashed, hung, or a disagreement under `--strict`.
  case failed = 1
  /// An unusable request or input.
  case unusable = 2

  /// The one that counts of several: the highest.
  package static func worst(of statuses: some Sequence<RunStatus>) -> RunStatus {
    statuses.max { $0.rawValue < $1.rawValue } ?? .fine
  }
}
