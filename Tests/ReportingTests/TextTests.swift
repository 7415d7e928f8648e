import Evidence
import Foundation
import Testing

@testable import Reporting

@Suite struct TextTests {
  private var prose: Prose {
    var record = Fixture.record
    record.conclusion.fields = ["n": "5,000", "evil": "|<b>`*_{n}", "two.part-name_1": "x"]
    record.conclusion.fields["none"] = Conclusion.notRun
    return Prose(of: record)
  }

  @Test(arguments: [
    ("{n} of {n}", "5,000 of 5,000"),
    ("`{n}` and `Task { }` and `[{}]`", "`5,000` and `Task { }` and `[{}]`"),
    ("Array<Int> & `Array<Int> & x`", "Array&lt;Int> &amp; `Array<Int> & x`"),
    ("{evil}", "&#124;&lt;b\\>\\`\\*\\_{n}"),
    ("`{evil}`", "`|<b>*_{n}`"),
    ("``a`b {n}`` c", "``a`b 5,000`` c"),
    ("an odd ` tick {n}", "an odd \\` tick 5,000"),
    ("{two.part-name_1}", "x"),
    ("*bold* [link](x.md)", "*bold* [link](x.md)"),
    ("", ""),
  ])
  func `prose fills its fields and shows code and names as they are`(
    _ text: String, _ filled: String
  ) throws {
    #expect(try prose.fill(text, in: "test") == filled)
  }

  @Test(arguments: [
    ("{n} of {n}", "5,000 of 5,000"), ("`{n}` & `Task { }` <x>", "`5,000` & `Task { }` <x>"),
    ("{evil} `{evil}`", "|<b>`*_{n} `|<b>`*_{n}`"), ("an odd ` tick {n}", "an odd ` tick 5,000"),
    ("", ""),
  ])
  func `plain prose fills its fields and leaves all else as written`(
    _ text: String, _ filled: String
  ) throws {
    #expect(try prose.plain(text, in: "test") == filled)
  }

  @Test(arguments: [
    ("{m}", "m"), ("`{m}`", "m"), ("{}", ""), ("{ n }", " n "), ("{n", "n"), ("n}", "}"),
    ("{{n}}", "{n"),
  ])
  func `prose with a brace that is no known field is an error`(_ text: String, _ field: String) {
    #expect(throws: ReportingError.unknownField(record: "01-Ordering", field: field, place: "test"))
    {
      try prose.fill(text, in: "test")
    }
    #expect(throws: ReportingError.unknownField(record: "01-Ordering", field: field, place: "test"))
    {
      try prose.plain(text, in: "test")
    }
  }

  @Test(arguments: [
    ("{none} and {none}", true), ("`{none}`", true), ("{none} and {n}", false),
    ("not run", false), ("", false),
  ])
  func `prose is unseen where it has fields and none was run`(
    _ text: String, _ isUnseen: Bool
  ) throws {
    #expect(try prose.isUnseen(text, in: "test") == isUnseen)
  }

  @Test(arguments: [
    (0, "0"), (999, "999"), (1000, "1,000"), (1_234_567, "1,234,567"), (-1000, "-1,000"),
    (Int.min, "-9,223,372,036,854,775,808"),
  ])
  func `counts have their thousands set apart`(_ number: Int, _ text: String) {
    #expect(Numbers.count(number) == text)
  }

  @Test(arguments: [
    (0, 5000, "0 %"), (1, 1_000_000, "< 0.01 %"), (6, 5000, "0.12 %"), (70, 5000, "1.4 %"),
    (499, 5000, "10 %"), (499, 50_000, "1.0 %"),
    (2500, 5000, "50 %"), (4999, 5000, "> 99.9 %"), (4980, 5000, "99.6 %"), (5000, 5000, "100 %"),
    (0, 0, "—"),
  ])
  func `a percentage never rounds to none or all`(_ part: Int, _ whole: Int, _ text: String) {
    #expect(Numbers.percentage(part, of: whole) == text)
  }

  @Test(
    arguments: [
      (0, "0.0 s"), (74.25, "1 min 14 s"), (59.94, "59.9 s"), (59.97, "1 min 0 s"),
      (-1, "—"), (.infinity, "—"), (.nan, "—"), (1e300, "—"),
    ] as [(Double, String)])
  func `lengths of time are told in seconds, then minutes`(_ seconds: Double, _ text: String) {
    #expect(Numbers.duration(seconds: seconds) == text)
  }

