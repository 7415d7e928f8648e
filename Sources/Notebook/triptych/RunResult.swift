import Evidence
import Reporting
import StudyKit

/// What became of one experiment in a run.
struct RunResult {
  let name: String
  let reason: ChildProcess.Termination.Reason
  /// What it found, if it finished as a whole.
  private(set) var record: ExperimentRecord?
  /// What went wrong, to follow its name.
  private(set) var problem: String?
  private(set) var status: RunStatus

  init(
    name: String, termination: ChildProcess.Termination, record: ExperimentRecord?,
    failures: [String],
    limit: Duration
  ) {
    self.name = name
    reason = termination.reason
    if case .exited(let code) = reason, failures.isEmpty, let record {
      self.record = record
      status = RunStatus(rawValue: code) ?? .failed
    } else {
      status = reason == .exited(RunStatus.unusable.rawValue) ? .unusable : .failed
      problem =
        termination.diagnosis(
          complaint: failures.isEmpty ? nil : failures.joined(separator: "; "), limit: limit)
        + "\n  nothing of it is saved"
    }
  }

  /// Counts a finished experiment as lost.
  mutating func fail(_ problem: String) {
    record = nil
    self.problem = problem
    status = .unusable
  }

  /// How it ended, in a word for scripts.
  var outcome: String {
    switch reason {
    case .exited: record == nil ? "failed" : "finished"
    case .crashed: "crashed"
    case .hung: "hung"
    case .interrupted: "interrupted"
    case .notStarted: "not started"
    }
  }
}
