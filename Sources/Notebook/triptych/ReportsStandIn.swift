import Evidence
import Foundation
import Reporting
import StudyKit

// A stand-in for what Reporting will offer under the same names: delete this file when it does.

/// A folder of reports.
struct ReportsFolder {
  /// Where it lies.
  let path: String

  /// A folder that need not exist yet.
  init(_ path: String) {
    self.path = path
  }

  private var data: URL { URL(filePath: path).appending(path: "data") }

  /// All records, by name.
  func records() throws -> [ExperimentRecord] {
    guard FileManager.default.fileExists(atPath: data.path) else { return [] }
    let names = try FileManager.default.contentsOfDirectory(atPath: data.path)
    return try names.filter { $0.hasSuffix(".json") }.sorted().map {
      let bytes = try Data(contentsOf: data.appending(path: $0))
      return try JSONDecoder().decode(ExperimentRecord.self, from: bytes)
    }
  }

  /// Saves a record, replacing that of an earlier run.
  func save(_ record: ExperimentRecord) throws {
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    let file = data.appending(path: "\(record.description.name).json")
    try Data(prettyJSON(record).utf8).write(to: file, options: .atomic)
  }

  /// Draws every report from the saved records; returns the paths written.
  @discardableResult
  func render() throws -> [String] {
    let text = try records().map { $0.description.name }.joined(separator: "\n")
    try Data(text.utf8).write(to: URL(filePath: path).appending(path: "README.md"))
    return ["README.md"]
  }
}

/// The table of verdicts for the project's own README.
enum Verdicts {
  /// The verdicts as markdown.
  static func render(_ records: [ExperimentRecord], reports folder: String) throws -> String {
    records.map { "\($0.description.name): \($0.conclusion.verdicts.count)" }
      .joined(separator: "\n")
  }

  /// The text with what lies between its marks replaced.
  static func replace(in text: String, by verdicts: String) throws -> String {
    let parts = text.components(separatedBy: "<!-- verdicts -->")
    let ends = text.components(separatedBy: "<!-- /verdicts -->")
    guard parts.count == 2, ends.count == 2 else {
      throw UsageError("the text has no single pair of marks for the verdicts")
    }
    return "\(parts[0])<!-- verdicts -->\n\n\(verdicts)\n\n<!-- /verdicts -->\(ends[1])"
  }
}
