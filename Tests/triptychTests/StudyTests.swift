import Evidence
import Foundation
import Reporting
import StudyKit
import Testing

@testable import triptych

@Suite struct StudyTests {
  private let study = Study(
    names: ["00-Instruments", "01-Ordering", "02-HitCost", "10-Pipeline"],
    folder: URL(filePath: "/nowhere"), root: nil)

  @Test func `the command knows the experiments that the manifest declares`() throws {
    let root = try #require(packageRoot())
    let manifest = try String(
      contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
    let declared = manifest.matches(of: #/\(\s*name: "(\d\d-\w+)", uses: /#).map {
      String($0.output.1)
    }
    #expect(declared == Study.experimentNames)
  }

  @Test(arguments: [
    ("01-Ordering", "01-Ordering"), ("01-ordering", "01-Ordering"), ("01", "01-Ordering"),
    ("1", "01-Ordering"), ("ordering", "01-Ordering"), ("ord", "01-Ordering"),
    ("0", "00-Instruments"),
    ("10", "10-Pipeline"), ("02-h", "02-HitCost"),
  ])
  func `an experiment is found by name, number or beginning`(word: String, name: String) throws {
    #expect(try study.resolve([word]) == [name])
  }

  @Test func `several come once each and in order; none, or all, is all`() throws {
    #expect(try study.resolve(["2", "ordering", "1"]) == ["01-Ordering", "02-HitCost"])
    #expect(try study.resolve([]) == study.names)
    #expect(try study.resolve(["all"]) == study.names)
  }

  @Test(arguments: ["", "0-", "7", "hitcots", "nothing"])
  func `what is not found is refused`(word: String) {
    #expect(throws: UsageError.self) { try study.resolve([word]) }
  }

  @Test func `a beginning that several share names them`() {
    let several = Study(
      names: ["01-Ordering", "02-Orders"], folder: URL(filePath: "/nowhere"), root: nil)
    #expect(throws: UsageError("ord may be 01-Ordering or 02-Orders; write more of it")) {
      try several.resolve(["ord"])
    }
  }
}

/// Runs of several experiments, from within.
@Suite struct RunTests {
  /// A study of fixtures, each of which behaves as it is called.
  private struct Scene {
    let stage: Stage
    var study: Study
    let interruption = Interruption()

    init(_ names: [String]) throws {
      stage = try Stage(experiments: names)
      study = Study(names: names, folder: stage.bin, root: packageRoot())
    }

    /// Runs the command in this process; what it wrote goes to a file.
    func run(_ words: String...) async throws -> (status: Int32, output: String) {
      let file = stage.folder.appending(path: UUID().uuidString)
      try Data().write(to: file)
      let handle = try FileHandle(forWritingTo: file)
      let console = Console(
        output: handle.fileDescriptor, errors: handle.fileDescriptor, environment: [:])
      let interruption = interruption
      let triptych = Triptych(study: study, console: console) { interruption }
      let status = await triptych.run(words + ["--profile", "quick"])
      return (status, try String(contentsOf: file, encoding: .utf8))
    }

    var saved: [String] {
      get throws { try ReportsFolder(stage.reports).records().map(\.description.name) }
    }
  }

  @Test func `one that crashes, fails or breaks off does not stop the others`() async throws {
    let scene = try Scene(["01-crash", "02-throw", "03-quiet", "04-normal"])
    let (status, output) = try await scene.run("run", "--reports", scene.stage.reports)
    #expect(status == 1)
    #expect(output.contains("01-crash failed: trial 1 crashed"))
    #expect(output.contains("02-throw failed: trial 1 failed"))
    #expect(output.contains("04-normal: It was in order 20 times."))
    #expect(try scene.saved == ["04-normal"])
  }

  @Test func `one that hangs is stopped, and the next goes on`() async throws {
    let scene = try Scene(["01-stuck", "02-normal"])
    let (status, output) = try await scene.run("run", "--reports", scene.stage.reports)
    #expect(status == 1)
    #expect(output.contains("01-stuck hung: stopped after"))
    #expect(try scene.saved == ["02-normal"])
  }

