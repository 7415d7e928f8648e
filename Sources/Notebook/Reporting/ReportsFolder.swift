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

  /// All records, by name, but for those of some experiments; none where there is no `data/`.
  package func records(without omitted: [String] = []) throws -> [ExperimentRecord] {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: data.path)
    } catch CocoaError.fileReadNoSuchFile {
      return []
    } catch {
      throw ReportingError.unreadable(path: data.path, reason: reason(of: error))
    }
    let files = Set(names.filter { $0.hasSuffix(".json") && !$0.hasPrefix(".") })
    return try files.subtracting(omitted.map { "\($0).json" }).sorted().map {
      try record(in: data.appendingPathComponent($0))
    }
  }

  /// The record in one file.
  private func record(in file: URL) throws -> ExperimentRecord {
    let bytes: Data
    do {
      bytes = try Data(contentsOf: file)
    } catch {
      throw ReportingError.unreadable(path: file.path, reason: reason(of: error))
    }
    let record = try RecordFile.decode(bytes, path: file.path)
    let name = record.description.name
    guard ExperimentRecord.canName(name) else {
      throw ReportingError.damaged(path: file.path, reason: "its name cannot name a file")
    }
    guard file.deletingPathExtension().lastPathComponent == name else {
      throw ReportingError.wrongName(path: file.path, name: name)
    }
    do {
      try record.check()
    } catch ReportingError.inconsistent(_, let problem) {
      throw ReportingError.damaged(path: file.path, reason: problem)
    }
    return record
  }

  /// Saves a record, replacing that of an earlier run.
  package func save(_ record: ExperimentRecord) throws {
    try record.check()
    var files = StagedFiles()
    files.add(try RecordFile.encode(record), at: "data/\(record.description.name).json")
    try alone { try files.write(into: url) }
  }

  /// Draws every report, chart and the index from the saved records; returns the paths written,
  /// relative to the folder.
  @discardableResult
  package func render() throws -> [String] {
    guard !(try records().isEmpty) else { throw ReportingError.noRecords(path: data.path) }
    return try alone {
      var files = StagedFiles()
      for (path, text) in try ReportSet(try records(), root: wayToRoot).files() {
        files.add(Data(text.utf8), at: path)
      }
      try files.write(into: url)
      return files.paths
    }
  }

  /// Does something while no other process writes into the folder, which is made where it is not.
  private func alone<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    } catch {
      throw ReportingError.unwritable(path: path, reason: reason(of: error))
    }
    // The folder itself is locked: a lock file would lie among the reports for ever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    // A file system that has no locks is used without.
    while flock(descriptor, LOCK_EX) != 0, errno == EINTR {}
    return try body()
  }

  /// The way from here to the root of the package it lies in, `..` where it lies in none.
  private var wayToRoot: String {
    guard let root = packageRoot(above: url) else { return ".." }
    let steps = url.standardizedFileURL.pathComponents.count - root.pathComponents.count
    return steps == 0 ? "." : Array(repeating: "..", count: steps).joined(separator: "/")
  }
}
