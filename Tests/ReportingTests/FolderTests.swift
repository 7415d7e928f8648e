import Evidence
import Foundation
import Testing

@testable import Reporting

@Suite struct FolderTests {
  /// A folder that is gone after the test.
  private func inTemporaryFolder(_ body: (URL) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("reports-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }

  private func tree(_ folder: URL) throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
  }

  private func error(_ body: () throws -> Void) -> ReportingError? {
    do {
      try body()
      return nil
    } catch {
      return error as? ReportingError
    }
  }

  @Test func `a record comes back as it was saved, the largest seed too`() throws {
    try inTemporaryFolder { folder in
      var record = Fixture.hostile
      record.run.seed = .max
      let reports = ReportsFolder(folder.path)
      try reports.save(record)
      try reports.save(Fixture.record)
      #expect(try reports.records() == [Fixture.record, record])
    }
  }

  @Test func `saved JSON has sorted keys, plain slashes and an end of line`() throws {
    let text = String(decoding: try RecordFile.encode(Fixture.record), as: UTF8.self)
    #expect(text.hasSuffix("}\n") && !text.hasSuffix("\n\n") && !text.contains("\\/"))
    let keys = text.split(separator: "\n").compactMap { line -> Substring? in
      guard line.hasPrefix("  \"") else { return nil }
      return line.dropFirst(3).prefix { $0 != "\"" }
    }
    #expect(keys == keys.sorted() && keys.contains("version"))
  }

  @Test func `a number that JSON cannot hold is an error`() {
    var record = Fixture.record
    record.run.seconds = .infinity
    let found = error { _ = try RecordFile.encode(record) }
    let problem = "it has no JSON form: a number that is not finite, in seconds"
    #expect(found == .inconsistent(record: "01-Ordering", problem: problem))
  }

  @Test func `a record saved before the optional keys existed still reads`() throws {
    var record = Fixture.record
    record.description.highlight = nil
    record.conclusion.traits = [.init(backend: "ActorCache", quality: "order", text: "none")]
    let text = String(decoding: try RecordFile.encode(record), as: UTF8.self)
    for key in ["\"highlight\"", "\"standing\"", "null"] { #expect(!text.contains(key)) }
    #expect(try RecordFile.decode(Data(text.utf8), path: "x") == record)
  }

  @Test func `a rendered folder holds what its links lead to`() throws {
    try inTemporaryFolder { package in
      let source = package.appendingPathComponent(Fixture.record.sources[0].file)
      try FileManager.default.createDirectory(
        at: source.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: source)
      try Data().write(to: package.appendingPathComponent("Package.swift"))
      try FileManager.default.createDirectory(
        at: package.appendingPathComponent("Experiments"), withIntermediateDirectories: false)
      let folder = package.appendingPathComponent("Reports/local")
      let reports = ReportsFolder(folder.path)
      try reports.save(Fixture.record)
      try reports.save(Fixture.hostile)
      try reports.save(MeasuredFixture.record)
      let written = try reports.render()
      #expect(
        written == [
          "01-Ordering.md", "02-HitCost.md", "03-Reentrancy.md", "README.md",
          "charts/01-Ordering-memory.svg", "charts/01-Ordering-schedule-1.svg",
          "charts/01-Ordering-schedule-2.svg", "charts/01-Ordering.svg",
          "charts/02-HitCost-hit-tails.svg", "charts/02-HitCost-hit.svg", "charts/02-HitCost.svg",
          "charts/03-Reentrancy-memory.svg",
        ])
      for path in written where path.hasSuffix(".md") {
        let text = try String(contentsOf: folder.appendingPathComponent(path), encoding: .utf8)
        #expect(try Markdown.problems(in: text) == [], "in \(path)")
        let targets = Markdown.targets(in: text)
        #expect(targets.count > 5)
        for target in targets {
          let parts = target.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
          let file = folder.appendingPathComponent(String(parts[0]))
          #expect(FileManager.default.fileExists(atPath: file.path), "\(path) → \(target)")
          if parts.count == 2, file.pathExtension == "md" {
            let anchors = Markdown.anchors(in: try String(contentsOf: file, encoding: .utf8))
            #expect(anchors.contains(String(parts[1])), "\(path) → \(target)")
          }
        }
      }
    }
  }

  @Test func `rendering twice gives the same bytes and touches no other file`() throws {
    try inTemporaryFolder { folder in
      let reports = ReportsFolder(folder.path)
      try reports.save(Fixture.record)
      let stranger = folder.appendingPathComponent("charts/mine.svg")
      try reports.render()
      try Data("mine".utf8).write(to: stranger)
      let first = try tree(folder).map { try? Data(contentsOf: folder.appendingPathComponent($0)) }
      try reports.render()
      let second = try tree(folder).map { try? Data(contentsOf: folder.appendingPathComponent($0)) }
      #expect(first == second)
      #expect(try String(contentsOf: stranger, encoding: .utf8) == "mine")
    }
  }

  @Test func `a folder without records has none to load and none to draw`() throws {
    try inTemporaryFolder { folder in
      let reports = ReportsFolder(folder.path)
      let none = try reports.records()
      #expect(none.isEmpty)
      let data = folder.appendingPathComponent("data").path
      #expect(throws: ReportingError.noRecords(path: data)) { try reports.render() }
      #expect(try tree(folder) == [])
    }
  }

  @Test(arguments: [
    ("", "not JSON, or cut short"), ("{\"version\": 1", "not JSON, or cut short"),
    ("{}", "no 'version' at the top"), ("{\"version\": \"1\"}", "another type expected at version"),
    ("{\"version\": 3}", "no 'description' at the top"),
  ])
  func `a damaged record is an error that says where`(_ text: String, _ reason: String) throws {
    #expect(
      error { _ = try RecordFile.decode(Data(text.utf8), path: "data/x.json") }
        == .damaged(path: "data/x.json", reason: reason))
  }

