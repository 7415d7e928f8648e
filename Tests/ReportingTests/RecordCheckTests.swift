import Evidence
import Foundation
import Testing

@testable import Reporting

/// Records that no run can have made, and what is left where they are met.
@Suite struct RecordCheckTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("reports-\(UUID().uuidString)")
  private var reports: ReportsFolder { ReportsFolder(folder.path) }

  private static func changed(_ change: (inout ExperimentRecord) -> Void) -> ExperimentRecord {
    var record = Fixture.record
    change(&record)
    return record
  }

  static let impossible: [(ExperimentRecord, String)] = [
    (changed { $0.description.minutes = -1 }, "-1 minutes"),
    (changed { $0.description.minutes = .max }, "minutes to read it"),
    (changed { $0.run.trials = 0 }, "0 trials"), (changed { $0.run.trials = .min }, "trials"),
    (changed { $0.run.seconds = -1 }, "a run of -1.0 seconds"),
    (changed { $0.run.seconds = .infinity }, "a run of inf seconds"),
    (changed { $0.run.seconds = .nan }, "a run of nan seconds"),
    (changed { $0.run.seconds = 1e300 }, "a run of 1e+300 seconds"),
    (changed { $0.sources[0].line = 0 }, "begins on line 0"),
    (changed { $0.variants[0].tally = Tally(["lost": -1]) }, "was 'lost' -1 times"),
    (changed { $0.variants[0].tally = Tally(["lost": .max]) }, "was 'lost' \(Int.max) times"),
    (changed { $0.explorations += $0.explorations.prefix(1) }, "is there twice"),
    (
      changed { $0.explorations[0].program.variant?.column = "NoCache" },
      "completes memory/awaited/NoCache, which is not described"
    ), (changed { $0.explorations[0].exploration.schedules = -1 }, "counted -1"),
    (
      changed {
        $0.explorations[0].exploration.outcomes += $0.explorations[0].exploration.outcomes
      }, "came to 'store, update, read' twice"
    ),
    (changed { $0.description.name = "../../evil" }, "'../../evil' cannot name a file"),
  ]

  @Test(arguments: impossible)
  func `what no run can have made is not saved`(record: ExperimentRecord, problem: String) {
    defer { try? FileManager.default.removeItem(at: folder) }
    let error = #expect(throws: ReportingError.self) { try reports.save(record) }
    #expect(error.map { "\($0)".contains(problem) } == true)
    #expect(!FileManager.default.fileExists(atPath: folder.path))
  }

  @Test(arguments: impossible.filter { $0.0.run.seconds.isFinite })
  func `what no run can have made is damaged where it is read`(
    record: ExperimentRecord, problem: String
  ) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("data/01-Ordering.json")
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try RecordFile.encode(record).write(to: file)
    let error = #expect(throws: ReportingError.self) { try reports.render() }
    guard case .damaged(file.path, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(try reports.records(without: ["01-Ordering"]).isEmpty)
  }

  @Test func `a step of a task that is not named is not saved, as it could not be drawn`() {
    let record = Self.changed {
      $0.explorations[2].exploration.outcomes[1].trace.tasks = []
    }
    let error = #expect(throws: ReportingError.self) { try reports.save(record) }
    #expect(error?.description.contains("is of a task that is not named") == true)
  }

  @Test func `what a terminal or a browser would obey is not drawn`() throws {
    let hostile = Self.changed {
      $0.description.question = "Is \u{1B}[31mthis\u{202E} red\u{9B}?"
      $0.description.programs[0].title = "a\u{7}b\u{2066}c"
    }
    for (path, text) in try ReportSet([hostile]).files() {
      let obeyed = text.unicodeScalars.filter {
        ($0.properties.generalCategory == .control && $0 != "\n") || $0.properties.isBidiControl
      }
      #expect(obeyed.isEmpty, "in \(path)")
    }
    #expect(
      try ReportSet([hostile]).files()["01-Ordering.md"]?.contains("Is [31mthis red?") == true)
  }

  @Test func `what a killed process left is removed, what a living one writes is not`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try reports.save(Fixture.record)
    // A process that has ended and was waited for; and the first one, which always lives.
    let dead = Process()
    dead.executableURL = URL(filePath: "/bin/true")
    try dead.run()
    dead.waitUntilExit()
    let living = folder.appendingPathComponent(".README.md.1")
    for name in [".README.md.\(dead.processIdentifier)", ".README.md.1", ".README.md.mine"] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
    try reports.render()
    let hidden = try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasPrefix(".") }.sorted()
    #expect(hidden == [living.lastPathComponent, ".README.md.mine"])
  }

  @Test func `several that save and draw at once do not meet`() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let reports = reports
    let failures = Failures()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      do {
        try reports.save(Fixture.record)
        try reports.render()
      } catch { failures.add(error) }
    }
    #expect(failures.all.isEmpty)
  }
}

private final class Failures: @unchecked Sendable {  // `lock` guards the rest
  private let lock = NSLock()
  private var errors: [any Error] = []
  func add(_ error: any Error) { lock.withLock { errors.append(error) } }
  var all: [any Error] { lock.withLock { errors } }
}
