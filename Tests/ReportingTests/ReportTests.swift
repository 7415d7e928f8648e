import Evidence
import Foundation
import Testing

@testable import Reporting

@Suite struct ReportTests {
  @Test func `a study is drawn as it was approved, byte for byte`() throws {
    var files = try ReportSet([Fixture.record, MeasuredFixture.record, Fixture.hostile]).files()
    for record in [Fixture.record, MeasuredFixture.record] {
      let json = try RecordFile.encode(record)
      files["data/\(record.description.name).json"] = String(decoding: json, as: UTF8.self)
    }
    for (path, text) in files.sorted(by: { $0.key < $1.key }) {
      try Golden.expect(text, at: path)
    }
    #expect(try Golden.paths() == files.keys.sorted())
  }

  @Test func `records and variants in another order are drawn the same`() throws {
    var shuffled = Fixture.record
    var measured = MeasuredFixture.record
    var generator = SeededGenerator(seed: 1)
    let approved = try ReportSet([Fixture.record, MeasuredFixture.record, Fixture.hostile]).files()
    for _ in 0..<5 {
      shuffled.variants.shuffle(using: &generator)
      measured.benchmarks[0].rows.shuffle(using: &generator)
      measured.readings.shuffle(using: &generator)
      let drawn = try ReportSet([Fixture.hostile, measured, shuffled].shuffled(using: &generator))
        .files()
      #expect(drawn == approved)
    }
  }

  @Test(arguments: Verdict.allCases)
  func `each verdict prints its own paragraph and no other`(_ verdict: Verdict) throws {
    var record = Fixture.record
    record.conclusion.verdicts["C1"] = verdict
    let report = try record.report()
    for (other, paragraph) in Fixture.description.claims[0].paragraphs {
      let start = try #require(paragraph.split(separator: "{").first)
      #expect(report.contains(start) == (other == verdict))
    }
    #expect(report.contains("**\(verdict.sign) \(verdict.phrase)** · [C1](README.md#claim-c1)"))
    #expect(!report.contains("{runs}"))
    let index = try ReportIndex([record]).markdown(reports: [:])
    #expect(index.contains("**\(verdict.sign) \(verdict.phrase)**, [01-Ordering](01-Ordering.md)"))
  }

  @Test func `what a run was held against is told with its version, and nothing where none was`()
    throws
  {
    var record = Fixture.record
    let without = try #require(String(bytes: RecordFile.encode(record), encoding: .utf8))
    #expect(!without.contains("tools"))
    record.run.tools = [.init("A peer", "Peer 1.2")]
    let again = try JSONDecoder().decode(ExperimentRecord.self, from: RecordFile.encode(record))
    #expect(again == record)
    #expect(try again.report().contains("| A peer | Peer 1.2 |"))
  }

  @Test func `a claim without a verdict is open`() throws {
    var record = Fixture.record
    record.conclusion.verdicts = [:]
    #expect(try record.report().contains("**○ open** · [C1]"))
  }

  @Test func `every declared outcome is printed, those never seen as 0 with their grade`() throws {
    let report = try Fixture.record.report()
    #expect(report.contains("| `read, update, store` | — | 0 ✗ | 0 ▲ |"))
    #expect(report.contains("| `update, store, read` | — | not declared | **6 ▲** |"))
  }

  @Test func `an outcome that nobody declared is flagged in table, row and chart`() throws {
    var record = Fixture.record
    record.variants[0].tally.record("boo")
    let report = try record.report()
    #expect(report.contains("**? UNKNOWN 1 of 5,001**"))
    #expect(report.contains("| `boo` | **1 ? UNKNOWN** | not declared | not declared |"))
    #expect(report.contains("> ✗ 1 observation was forbidden or unknown"))
    let chart = MatrixChart(ProgramMatrix(Fixture.program, of: record)).svg.rendered
    #expect(chart.contains("1 of 5,001 unknown"))
  }

  @Test func `one forbidden observation outweighs all others in its cell`() throws {
    var record = Fixture.record
    record.variants[1].tally = Tally([
      "read, update, store": 1, "boo": 40, "store, update, read": 9,
    ])
    #expect(try record.report().contains("| **✗ FORBIDDEN 1 of 50** |"))
  }

  @Test func `a quick run says that it is not evidence, in report, index and picture`() throws {
    var record = Fixture.record
    record.run.profile = "quick"
    record.run.isEvidence = false
    let files = try ReportSet([record]).files()
    #expect(files["01-Ordering.md"]?.contains("> quick profile: not evidence") == true)
    #expect(files["README.md"]?.contains("*(quick: not evidence)*") == true)
    #expect(files["charts/01-Ordering.svg"]?.contains("not evidence") == true)
    #expect(try Fixture.record.report().contains("not evidence") == false)
  }

  @Test func `a record in which nothing ran is drawn without a result`() throws {
    var record = Fixture.record
    record.variants = []
    record.explorations = []
    let report = try record.report()
    #expect(report.contains("| each call awaited | — | — | — |"))
    #expect(!report.contains("Its possible answers"))
    #expect(!report.contains("One backend alone"))
    #expect(try Markdown.problems(in: report).isEmpty)
  }

