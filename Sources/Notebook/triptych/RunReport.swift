import Evidence
import Reporting
import StudyKit

/// The end of a run: the verdicts, where to look, and what differs from the reference.
struct RunReport {
  let status: Int32
  let reports: String
  let results: [RunResult]
  /// The reference against this run; `nil` where there is nothing to compare.
  let comparison: StudyComparison?
  let reference: String?
  /// Whether the reports were drawn from what is saved.
  let isDrawn: Bool

  /// The report for scripts.
  struct Summary: Codable, Equatable {
    var status: Int32
    var reports: String
    var experiments: [Experiment]
    var comparison: StudyComparison?

    struct Experiment: Codable, Equatable {
      var name: String
      var outcome: String
      var problem: String?
      var failures: Int?
      var verdicts: [String: Verdict]
      var disagreements: [String]
    }
  }

  var summary: Summary {
    Summary(
      status: status, reports: reports,
      experiments: results.map { result in
        .init(
          name: result.name, outcome: result.outcome, problem: result.problem,
          failures: result.record?.failures,
          verdicts: result.record?.conclusion.verdicts ?? [:],
          disagreements: result.record?.disagreements.map(\.text) ?? [])
      },
      comparison: comparison)
  }

  /// The report for a reader.
  func text(columns: Int) throws -> String {
    var lines: [String] = []
    for result in results {
      guard let record = result.record else {
        lines += ["\(result.name): \(result.outcome)", ""]
        continue
      }
      lines += try headline(of: record, after: "\(result.name): ", columns: columns)
      lines += record.failureSummary.map { "  \($0)" }
      let disagreements = disagreementLines(of: record, columns: columns - 2)
      if !disagreements.isEmpty {
        lines += ["  Not as declared"] + disagreements.map { "  \($0)" }
      }
      lines += try verdictLines(of: record, columns: columns - 2).map { "  \($0)" } + [""]
    }
    guard results.contains(where: { $0.record != nil }) else {
      return (lines + ["No report was written."]).joined(separator: "\n")
    }
    let place =
      isDrawn
      ? "Reports: \(reports)/README.md"
      : "No report was drawn; the data is saved in \(reports)/data; then: "
        + "triptych render --reports \(reports)"
    return (lines + againstReference(columns: columns) + [place]).joined(separator: "\n")
  }

  private func againstReference(columns: Int) -> [String] {
    guard let comparison, let reference else { return [] }
    let text = ComparisonText(
      comparison: comparison, arrow: "reference → here", columns: columns - 2)
    return ["Your machine against the reference (\(reference)):"]
      + text.lines.map { $0.isEmpty ? "" : "  \($0)" } + [""]
  }

  /// What an interrupted run leaves.
  func interruptionNote(of planned: Int) -> String {
    let saved = results.filter { $0.record != nil }.map(\.name)
    let kept = saved.isEmpty ? "nothing had finished" : "saved: \(saved.joined(separator: ", "))"
    return "triptych: interrupted after \(results.count) of \(planned) experiments; \(kept)"
  }
}
