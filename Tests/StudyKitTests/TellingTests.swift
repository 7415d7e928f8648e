import Evidence
import Foundation
import Reporting
import Testing

@testable import StudyKit

@Suite struct TimeLeftTests {
  @Test func `at first it is as stated, later at the pace so far, at the end nothing`() {
    #expect(timeLeft(.seconds(10), 0, after: .seconds(3)) == .seconds(10))
    #expect(timeLeft(.seconds(10), 0.5, after: .seconds(20)) == .seconds(20))
    #expect(timeLeft(.seconds(10), 0.25, after: .seconds(1)) == .seconds(3))
    #expect(timeLeft(.seconds(10), 1, after: .seconds(20)) == nil)
    #expect(timeLeft(.zero, 0, after: .zero) == nil)
  }

  @Test(arguments: [
    (Duration.milliseconds(200), "1 s"), (.seconds(99), "99 s"), (.seconds(100), "2 min"),
    (.seconds(4_800), "1 h 20 min"),
  ])
  func `durations are told as one would say them`(duration: Duration, spoken: String) {
    #expect(duration.spoken == spoken)
  }
}

@Suite struct ProgressLineTests {
  @Test func `a terminal's line is erased, rewritten and never as wide as the terminal`() {
    var line = ProgressLine(stated: .seconds(10))
    let text = line.show(
      0.25, "held, equal priorities", at: .seconds(1), on: .terminal(columns: 30))
    #expect(text == "\r\u{1B}[2K25 %, about 3 s left · held, ")
    #expect(line.erase() == "\r\u{1B}[2K")
    #expect(line.erase().isEmpty)
  }

  @Test(arguments: [0, 1, 2, 3])
  func `the narrowest terminal gets what it can hold`(columns: Int) {
    var line = ProgressLine(stated: .seconds(10))
    let text = line.show(0.5, "label", at: .zero, on: .terminal(columns: columns))
    #expect(text?.dropFirst("\r\u{1B}[2K".count).count == max(0, columns - 1))
  }

  @Test func `a log gets a line at most every five seconds`() {
    var line = ProgressLine(stated: .seconds(10))
    let shown = (0..<20).map { second in
      line.show(Double(second) / 20, "x", at: .seconds(second), on: .log) != nil
    }
    #expect(shown.enumerated().filter(\.element).map(\.offset) == [0, 5, 10, 15])
    #expect(line.erase().isEmpty)
  }

  @Test func `a fraction out of bounds and a label with controls are tamed`() {
    var line = ProgressLine(stated: .seconds(10))
    let text = line.show(7, "a\nb\u{1B}[31m", at: .zero, on: .log)
    #expect(text == "100 % · ab[31m\n")
  }
}

@Suite struct ResultTextTests {
  private let record = sampleRecord([
    variant(column: "LockedCache", ["in order": 10]),
    variant(column: "ActorCache", ["in order": 2, "lost": 7, "odd": 1]),
    variant(row: "firing", column: "LockedCache", ["overtaken": 10]),
  ])