  @Test func `a record cut short anywhere is damaged, never half read`() throws {
    let bytes = try RecordFile.encode(Fixture.record)
    for length in stride(from: 0, to: bytes.count - 2, by: 97) {
      let found = error { _ = try RecordFile.decode(bytes.prefix(length), path: "x") }
      #expect(found == .damaged(path: "x", reason: "not JSON, or cut short"))
    }
  }

  @Test func `a record of another format is named with both versions`() throws {
    let text = Data("{\"version\": 2, \"unheard\": []}".utf8)
    #expect(
      error { _ = try RecordFile.decode(text, path: "x") }
        == .wrongVersion(path: "x", found: 2, supported: 3))
  }

  @Test func `a record in a file of another name is refused`() throws {
    try inTemporaryFolder { folder in
      let reports = ReportsFolder(folder.path)
      try reports.save(Fixture.record)
      let data = folder.appendingPathComponent("data")
      let other = data.appendingPathComponent("02-HitCost.json")
      try FileManager.default.moveItem(
        at: data.appendingPathComponent("01-Ordering.json"), to: other)
      #expect(
        error { _ = try reports.records() } == .wrongName(path: other.path, name: "01-Ordering"))
    }
  }

  @Test func `a record that is a folder, or data that is a file, is unreadable`() throws {
    try inTemporaryFolder { folder in
      let record = folder.appendingPathComponent("data/01-Ordering.json")
      try FileManager.default.createDirectory(at: record, withIntermediateDirectories: true)
      guard
        case .unreadable(record.path, "Is a directory") = error({
          _ = try ReportsFolder(folder.path).records()
        })
      else {
        Issue.record("a folder was read as a record")
        return
      }
    }
    try inTemporaryFolder { folder in
      let data = folder.appendingPathComponent("data")
      try Data().write(to: data)
      guard
        case .unreadable(data.path, "Not a directory") = error({
          _ = try ReportsFolder(folder.path).records()
        })
      else {
        Issue.record("a file was read as a folder")
        return
      }
    }
  }

  @Test func `a report that cannot be written leaves the others as they were`() throws {
    try inTemporaryFolder { folder in
      let reports = ReportsFolder(folder.path)
      try reports.save(Fixture.record)
      try Data("mine".utf8).write(to: folder.appendingPathComponent("charts"))
      let before = try tree(folder)
      guard case .unwritable = error({ try reports.render() }) else {
        Issue.record("charts were written into a file")
        return
      }
      #expect(try tree(folder) == before)
    }
  }

  @Test func `a target that cannot be replaced leaves nothing half written beside it`() throws {
    try inTemporaryFolder { folder in
      let target = folder.appendingPathComponent("README.md")
      try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
      let reports = ReportsFolder(folder.path)
      try reports.save(Fixture.record)
      guard case .unwritable(target.path, _) = error({ try reports.render() }) else {
        Issue.record("a folder was replaced by a report")
        return
      }
      #expect(try tree(folder).filter { $0.contains("/.") || $0.hasPrefix(".") } == [])
    }
  }

  @Test func `a prose error leaves the reports that were there`() throws {
    try inTemporaryFolder { folder in
      let reports = ReportsFolder(folder.path)
      try reports.save(Fixture.record)
      try reports.render()
      let report = folder.appendingPathComponent("01-Ordering.md")
      let before = try Data(contentsOf: report)
      var record = Fixture.record
      record.description.question = "What of {nothing}?"
      try reports.save(record)
      guard case .unknownField = error({ try reports.render() }) else {
        Issue.record("an unknown field was printed")
        return
      }
      #expect(try Data(contentsOf: report) == before)
    }
  }

  #if os(Linux)
    @Test func `a disk that fills up leaves no half-written file and the old one whole`() async {
      await #expect(processExitsWith: .success) {
        let folder = FileManager.default.temporaryDirectory
          .appendingPathComponent("reports-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let reports = ReportsFolder(folder.path)
        try reports.save(Fixture.record)
        let file = folder.appendingPathComponent("data/01-Ordering.json")
        let before = try Data(contentsOf: file)
        signal(SIGXFSZ, SIG_IGN)
        var limit = rlimit(rlim_cur: 1000, rlim_max: 1000)
        let isLimited = setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0
        #expect(isLimited)
        var record = Fixture.record
        record.run.seed = 8
        #expect(throws: ReportingError.self) { try reports.save(record) }
        #expect(try Data(contentsOf: file) == before)
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
        #expect(names.sorted() == ["data", "data/01-Ordering.json"])
      }
    }
  #endif
}
