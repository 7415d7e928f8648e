import Foundation

extension ChildProcess.Termination {
  /// What became of a child that gave no result, to follow its name: `crashed (…)`.
  package func diagnosis(complaint: String?, limit: Duration) -> String {
    switch reason {
    case .exited(let status):
      if let complaint { return "failed: \(complaint)" }
      return (status == 0 ? "ended without a result" : "left with status \(status)") + words
    case .crashed(let signal):
      return "crashed (\(String(cString: strsignal(signal))))" + words
    case .hung:
      return "hung: stopped after \(limit.spoken), more than thrice its stated length" + words
    case .interrupted:
      return "was interrupted"
    case .notStarted(let problem):
      return "could not be started: \(problem)"
    }
  }

  private var words: String {
    guard !lastWords.isEmpty else { return "" }
    return "; its last words:\n" + lastWords.map { "  | \($0)" }.joined(separator: "\n")
  }
}
