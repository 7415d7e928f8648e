import Evidence
import Testing

@testable import Reporting

@Suite struct LessonOrderTests {
  /// Where the headings of a report's lessons stand, by a word of each.
  private func order(of words: [String], leads: [String]) throws -> [String] {
    var record = MeasuredFixture.record
    record.description.programs = [Fixture.program]
    record.description.leads = leads
    let headings = try record.report().split(separator: "\n").filter { $0.hasPrefix("## The ") }
    return headings.compactMap { heading in words.first { heading.contains($0) } }
  }

  @Test func `what leads comes before the rest, in its own order`() throws {
    let words = ["Store A", "One resident picture, read", "The instrument itself"]
    #expect(try order(of: words, leads: []) == words)
    #expect(try order(of: words, leads: ["clock", "hit"]) == [words[2], words[1], words[0]])
  }

  @Test func `what is to lead must be there, and once`() {
    func error(_ leads: [String]) -> ReportingError? {
      var record = Fixture.record
      record.description.leads = leads
      return #expect(throws: ReportingError.self) { try record.report() }
    }
    let name = Fixture.record.description.name
    #expect(
      error(["gone"]) == .inconsistent(record: name, problem: "'gone' is to lead and is no part"))
    #expect(
      error(["memory", "memory"])
        == .inconsistent(record: name, problem: "'memory' is to lead twice"))
  }

  @Test func `a matrix that is not of calls and backends has heads of its own`() throws {
    var record = Fixture.record
    record.description.programs[0].axes = .init(row: "Picture", column: "Rule")
    let text = try record.report()
    #expect(text.contains("| Picture | Rule | Predicted | Came out |"))
    #expect(text.contains("| Picture | `LockedCache` |"))
    #expect(!text.contains("It is called in these ways"))
    // Of what the explorer ran the rows are ways of calling all the same.
    #expect(try Fixture.record.report().contains("| How it is called | Backend |"))
  }
}
