import Foundation
import Reporting
import StudyKit

/// `triptych compare`.
struct CompareCommand {
  let console: Console

  func run(_ line: ParsedCommandLine) throws -> Int32 {
    guard line.operands.count == 2 else {
      throw UsageError("compare takes two folders of reports: triptych compare OLD NEW")
    }
    let (old, new) = (line.operands[0], line.operands[1])
    let records = try [old, new].map(records)
    guard !ReportsPlace.isSame(old, new) else {
      throw UsageError("\(old) and \(new) are one folder; give the reports of two runs")
    }
    let comparison = StudyComparison(records[0], records[1])
    guard !comparison.experiments.isEmpty else {
      let names = records.map { $0.map(\.description.name).joined(separator: ", ") }
      throw UsageError(
        "no experiment is in both: \(old) has \(names[0]); \(new) has \(names[1])")
    }
    try console.print(
      line.has("json")
        ? try prettyJSON(comparison) : text(of: comparison, old: old, new: new))
    let fails = line.has("strict") && comparison.differs
    return (fails ? RunStatus.failed : .fine).rawValue
  }

  private func records(in folder: String) throws -> [ExperimentRecord] {
    let records = try ReportsFolder(folder).records()
    guard !records.isEmpty else {
      throw UsageError(
        "\(folder) holds no data of a run; give a folder that triptych run has written")
    }
    return records
  }

  private func text(of comparison: StudyComparison, old: String, new: String) -> String {
    let columns = min(console.outputColumns ?? 100, 100)
    let text = ComparisonText(comparison: comparison, arrow: "old → new", columns: columns)
    return (["old: \(old)", "new: \(new)", ""] + text.lines).joined(separator: "\n")
  }
}
