import Evidence
import Foundation
import Reporting
import StudyKit
import Testing

@testable import triptych

/// The command as a person or a script calls it.
@Suite struct CommandTests {
  private let stage: Stage

  init() throws { stage = try Stage(experiments: Study.experimentNames) }

  private func triptych(
    _ words: String..., mode: String = "normal"
  ) async throws -> Program.Result {
    try await Program.run(stage.command, words, mode: mode, in: stage)
  }

  @Test func `run saves data and reports and ends with the verdicts`() async throws {
    let result = try await triptych(
      "run", "ordering", "--profile", "quick", "--reports", stage.reports)
    #expect(result.status == 0)
    #expect(result.output.contains("C1  reproduced"))
    #expect(result.output.hasSuffix("Reports: \(stage.reports)/README.md\n"))
    let records = try ReportsFolder(stage.reports).records()
    #expect(records.map(\.description.name) == ["01-Ordering"])
    #expect(FileManager.default.fileExists(atPath: "\(stage.reports)/README.md"))
  }

  @Test func `run as JSON tells outcome and verdicts`() async throws {
    let result = try await triptych(
      "run", "1", "--profile", "quick", "--reports", stage.reports, "--json")
    let summary = try JSONDecoder().decode(RunReport.Summary.self, from: Data(result.output.utf8))
    #expect(summary.status == 0)
    #expect(summary.experiments.map(\.outcome) == ["finished"])
    #expect(summary.experiments.first?.verdicts == ["C1": .reproduced])
  }

  @Test func `forbidden outcomes are saved and fail the run`() async throws {
    let result = try await triptych(
      "run", "1", "--profile", "quick", "--reports", stage.reports, mode: "forbidden")
    #expect(result.status == 1)
    #expect(result.output.contains("18 observations were forbidden or unknown"))
    #expect(try ReportsFolder(stage.reports).records().count == 1)
  }