  @Test func `a program that only the explorer ran has its answers, and no counts or picture`()
    throws
  {
    var record = Fixture.record
    record.variants = []
    let files = try ReportSet([record]).files()
    let report = try #require(files["01-Ordering.md"])
    #expect(report.contains("Its possible answers"))
    #expect(report.contains(": what can come out"))
    #expect(!report.contains("What was observed"))
    #expect(!report.contains("no thread showed"))
    let explored = Set(record.explorations.compactMap(\.program.variant?.program))
    for program in record.description.programs {
      #expect(
        (files["charts/01-Ordering-\(program.id).svg"] == nil) == explored.contains(program.id))
    }
    #expect(try Markdown.problems(in: report).isEmpty)
  }

  @Test func `a description without programs, cures or claims leaves those sections out`() throws {
    var record = Fixture.record
    record.explorations = []
    record.description.programs = []
    record.description.highlight = nil
    record.description.cures = []
    record.description.claims = []
    record.description.why = []
    record.description.doesNotShow = []
    record.conclusion.verdicts = [:]
    record.conclusion.traits = []
    record.variants = []
    let report = try record.report()
    for heading in ["The program", "Why", "The cures", "What this does not show"] {
      #expect(!report.contains("## \(heading)"))
    }
    let index = try ReportIndex([record]).markdown(reports: [:])
    #expect(!index.contains("## The trade-off") && !index.contains("## Which backend"))
  }

  @Test func `the command to run it again names profile, seed and the backend worth seeing`() throws
  {
    let report = try Fixture.record.report()
    let command = "swift run -c release triptych run 01-Ordering --profile standard --seed 7"
    #expect(report.contains("\(command)\n"))
    #expect(report.contains("\(command) --backend ActorCache\n"))
    #expect(try Fixture.hostile.report().contains("--backend 'Queue`|\\<T>' 'it'\\''s'"))
  }

  @Test func `a paragraph or cure all of whose fields were not run says nothing of them`() throws {
    var record = Fixture.record
    #expect(!(try record.report().contains("On a mailbox")))
    #expect(try record.report().contains("| Order of one caller. | not run here |"))
    record.conclusion.fields["mailbox"] = "0 of 9"
    #expect(try record.report().contains("On a mailbox it was 0 of 9, as `0 of 9` says"))
    #expect(try record.report().contains("Two callers are still unordered: 0 of 9."))
  }

  @Test func `a choice prints the paragraph for its field's value and no other`() throws {
    var record = Fixture.record
    #expect(try record.report().contains("The queue kept its order, 15,000 of 15,000."))
    record.conclusion.fields["queue"] = "lost"
    let report = try record.report()
    #expect(report.contains("The queue lost its order 0 times."))
    #expect(!report.contains("The queue kept its order"))
    record.conclusion.fields["queueWrong"] = Conclusion.notRun
    #expect(!(try record.report().contains("The queue lost")))
    record.conclusion.fields["queue"] = Conclusion.notRun
    #expect(!(try record.report().contains("The queue lost")))
  }

  @Test func `a quoted source links to its line from wherever the folder lies`() throws {
    let path = "Sources/Subject/Caching/Backends/ActorCache.swift"
    let report = try Fixture.record.report(root: "../..")
    #expect(report.contains("[\(path), line 12, as it ran](../../\(path)#L12)"))
  }
}

@Suite struct MismatchTests {
  private func error(_ change: (inout ExperimentRecord) -> Void) -> ReportingError? {
    var record = Fixture.record
    change(&record)
    do {
      _ = try ReportSet([record]).files()
      return nil
    } catch {
      return error as? ReportingError
    }
  }

  @Test func `a field that nothing fills is an error that names it and its place`() {
    let place = "paragraph on C1, depends"
    let found = error {
      $0.conclusion.fields["runs"] = nil; $0.conclusion.headline = "Done."
    }
    #expect(found == .unknownField(record: "01-Ordering", field: "runs", place: place))
  }

  @Test func `a choice without a paragraph for what was seen, or without its field, is an error`() {
    #expect(
      error { $0.conclusion.fields["queue"] = "burnt" }
        == .missingChoice(record: "01-Ordering", field: "queue", value: "burnt"))
    #expect(
      error { $0.conclusion.fields["queue"] = nil }
        == .unknownField(record: "01-Ordering", field: "queue", place: "explanation"))
  }

  @Test func `a source that the record lacks is an error that names it`() {
    #expect(
      error { $0.sources = [] } == .missingSource(record: "01-Ordering", name: "actor"))
  }

  @Test func `a verdict without a paragraph is an error that names claim and verdict`() {
    #expect(
      error { $0.description.claims[0].paragraphs[.depends] = nil }
        == .missingParagraph(record: "01-Ordering", claim: "C1", verdict: "depends"))
  }

  @Test(arguments: [
    ("program", "a variant ran the program 'disk', which is not described"),
    ("row", "a variant of memory ran the row 'nowhere', which is not described"),
    ("column", "a variant of memory ran on 'NoCache', which is not described"),
    ("twice", "memory, awaited on LockedCache is there twice"),
    ("claim", "claim 'C9' is not in the catalogue"),
    ("verdict", "a verdict on 'H1', which is not among the claims it tests"),
    ("highlight", "the highlight shows 'gone', which memory does not have"),
    ("name", "'../escape' cannot name a file"),
    ("readme", "'ReadMe' cannot name a file"),
    ("id", "program 'a/b' cannot name a file"),
  ])
  func `a record that contradicts itself is an error that says how`(
    _ fault: String, _ problem: String
  ) throws {
    let found = error { record in
      switch fault {
      case "program": record.variants[0].program = "disk"
      case "row": record.variants[0].row = "nowhere"
      case "column": record.variants[0].column = "NoCache"
      case "twice": record.variants.append(record.variants[0])
      case "claim": record.description.claims[0].id = "C9"
      case "verdict": record.conclusion.verdicts["H1"] = .open
      case "highlight": record.description.highlight?.rows.append("gone")
      case "name": record.description.name = "../escape"
      case "readme": record.description.name = "ReadMe"
      default: record.description.programs[0].id = "a/b"
      }
    }
    guard case .inconsistent(_, let text) = found else {
      Issue.record("no such error: \(String(describing: found))")
      return
    }
    #expect(text == problem)
  }
}