  @Test func `a result is headline, matrix, failures, verdicts and conditions`() throws {
    let text = try resultText(of: record, columns: nil, style: TextStyle(isColoured: false))
    #expect(
      text == """
        01-Sample: What happens?

        It was in order 12 times.

        Store, then read (in order, of all)
                              LockedCache  ActorCache
          awaiting each call  10/10        2/10 (8 failed)
          firing all          0/10         -

        Forbidden or unknown
          store-read, awaiting, ActorCache: lost 7 of 10, forbidden
          store-read, awaiting, ActorCache: odd 1 of 10, unknown

        C1  reproduced
            Seen 12 times.

        quick (not evidence), 1 trial, seed 7, 2 s
        """)
  }

  @Test func `what was timed and read is told with verdicts, warnings and limits`() throws {
    let text = try resultText(of: measuredRecord, columns: 92, style: TextStyle(isColoured: false))
    #expect(
      text == """
        01-Sample: What happens?

        It was in order 12 times.

        A hit (3 processes; all intervals at once with 95 % confidence)
                          time over baseline's   verdict        per operation  switches  allocations
          a lock          1, the baseline        -              53.1 ns        0         0
          an actor        2.91× [2.80, 3.02]     not separated  154 ns         0.004     2
          no lock at all  0.500× [0.400, 0.600]  faster         26.0 ns        0         -
          A/A twin        1.00× [0.99, 1.01]
          Warning, all rows: other guests of the machine took 5.0 % of its time; an actor: other
            guests of the machine took 10.0 % of its time. To mend it, run on a machine of your own,
            or at a quieter hour.
          Warning, an actor: bootstrap and sign test disagree. To mend it, run a longer profile.

        Sizes
                       here                all values                declared        limit
          width of it  5.2 mm              4.1 to 6.0 mm (3 values)  at most 5.0 mm  not met
          depth of it  not available here  -                         no limit        -

        Not as declared
          width of it: 5.2 mm, declared at most 5.0 mm
          2 rows are undecided, for the warnings at the row or at its baseline

        C1  reproduced
            Seen 12 times.

        quick (not evidence), 1 trial, seed 7, 2 s
        """)
  }

  @Test func `a grid is told as a matrix, pictures by their number`() throws {
    var record = sampleRecord([])
    record.description.quantities = [sampleGrid]
    record.description.pictures = [sampleSheet]
    record.readings = [
      Reading("parts/long/cut", [5.1, 5.3, 5.2]), Reading("parts/short/cut", [2]),
    ]
    record.pictures = [samplePicture("before")]
    let text = try resultText(of: record, columns: nil, style: TextStyle(isColoured: false))
    #expect(
      text.contains(
        """

        Parts
          path           cut, ms          glue, ms
          the long way   5.2 (not ≤ 5.0)  not available here
          the short way  2.0 (≤ 5.0)      -

        How it looks: 1 picture, to be seen in the report

        Not as declared
          Parts: the long way, cut: 5.2 ms, declared at most 5.0 ms

        """))
    record.pictures = []
    #expect(
      try !resultText(of: record, columns: nil, style: TextStyle(isColoured: false))
        .contains("How it looks"))
  }

  @Test func `on a narrow terminal what was timed and read is a list`() throws {
    let text = try resultText(of: measuredRecord, columns: 40, style: TextStyle(isColoured: false))
    #expect(text.contains("  an actor\n    time over baseline's  2.91× [2.80, 3.02]\n    verdict"))
    #expect(text.contains("  width of it\n    here  5.2 mm\n"))
  }

  @Test func `allocations that cannot be counted have no column`() throws {
    var record = measuredRecord
    for row in record.benchmarks[0].rows.indices {
      record.benchmarks[0].rows[row].allocations = nil
    }
    let text = try resultText(of: record, columns: nil, style: TextStyle(isColoured: false))
    #expect(text.contains("switches\n"))
    #expect(text.contains("  Allocations are not available here.\n"))
  }

  @Test func `on a narrow terminal the matrix is a list`() throws {
    let text = try resultText(of: record, columns: 24, style: TextStyle(isColoured: false))
    #expect(text.contains("  firing all\n    LockedCache  0/10\n    ActorCache  -"))
  }

  @Test(arguments: [1, 2, 5])
  func `no width is too small to print`(columns: Int) throws {
    let text = try resultText(of: record, columns: columns, style: TextStyle(isColoured: false))
    #expect(text.contains("reproduced"))
  }

  @Test func `emphasis is there only where it may be`() throws {
    let coloured = try resultText(of: record, columns: nil, style: TextStyle(isColoured: true))
    #expect(coloured.contains("\u{1B}[31mForbidden or unknown\u{1B}[0m"))
    let plain = try resultText(of: record, columns: nil, style: TextStyle(isColoured: false))
    #expect(!plain.contains("\u{1B}"))
  }

  @Test func `a field that the conclusion does not fill is an error, as it is in a report`() {
    var record = record
    record.conclusion.fields = [:]
    #expect(
      throws: ReportingError.unknownField(record: "01-Sample", field: "count", place: "headline")
    ) { try resultText(of: record, columns: nil, style: TextStyle(isColoured: false)) }
  }
}

@Suite struct DescribeTests {
  @Test func `of a grid only those cells are listed that have a limit`() {
    var description = sampleDescription
    description.quantities = [sampleGrid, sampleQuantities]
    let experiment = Experiment(
      description: description, quotedFiles: [], trialLength: { _ in .zero },
      trial: { _ in Observations() },
      conclude: { _ in Conclusion(headline: "", verdicts: [:], fields: [:], traits: []) })
    let text = ExperimentSummary(experiment, withPredictions: true).text
    #expect(text.contains("Parts: the short way, cut  at most 5.0 ms"))
    #expect(!text.contains("glue"))
    #expect(text.contains("depth of it") && text.contains("no limit"))
  }
}

@Suite struct EnvironmentTests {
  @Test func `the facts tell of the machine without naming it, its user or its folders`() {
    let facts = environmentFacts()
    #expect(
      facts.map(\.label) == ["Toolchain", "System", "Kernel", "Processor", "Cores", "Build"])
    #expect(facts.allSatisfy { !$0.value.isEmpty })
    let text = facts.map(\.value).joined(separator: "\n")
    #expect(!text.contains(ProcessInfo.processInfo.hostName))
    #expect(!text.contains(NSHomeDirectory()))
  }
}