  @Test func `what is not as declared is listed, and fails the run under --strict only`()
    async throws
  {
    let words = ["run", "1", "--profile", "quick", "--reports", stage.reports]
    let result = try await Program.run(stage.command, words, mode: "surprise", in: stage)
    #expect(result.status == 0)
    #expect(
      result.output.contains(
        """
          Not as declared
            A hit, an actor: predicted slower, came out faster, 0.500× [0.400, 0.600]
            depth of it: 12 levels, declared at most 10 levels
        """))
    let strict = try await Program.run(
      stage.command, words + ["--strict", "--json"], mode: "surprise", in: stage)
    #expect(strict.status == 1)
    let summary = try JSONDecoder().decode(RunReport.Summary.self, from: Data(strict.output.utf8))
    #expect(summary.experiments.first?.disagreements.count == 2)
  }

  @Test func `an experiment with a crashed trial is told, fails and is not saved`() async throws {
    let result = try await triptych("run", "1", "--reports", stage.reports, mode: "crash:2")
    #expect(result.status == 1)
    #expect(result.errors.contains("01-Ordering failed: trial 2 crashed"))
    #expect(result.errors.contains("nothing of it is saved"))
    #expect(try ReportsFolder(stage.reports).records().isEmpty)
  }

  @Test func `an open verdict fails under --strict`() async throws {
    let words = ["run", "1", "--profile", "quick", "--reports", stage.reports, "--strict"]
    let result = try await Program.run(stage.command, words, mode: "open", in: stage)
    #expect(result.status == 1)
  }

  @Test(arguments: ["/dev/null", "/dev/null/reports", "/proc/reports"])
  func `a folder that cannot be written is found before anything runs`(
    path: String
  ) async throws {
    let result = try await triptych("run", "1", "--reports", path, mode: "slow")
    #expect(result.status == 2)
    #expect(result.errors.contains("reports cannot be written into \(path)"))
    #expect(!result.errors.contains("slow trial"))
  }

  @Test(arguments: ["nowhere", "link"])
  func `a link that leads nowhere is called that`(target: String) async throws {
    let link = stage.folder.appending(path: "link")
    try FileManager.default.createSymbolicLink(
      atPath: link.path, withDestinationPath: stage.folder.appending(path: target).path)
    let result = try await triptych("run", "1", "--reports", link.path, mode: "slow")
    #expect(result.status == 2)
    #expect(result.errors.contains("a link that leads nowhere"))
  }

  @Test(arguments: [
    ([], "triptych list"), (["lst"], "did you mean list?"), (["--jsn"], "unknown option --jsn"),
    (["run", "Odering"], "did you mean Ordering?"),
    (["run", "99"], "no experiment is called 99"),
    (["list", "extra"], "unexpected argument extra"),
    (["doctor", "--profile", "quick"], "--profile"),
    (["run", "--backend", "LockCache"], "did you mean LockedCache?"),
    (["run", "--backend", "LockedCache", "ordering"], "ordering after --backend is an experiment"),
    (["run", "--photos", "/nowhere"], "--photos DIR"), (["run", "--", "--json"], "--json"),
    (["render", "--reports", "/nowhere"], "/nowhere"), (["help", "rn"], "did you mean run?"),
  ])
  func `an unusable request is refused with advice and status 2`(
    words: [String], advice: String
  ) async throws {
    let reports = words.first == "run" ? ["--reports", stage.reports] : []
    let all = words.prefix(1) + reports + words.dropFirst()
    let result = try await Program.run(stage.command, Array(all), in: stage)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(advice))
  }

  @Test func `a damaged record in the folder is found before anything runs`() async throws {
    let data = URL(filePath: stage.reports).appending(path: "data")
    try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
    try Data("{".utf8).write(to: data.appending(path: "02-Other.json"))
    let result = try await triptych("run", "1", "--reports", stage.reports, mode: "slow")
    #expect(result.status == 2)
    #expect(!result.errors.contains("slow trial"))
  }

  @Test func `a missing binary is refused with the command that builds it`() async throws {
    let empty = try Stage(experiments: [])
    let result = try await Program.run(
      empty.command, ["run", "1", "--reports", empty.reports], in: empty)
    #expect(result.status == 2)
    #expect(result.errors.contains("01-Ordering not built; build with: swift build"))
    let list = try await Program.run(
      empty.command, ["list", "--reports", empty.reports], in: empty)
    #expect(list.status == 0)
    #expect(list.output.contains(/01-Ordering +not built; build it with: swift build/))
    let doctor = try await Program.run(empty.command, ["doctor"], in: empty)
    #expect(doctor.status == 1)
    #expect(doctor.output.contains("not built: \(Study.experimentNames.joined(separator: ", "))"))
  }

  @Test func `list tells the last verdicts, as text and as JSON`() async throws {
    let before = try await triptych("list", "--reports", stage.reports)
    #expect(before.output.contains("C1 not run yet"))
    _ = try await triptych("run", "1", "--profile", "quick", "--reports", stage.reports)
    let after = try await triptych("list", "--reports", stage.reports)
    #expect(after.output.contains("C1 reproduced (quick, "))
    let json = try await triptych("list", "--reports", stage.reports, "--json")
    let entries = try JSONDecoder().decode([ListCommand.Entry].self, from: Data(json.output.utf8))
    #expect(entries.map(\.name) == Study.experimentNames)
    #expect(
      entries.first { $0.name == "01-Ordering" }?.claims == [.init(id: "C1", verdict: .reproduced)])
  }

  @Test func `render draws again from the data alone`() async throws {
    _ = try await triptych("run", "1", "--profile", "quick", "--reports", stage.reports)
    let readme = "\(stage.reports)/README.md"
    let drawn = try Data(contentsOf: URL(filePath: readme))
    try FileManager.default.removeItem(atPath: readme)
    #expect(try await triptych("render", "--reports", stage.reports).status == 0)
    #expect(try Data(contentsOf: URL(filePath: readme)) == drawn)
  }

  @Test func `render renews the verdicts in a text and nothing else`() async throws {
    _ = try await triptych("run", "1", "--profile", "quick", "--reports", stage.reports)
    let text = stage.folder.appending(path: "README.md")
    try Data("before\n<!-- verdicts -->\nold\n<!-- /verdicts -->\nafter\n".utf8).write(to: text)
    let words = ["render", "--reports", stage.reports, "--readme", text.path]
    #expect(try await Program.run(stage.command, words, in: stage).status == 0)
    let renewed = try String(contentsOf: text, encoding: .utf8)
    #expect(renewed.hasPrefix("before\n<!-- verdicts -->"))
    #expect(renewed.hasSuffix("<!-- /verdicts -->\nafter\n"))
    #expect(!renewed.contains("old"))
    #expect(renewed.contains("01-Ordering"))
  }

  @Test func `compare holds two folders against each other, and --strict fails on a difference`()
    async throws
  {
    var new = Run()
    new.ratios["actor"] = (2, 1.9, 2.1)
    let folders = ["old", "new", "same"].map { stage.folder.appending(path: $0).path }
    for (folder, run) in zip(folders, [Run(), new, Run()]) {
      try ReportsFolder(folder).save(run.record)
    }
    let result = try await triptych("compare", folders[0], folders[1])
    #expect(result.status == 0)
    #expect(result.output.hasPrefix("old: \(folders[0])\nnew: \(folders[1])\n\nMeasured rows"))
    #expect(try await triptych("compare", folders[0], folders[1], "--strict").status == 1)
    #expect(try await triptych("compare", folders[0], folders[2], "--strict").status == 0)
    let json = try await triptych("compare", folders[0], folders[1], "--json")
    let comparison = try JSONDecoder().decode(StudyComparison.self, from: Data(json.output.utf8))
    #expect(comparison == StudyComparison([Run().record], [new.record]))
  }

  @Test func `compare refuses folders that hold nothing to compare`() async throws {
    var other = Run().record
    other.description.name = "02-Other"
    let folders = ["one", "other", "broken"].map { stage.folder.appending(path: $0).path }
    try ReportsFolder(folders[0]).save(Run().record)
    try ReportsFolder(folders[1]).save(other)
    try ReportsFolder(folders[2]).save(other)
    try Data("{".utf8).write(to: URL(filePath: "\(folders[2])/data/02-Other.json"))
    let refusals = [
      ([folders[0]], "two folders"), ([folders[0], "/nowhere"], "/nowhere holds no data"),
      ([folders[0], folders[0] + "/../one"], "are one folder"),
      ([folders[0], folders[1]], "no experiment is in both"),
      ([folders[0], folders[2]], "02-Other.json"),
    ]
    for (operands, advice) in refusals {
      let result = try await Program.run(stage.command, ["compare"] + operands, in: stage)
      #expect(result.status == 2)
      #expect(result.output.isEmpty)
      #expect(result.errors.contains(advice))
    }
  }

  @Test func `doctor tells what is ready, as text and as JSON`() async throws {
    let result = try await triptych("doctor", "--reports", stage.reports, "--json")
    let answer = try JSONDecoder().decode(
      DoctorCommand.Answer.self, from: Data(result.output.utf8))
    let names = [
      "toolchain", "libjpeg", "libwebp", "cores", "clock", "noise", "experiments", "photographs",
      "reports",
    ]
    #expect(answer.findings.map(\.what) == names)
    #expect(answer.isReady == (result.status == 0))
    #expect(!FileManager.default.fileExists(atPath: stage.reports))
    let text = try await triptych("doctor", "--reports", "/proc/reports")
    #expect(text.status == 1)
    #expect(text.output.contains("choose a folder with --reports"))
  }

  @Test(arguments: Triptych.Call.allCases.map(\.rawValue))
  func `every call has its help`(call: String) async throws {
    let help = try await triptych(call, "--help")
    #expect(help.status == 0)
    #expect(help.output.hasPrefix("usage: triptych \(call)"))
    #expect(try await triptych("help", call).output == help.output)
    #expect(try await triptych("--help").output.contains("triptych \(call)"))
  }

  #if os(Linux)
    @Test func `one core is enough`() async throws {
      let words = ["-c", "0", stage.command.path, "run", "1", "--profile", "quick"]
      let result = try await Program.run(
        URL(filePath: "/usr/bin/taskset"), words + ["--reports", stage.reports], in: stage)
      #expect(result.status == 0)
      let doctor = try await Program.run(
        URL(filePath: "/usr/bin/taskset"), ["-c", "0", stage.command.path, "doctor"], in: stage)
      #expect(doctor.output.contains("1 usable"))
      let data = try Data(contentsOf: URL(filePath: "\(stage.reports)/data/01-Ordering.json"))
      let record = try JSONDecoder().decode(ExperimentRecord.self, from: data)
      let cores = record.run.environment.first { $0.label == "Cores" }
      #expect(cores?.value.hasPrefix("1") == true)
    }
  #endif
}