  @Test(
    arguments: [
      (0, 2, "0.00"), (-0.001, 2, "0.00"), (-1.005, 1, "-1.0"), (999.999, 2, "1000.00"),
      (123_456_789_012_345, 9, "123456789012345"), (1e17, 9, "1e+17"), (-1e308, 2, "-1e+308"),
    ] as [(Double, Int, String)])
  func `no number is too large for its decimals`(_ number: Double, _ places: Int, _ text: String) {
    #expect(Numbers.decimal(number, places: places) == text)
  }

  @Test(
    arguments: [
      (0.0049, "0.0049×"), (0.049, "0.0490×"), (0.4874, "0.487×"), (0.9996, "1.00×"), (1, "1.00×"),
      (2.914, "2.91×"),
      (9.996, "10.0×"), (15.32, "15.3×"), (99.96, "100×"), (1530.4, "1,530×"),
      (1e-9, "0.000000001×"),
      (1e-12, "0×"), (1e14, "100,000,000,000,000×"), (1e300, "1e+300×"), (.nan, "—"),
      (.infinity, "—"),
    ] as [(Double, String)])
  func `a ratio has three digits`(_ ratio: Double, _ text: String) {
    #expect(Numbers.ratio(ratio) == text)
  }

  @Test(
    arguments: [
      (2.91, 2.8, 3.02, "2.91× [2.80, 3.02]"), (0.997, 0.993, 1.005, "0.997× [0.993, 1.005]"),
      (1.0016, 1.0002, 1.003, "1.0016× [1.0002, 1.0030]"),
      (0.775, 0.771, 0.78, "0.775× [0.771, 0.780]"), (153, 120.4, 1900, "153× [120, 1,900]"),
      (1, 1, 1, "1.00× [1.00, 1.00]"), (150, 0.02, 300, "150× [0.02, 300]"),
      (1, 0.5, .infinity, "1.00× [—, —]"),
    ] as [(Double, Double, Double, String)])
  func `a ratio's interval has the ratio's decimals, as many as tell its ends apart`(
    _ estimate: Double, _ lower: Double, _ upper: Double, _ text: String
  ) {
    let interval = Interval(lower, upper)
    let ratio = Ratio(estimate: estimate, interval: interval, signTest: interval, processes: [])
    #expect(Numbers.ratio(ratio) == text)
  }

  @Test(
    arguments: [
      (0, "0 ns"), (0.004, "0.004 ns"), (0.42, "0.42 ns"), (0.996, "1.0 ns"), (53.14, "53.1 ns"),
      (99.96, "100 ns"), (541.2, "541 ns"), (999.6, "1.0 µs"), (9187, "9.2 µs"),
      (1_284_000, "1.3 ms"), (2.5e9, "2.5 s"), (1e15, "1,000,000 s"), (-12.34, "-12.3 ns"),
      (.nan, "—"), (1e308, "1e+299 s"),
    ] as [(Double, String)])
  func `nanoseconds are told in the unit that suits them`(_ nanoseconds: Double, _ text: String) {
    #expect(Numbers.nanoseconds(nanoseconds) == text)
  }

  @Test func `a fence is longer than any in its text`() {
    #expect(Markdown.fence("a\n````\nb", language: "swift") == "`````swift\na\n````\nb\n`````")
  }

  @Test func `a hostile name keeps a table's shape`() throws {
    let names = ["a|b", "`|`", "\\|", "\\", "<td>", "line\nbreak", "| |"]
    for name in names {
      let rows = [[Markdown.text(name), Markdown.code(name)]]
      #expect(try Markdown.problems(in: Markdown.table(["a", "b"], rows)) == [], "\(name)")
    }
  }

  @Test func `words are found whole and in their other forms`() {
    let words = Glossary.terms(in: "Two hops; a non-reentrant lock, `QoS`, Priority. shop pinball")
    #expect(words.map(\.word) == ["hop", "priority", "QoS"])
  }

  @Test func `the glossary explains each word once, in one sentence`() {
    #expect(Set(Glossary.all.map(\.anchor)).count == Glossary.all.count)
    for term in Glossary.all {
      #expect(term.meaning.hasSuffix("."))
      #expect(!term.meaning.dropLast().contains(". "))
    }
  }
}
