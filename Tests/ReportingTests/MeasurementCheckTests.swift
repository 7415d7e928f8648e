import Evidence
import Foundation
import Testing

@testable import Reporting

/// Measurements that no run can have made, or that nobody described.
@Suite struct MeasurementCheckTests {
  /// What a change makes of the fixture's record, and what is said of it.
  struct Fault: Sendable {
    let record: ExperimentRecord
    let problem: String

    init(_ problem: String, _ change: (inout ExperimentRecord) -> Void) {
      var record = MeasuredFixture.record
      change(&record)
      self.record = record
      self.problem = problem
    }

    /// A change of the benchmark's result alone.
    static func result(_ problem: String, _ change: (inout BenchmarkResult) -> Void) -> Fault {
      Fault(problem) { change(&$0.benchmarks[0]) }
    }

    /// A change of the row `actor-pool` alone.
    static func row(_ problem: String, _ change: (inout MeasuredRow) -> Void) -> Fault {
      Fault(problem) { change(&$0.benchmarks[0].rows[5]) }
    }

    /// A change of one described quantity alone.
    static func quantity(_ problem: String, _ change: (inout Quantity) -> Void) -> Fault {
      Fault(problem) { change(&$0.description.quantities[0].quantities[0]) }
    }
  }

  static let descriptions: [Fault] = [
    Fault("benchmark 'a b' cannot name a file") { $0.description.benchmarks[0].id = "a b" },
    Fault("quantity table '' cannot name a file") { $0.description.quantities[0].id = "" },
    Fault("two parts would be drawn into 'hit'") { $0.description.quantities[0].id = "Hit" },
    Fault("two parts would be drawn into 'hit-tails'") {
      $0.description.benchmarks[1].id = "hit-tails"
    },
    Fault("two parts would be drawn into 'clock'") {
      var program = Fixture.program
      program.id = "clock"
      $0.description.programs = [program]
    },
    Fault("two rows of hit are 'floor'") { $0.description.benchmarks[0].rows[1].id = "floor" },
    Fault("a row of hit is called 'A/A twin'") {
      $0.description.benchmarks[0].rows[0].id = BenchmarkSample.twin
    },
    Fault("the baseline of path is 'gone', which is none of its rows") {
      $0.description.benchmarks[1].baseline = "gone"
    },
    Fault("the baseline of hit is predicted to be faster against itself") {
      $0.description.benchmarks[0].rows[1].prediction = .faster
    },
    Fault("two quantities are 'empty'") {
      var table = $0.description.quantities[0]
      table.id = "other"
      $0.description.quantities.append(table)
    },
    .quantity("empty is printed with -1 decimals") { $0.places = -1 },
    .quantity("decimals") { $0.places = .max },
    .quantity("the limit of empty is 1e+308") { $0.atMost = 1e308 },
    .quantity("the limit of empty is nan") { $0.atLeast = .nan },
    .quantity("empty is to be at least 2.0 and at most 0.5") { $0.atLeast = 2 },
    Fault("the highlight shows 'gone', which is no program, no benchmark and no grid") {
      $0.description.highlight?.program = "gone"
    },
    Fault("the highlight shows 'ActorCache', which hit does not have") {
      $0.description.highlight?.columns = ["ActorCache"]
    },
    Fault("the highlight shows 'gone', which hit does not have") {
      $0.description.highlight?.rows = ["lock", "gone"]
    },
  ]

  static let results: [Fault] = [
    .result("the benchmark 'gone' was run, which is not described") { $0.benchmark = "gone" },
    Fault("the benchmark hit is there twice") { $0.benchmarks.append($0.benchmarks[0]) },
    .result("hit was held against 'floor', not 'lock'") { $0.baseline = "floor" },
    .result("hit did not measure its baseline 'lock'") { $0.rows.remove(at: 1) },
    .result("hit ran in 0 processes") { $0.processes = 0 },
    .result("processes") { $0.processes = .max },
    .result("hit is confident to 1.0") { $0.confidence = 1 },
    .result("hit is confident to nan") { $0.confidence = .nan },
    .result("the ratio of the A/A twin of hit is inf") { $0.twin.estimate = .infinity },
    .result("the percentiles of the timer of hit do not rise") { $0.timer[1].value = 1 },
    .result("hit measured the row 'gone', which is not described") { $0.rows[0].row = "gone" },
    .result("floor of hit is there twice") { $0.rows.append($0.rows[0]) },
    .result("lock of hit is the baseline but has a ratio or a verdict") {
      $0.rows[1].separation = .slower
    },
    .result("a warning of hit says -0.5") { $0.warnings = [.steal(share: -0.5)] },
    .result("a warning of hit says -2.0") { $0.warnings = [.crowded(processors: -2)] },
  ]

