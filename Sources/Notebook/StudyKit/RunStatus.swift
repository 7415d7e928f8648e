/// How a command of this study leaves, apart from 128 + n after signal n.
package enum RunStatus: Int32, Sendable {
  /// It ran, and nothing forbidden or unknown was seen.
  case fine = 0
  /// Forbidden, unknown, crashed, hung, or a disagreement under `--strict`.
  case failed = 1
  /// An unusable request or input.
  case unusable = 2
  /// Nothing was found, and not everything was looked at.
  case undecided = 3

  /// The one that counts of several: 2 before 1 before 3.
  package static func worst(of statuses: some Sequence<RunStatus>) -> RunStatus {
    let statuses = Set(statuses)
    return [.unusable, .failed, .undecided].first(where: statuses.contains) ?? .fine
  }
}
