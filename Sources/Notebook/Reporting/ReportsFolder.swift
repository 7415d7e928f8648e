import Foundation

/// A folder of reports: `README.md`, `NAME.md`, `charts/` and, from which all of it is drawn,
/// `data/NAME.json`.
///
/// Every file is written beside its target and renamed when all are written, so an error leaves
/// what was there. Files of other names are never touched. Calls throw ``ReportingError``.
package struct ReportsFolder: Sendable {
  /// Where it lies.
  package let path: String

  /// A folder that need not exist yet.
  package init(_ path: String) {
    self.path = path
  }

  private var url: URL { URL(fileURLWithPath: path, isDirectory: true) }
  private var data: URL { url.appendingPathComponent("data", isDirectory: true) }

  /// All records, by name; none where the folder has no `data/`.
  package func records() throws -> [ExperimentRecord] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: data.path)
    } catch CocoaError.fileReadNoSuchFile {
      return []
    } catch {
      throw ReportingError.unreadable(path: data.path, reason: error.localizedDescription)
    }
    return try names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") }.sorted().map {
      try record(in: data.appendingPathComponent($0))
    }
  }

  /// The record in one file.
  private func record(in file: URL) throws -> ExperimentRecord {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: file)
    } catch {
      throw ReportingError.unreadable(path: file.path, reason: error.localizedDescription)
    }
    let record = try RecordFile.decode(bytes, path: file.path)
    let name = record.description.name
    guard file.deletingPathExtension().lastPathComponent == name else {
      throw ReportingError.wrongName(path: file.path, name: name)
    }
    try record.check()
    return record
  }

  /// Saves a record, replacing that of an earlier run.
  package func save(_ record: ExperimentRecord) throws {
    try record.check()
    var files = StagedFiles()
    files.add(try RecordFile.encode(record), at: "data/\(record.description.name).json")
    try files.write(into: url)
  }

  /// Draws every report, chart and the index from the saved records; returns the paths written,
  /// relative to the folder.
  @discardableResult
  package func render() throws -> [String] {
    let records = try records()
    guard !records.isEmpty else { throw ReportingError.noRecords(path: data.path) }
    var files = StagedFiles()
    for (path, text) in try ReportSet(records, root: wayToRoot).files() {
      files.add(Data(text.utf8), at: path)
    }
    try files.write(into: url)
    return files.paths
  }

  /// The way from here to the root of the package it lies in, `..` where it lies in none.
  private var wayToRoot: String {
    guard let root = packageRoot(above: url) else { return ".." }
    let steps = url.standardizedFileURL.pathComponents.count - root.pathComponents.count
    return steps == 0 ? "." : Array(repeating: "..", count: steps).joined(separator: "/")
  }
}