  @Test func `records of earlier runs stay in the folder`() async throws {
    let scene = try Scene(["01-normal", "02-open"])
    _ = try await scene.run("run", "1", "--reports", scene.stage.reports)
    _ = try await scene.run("run", "2", "--reports", scene.stage.reports)
    #expect(try scene.saved == ["01-normal", "02-open"])
  }

  @Test func `an interrupted run keeps what has finished and says so`() async throws {
    let scene = try Scene(["01-normal", "02-slow", "03-normal"])
    let reports = scene.stage.reports
    async let run = scene.run("run", "--reports", reports)
    try await eventually("the first is saved") { try scene.saved.isEmpty ? nil : true }
    scene.interruption.interrupt(by: SIGINT)
    let (status, output) = try await run
    #expect(status == 130)
    #expect(output.contains("interrupted after 1 of 3 experiments; saved: 01-normal"))
    #expect(try scene.saved == ["01-normal"])
    #expect(FileManager.default.fileExists(atPath: "\(reports)/README.md"))
  }

  @Test func `verdicts that differ from the reference are told, and fail under --strict`()
    async throws
  {
    var scene = try Scene(["01-normal"])
    scene.study.root = scene.stage.folder
    for folder in ["Experiments/Photos", "Reports"] {
      try FileManager.default.createDirectory(
        at: scene.stage.folder.appending(path: folder), withIntermediateDirectories: true)
    }
    let reference = ReportsPlace(study: scene.study).reference
    _ = try await scene.run("run", "--reports", reference)
    var record = try #require(try ReportsFolder(reference).records().first)
    record.conclusion.verdicts = ["C1": .depends]
    try ReportsFolder(reference).save(record)

    let (status, output) = try await scene.run("run", "--reports", scene.stage.reports)
    #expect(status == 0)
    #expect(
      output.contains(
        """
        Your machine against the reference (\(reference)):
          profile: quick, not evidence (01-normal)

          Verdicts that differ, reference → here
            01-normal C1: depends on … → reproduced

          The same in both: 0 of 1 verdicts, 1 of 1 measured rows, 1 of 1 quantities, 2 of 2 counted
          variants.

        Reports: 
        """))
    let strict = try await scene.run("run", "--reports", scene.stage.reports, "--strict")
    #expect(strict.status == 1)
    let same = try await scene.run("run", "--reports", reference, "--strict")
    #expect(same.status == 0)
    #expect(!same.output.contains("against the reference"))

    record.conclusion.verdicts = ["C1": .reproduced]
    try ReportsFolder(reference).save(record)
    let agreeing = try await scene.run("run", "--reports", scene.stage.reports, "--strict")
    #expect(agreeing.status == 0)
    #expect(agreeing.output.contains("Nothing differs beyond the noise."))
  }

  @Test func `a drawing that fails is told, and no report is pointed to`() async throws {
    let scene = try Scene(["01-normal"])
    let charts = URL(filePath: scene.stage.reports).appending(path: "charts")
    try FileManager.default.createDirectory(
      atPath: scene.stage.reports, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: charts)
    let (status, output) = try await scene.run("run", "--reports", scene.stage.reports)
    #expect(status == 2)
    #expect(output.contains("the reports could not be drawn"))
    #expect(output.contains("No report was drawn"))
    #expect(!output.contains("Reports: "))
    #expect(try scene.saved == ["01-normal"])
  }

  @Test func `a damaged record of an experiment that is run is replaced`() async throws {
    let scene = try Scene(["01-normal", "02-open"])
    let data = URL(filePath: scene.stage.reports).appending(path: "data")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    try Data(#"{"version":99}"#.utf8).write(to: data.appending(path: "01-normal.json"))
    let other = try await scene.run("run", "2", "--reports", scene.stage.reports)
    #expect(other.status == 2)
    #expect(other.output.contains("delete it and run its experiment again"))
    let own = try await scene.run("run", "1", "--reports", scene.stage.reports)
    #expect(own.status == 0)
    #expect(try scene.saved == ["01-normal"])
  }

  @Test func `a run that saves nothing leaves no empty folder behind`() async throws {
    let scene = try Scene(["01-throw"])
    let reports = "\(scene.stage.reports)/of/mine"
    #expect(try await scene.run("run", "--reports", reports).status == 1)
    #expect(!FileManager.default.fileExists(atPath: scene.stage.reports))
  }
}