  static let rows: [Fault] = [
    .row("actor-pool of hit lacks a ratio or a verdict") { $0.ratio = nil },
    .row("actor-pool of hit lacks a ratio or a verdict") { $0.separation = nil },
    .row("actor-pool of hit has -1 rounds and 0 discarded") { $0.rounds = -1 },
    .row("discarded") { $0.discarded = .max },
    .row("actor-pool of hit has -1.0 switches") { $0.switches = -1 },
    .row("actor-pool of hit has nan switches") { $0.allocations = .nan },
    .row("actor-pool of hit took 0.0 ns") { $0.nanoseconds = 0 },
    .row("actor-pool of hit took 1e+308 ns") { $0.nanoseconds = 1e308 },
    .row("actor-pool of hit took from 2.0 to 1.0") { $0.quartiles = Interval(2, 1) },
    .row("actor-pool of hit took nan ns") { $0.quartiles.upper = .nan },
    .row("the ratio of actor-pool of hit is 0.0") { $0.ratio?.estimate = 0 },
    .row("the ratio of actor-pool of hit is -1.0") { $0.ratio?.interval.lower = -1 },
    .row("the ratio of actor-pool of hit is from 1.0 to 0.5") {
      $0.ratio?.signTest = Interval(1, 0.5)
    },
    .row("the ratio of actor-pool of hit is 1e+300") { $0.ratio?.processes[1] = 1e300 },
    .row("actor-pool of hit has ratios of 4 processes, 3 ran") {
      $0.ratio?.processes = [1, 1, 1, 1]
    },
    .row("a percentile of actor-pool of hit is at 1.5") { $0.service[2].share = 1.5 },
    .row("a percentile of actor-pool of hit is -1.0 ns") { $0.service[0].value = -1 },
    .row("the percentiles of actor-pool of hit do not rise") { $0.service[1].share = 0.5 },
    .row("actor-pool of hit was asked at a load of 0.0") { $0.response[0].load = 0 },
    .row("actor-pool of hit was asked at a load of 0.25 twice") { $0.response[1].load = 0.25 },
    .row("a percentile of actor-pool of hit is 1e+300 ns") {
      $0.response[1].quantiles[2].value = 1e300
    },
    .row("a warning of actor-pool of hit says nan") { $0.warnings = [.drift(factor: .nan)] },
    .row("says 1e+300") { $0.warnings = [.starved(processorShare: 1e300)] },
    .row("says 9 of -1 rounds") { $0.warnings = [.preempted(undisturbed: 9, of: -1)] },
  ]

  static let readings: [Fault] = [
    Fault("'gone' was read, which is not described") { $0.readings[0].quantity = "gone" },
    Fault("empty was read twice") { $0.readings.append($0.readings[0]) },
    Fault("empty was read as 1e+308") { $0.readings[0].values[2] = 1e308 },
    Fault("empty was read as -inf") { $0.readings[0].values[0] = -.infinity },
  ]

  @Test(arguments: descriptions + results + rows + readings)
  func `a measurement that no run can have made is an error that names it`(_ fault: Fault) throws {
    let error = #expect(throws: ReportingError.self) { try ReportSet([fault.record]).files() }
    guard case .inconsistent("02-HitCost", let problem) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problem.contains(fault.problem), "\(problem)")
  }

  @Test func `the fixture itself fits together`() throws {
    try MeasuredFixture.record.check()
  }

  @Test(arguments: [
    ("\"estimate\" : 1.53", "1e400"), ("\"nanoseconds\" : 81.5", "1e309"),
    ("\"rounds\" : 559", "9223372036854775808"), ("\"rounds\" : 559", "1.5"),
    ("\"places\" : 2", "1e30"), ("\"confidence\" : 0.95", "null"),
    ("\"separation\" : \"slower\"", "\"dearer\""), ("\"factor\" : 1.31", "\"much\""),
  ])
  func `a number that no file can hold is damage, not a trap`(_ key: String, _ value: String) throws
  {
    let text = String(decoding: try RecordFile.encode(MeasuredFixture.record), as: UTF8.self)
    let name = try #require(key.split(separator: ":").first)
    try #require(text.contains(key))
    let hostile = Data(text.replacing(key, with: "\(name): \(value)").utf8)
    let error = #expect(throws: ReportingError.self) { try RecordFile.decode(hostile, path: "x") }
    guard case .damaged("x", _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func `the largest and smallest numbers that may be saved are drawn`() throws {
    var record = MeasuredFixture.record
    record.benchmarks[0].rows = record.benchmarks[0].rows.enumerated().map { index, row in
      var row = row
      let isLarge = index.isMultiple(of: 2)
      row.nanoseconds = isLarge ? 1e15 : 1e-6
      row.quartiles = Interval(1e-6, 1e15)
      row.switches = 1e9
      row.allocations = 1e-300
      row.service = MeasuredFixture.quantiles(isLarge ? [0, 0, 1e15] : [0, 0, 0])
      row.rounds = 1_000_000_000_000
      row.warnings = [
        .drift(factor: 1e9), .starved(processorShare: 1e6), .preempted(undisturbed: 0, of: .max),
      ]
      if row.ratio != nil {
        let interval = Interval(1e-9, 1e9)
        row.ratio = Ratio(
          estimate: isLarge ? 1e9 : 1e-9, interval: interval, signTest: interval,
          processes: [1e9, 1e-9])
      }
      return row
    }
    let least = Double.leastNonzeroMagnitude
    record.readings = [Reading("empty", [-1e15, 1e15]), Reading("linear", [least])]
    record.description.quantities[0].quantities[0].places = 9
    for (path, text) in try ReportSet([record]).files() {
      #expect(!text.contains("nan") && !text.contains("inf"), "\(path)")
    }
  }
}
