import Foundation

extension ChildProcess.Remains {
  /// What became of a child that gave no result, to follow its name: `crashed (…)`.
  package func account(complaint: String?, limit: Duration) -> String {
    switch end {
    case .exited(let status):
      if let complaint { return "failed: \(complaint)" }
      return (status == 0 ? "ended without a result" : "left with status \(status)") + words
    case .crashed(let signal):
      return "crashed (\(String(cString: strsignal(signal))))" + words
    case .hung:
      return "hung: stopped after \(limit.spoken), more than thrice its stated length" + words
    case .interrupted:
      return "was interrupted"
    case .notStarted(let reason):
      return "could not be started: \(reason)"
    }
  }

  private var words: String {
    guard !lastWords.isEmpty else { return "" }
    return "; its last words:\n" + lastWords.map { "  | \($0)" }.joined(separator: "\n")
  }
}
