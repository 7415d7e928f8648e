import Evidence
import Testing

@testable import Reporting

@Suite struct IndexTests {
  @Test func `the catalogue has the 26 claims in order, each with who is to answer it`() {
    let ids =
      (1...6).map { "C\($0)" } + (1...9).map { "H\($0)" } + (1...5).map { "D\($0)" }
      + (1...6).map { "Q\($0)" }
    #expect(Claim.catalogue.map(\.id) == ids)
    for claim in Claim.catalogue {
      #expect(!claim.experiments.isEmpty && !claim.text.contains("\n"))
      #expect(Claim.named(claim.id) == claim)
    }
    #expect(Claim.named("C7") == nil)
  }

  @Test func `a claim that several experiments test shows each verdict and who is still to come`()
    throws
  {
    let alone = try ReportIndex([Fixture.record]).markdown(reports: [:])
    #expect(
      alone.contains(
        "**◐ depends on …**, [01-Ordering](01-Ordering.md); ○ open, 03-Reentrancy is to answer it"))
    let both = try ReportIndex([Fixture.hostile, Fixture.record]).markdown(reports: [:])
    #expect(!both.contains("03-Reentrancy is to answer it"))
  }

  @Test func `a claim left open is not told once the experiment that is to answer it has`() throws {
    var open = Fixture.record
    open.description.name = "02-HitCost"
    open.description.claims = [TestedClaim(id: "C6", paragraphs: [.open: "Not asked here."])]
    open.conclusion.verdicts = [:]
    var answering = Fixture.record
    answering.description.name = "03-Reentrancy"
    answering.description.claims = [
      TestedClaim(id: "C6", paragraphs: [.refuted: "No.", .open: "Nothing can be said."])
    ]
    answering.conclusion.verdicts = ["C6": .refuted]
    func verdict(_ records: [ExperimentRecord]) throws -> Substring {
      let index = try ReportIndex(records).markdown(reports: [:])
      return try #require(index.split(separator: "\n").first { $0.contains("</a>C6 |") })
    }
    #expect(try verdict([open]).contains("open**, [02-HitCost]"))
    let answered = try verdict([open, answering])
    #expect(answered.contains("refuted**, [03-Reentrancy]") && !answered.contains("02-HitCost"))
    answering.conclusion.verdicts = [:]
    #expect(try verdict([open, answering]).contains("open**, [02-HitCost]"))
  }

  @Test func `the guide sorts backends by standing and leaves out what no run ranked`() throws {
    let rows = try DecisionGuide(ReportIndex([Fixture.record])).rows()
    #expect(
      rows == [
        [
          "order", "`QueueCache`: 15,000 of 15,000", "`LockedCache`: the caller's thread waits",
          "`ActorCache`: lost 5,006 times",
          "mailbox ([limits](01-Ordering.md#the-cures))",
        ]
      ])
  }

  @Test func `the guide asks for qualities in the order of the trade-off's columns`() throws {
    var record = Fixture.record
    record.conclusion.traits = [
      .init(backend: "LockedCache", quality: "first", text: "—"),
      .init(backend: "LockedCache", quality: "second", text: "kept", standing: .good),
      .init(backend: "ActorCache", quality: "first", text: "kept", standing: .good),
    ]
    #expect(try DecisionGuide(ReportIndex([record])).rows().map(\.first) == ["first", "second"])
  }

  @Test(arguments: [
    ("How often?", "How often? each"), ("It was.", "It was. each"), ("It was", "It was. each"),
  ])
  func `a picture's words follow its title as a sentence of their own`(
    title: String, start: String
  ) throws {
    var record = Fixture.record
    record.description.highlight?.title = title
    record.description.highlight?.rows = ["awaited"]
    #expect(HighlightChart.all(of: [record]).first?.alternative.hasPrefix(start) == true)
  }

  @Test func `the README's table and picture lead into the reports folder`() throws {
    let text = try Verdicts.render([Fixture.hostile, Fixture.record])
    #expect(text.contains("](Reports/charts/01-Ordering.svg)"))
    #expect(text.contains("| [01-Ordering](Reports/01-Ordering.md) |"))
    #expect(text.contains("[C1](Reports/README.md#claim-c1): **◐ depends on …**"))
    #expect(try Markdown.problems(in: text) == [])
  }

  @Test func `replacing the verdicts keeps all around them and settles at once`() throws {
    let text = "# A\n\n<!-- verdicts -->\nold\n<!-- /verdicts -->\n\nend\n"
    let once = try Verdicts.replace(in: text, by: "new")
    #expect(once == "# A\n\n<!-- verdicts -->\n\nnew\n\n<!-- /verdicts -->\n\nend\n")
    #expect(try Verdicts.replace(in: once, by: "new") == once)
  }

  @Test(arguments: [
    "", "<!-- verdicts -->", "<!-- /verdicts -->", "<!-- /verdicts --> <!-- verdicts -->",
    "<!-- verdicts --> <!-- verdicts --> <!-- /verdicts -->",
  ])
  func `a text without one pair of marks is an error`(_ text: String) {
    #expect(
      throws: ReportingError.missingMarks(
        opening: "<!-- verdicts -->", closing: "<!-- /verdicts -->")
    ) {
      try Verdicts.replace(in: text, by: "new")
    }
  }

  @Test func `every error says in one sentence what to do`() {
    let errors: [ReportingError] = [
      .unreadable(path: "P", reason: "R"), .damaged(path: "P", reason: "R"),
      .wrongVersion(path: "P", found: 2, supported: 1), .wrongName(path: "P", name: "N"),
      .noRecords(path: "P"), .unwritable(path: "P", reason: "R"),
      .inconsistent(record: "N", problem: "R"),
      .unknownField(record: "N", field: "F", place: "L"), .missingSource(record: "N", name: "S"),
      .missingChoice(record: "N", field: "F", value: "V"),
      .missingParagraph(record: "N", claim: "C1", verdict: "open"),
      .missingMarks(opening: "a", closing: "b"),
    ]
    for error in errors {
      #expect(error.description.contains(": "))
      #expect(!error.description.contains("\n"))
    }
  }
}
