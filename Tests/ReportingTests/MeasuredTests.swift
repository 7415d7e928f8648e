import Evidence
import Testing

@testable import Reporting

@Suite struct BenchmarkLessonTests {
  private func report(_ change: (inout ExperimentRecord) -> Void = { _ in }) throws -> String {
    var record = MeasuredFixture.record
    change(&record)
    let report = try record.report()
    #expect(try Markdown.problems(in: report) == [])
    return report
  }

  @Test func `programs come first, then benchmarks, quantities, and why`() throws {
    let text = try report {
      $0.description.programs = [Fixture.program]
      $0.variants = Fixture.variants
    }
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("## ") }
    #expect(
      headings.prefix(6) == [
        "## The program: Store A, update it to A′, read it",
        "## The benchmark: One resident picture, read", "## The benchmark: Both whole paths",
        "## The figures: The instrument itself", "## Why", "## The cures",
      ])
  }

  @Test func `no result stands before the fold, and each row is judged in it`() throws {
    let text = try report()
    let vote = try #require(text.firstRange(of: "**Vote before you open.**"))
    let lesson = try #require(text.firstRange(of: "## The benchmark: One"))
    let untold = text[lesson.upperBound..<vote.lowerBound]
    #expect(!untold.contains("×") && !untold.contains("faster") && !untold.contains("slower"))
    #expect(text.contains("| ▼ faster | ▼ faster, 0.487× [0.481, 0.492] | as predicted |"))
    #expect(text.contains("| ● not separated | ▲ slower, 1.08× [1.07, 1.08] | **not as predicted"))
    #expect(text.contains("| ▲ slower | ▲ slower ⚠, 173× [121, 240] | **undecided** |"))
  }

  @Test func `what cannot be counted here is said to be so, and is no zero`() throws {
    let text = try report()
    #expect(text.contains("| 57.2 ns (54.9 ns to 61.2 ns) | 0 | not available here |"))
    #expect(text.contains("| Mutex | 61.0 ns | 70.0 ns | too few samples |"))
    #expect(text.contains("| NSLock | 75 % | 120 ns | 900 ns | too few samples |"))
    #expect(text.contains("| the same by another tool | no limit | not available here | — | — |"))
  }

  @Test func `rows without single operations are left out of the tails`() throws {
    let text = try report()
    let service = try #require(text.firstRange(of: "service time\n"))
    #expect(!text[service.upperBound...].contains("| the floor |"))
    #expect(text[service.upperBound...].contains("| *the clock and an empty call* | 31.0 ns |"))
    let bare = try ReportSet([
      {
        var record = MeasuredFixture.record
        for row in record.benchmarks[0].rows.indices {
          record.benchmarks[0].rows[row].service = []
          record.benchmarks[0].rows[row].response = []
        }
        return record
      }()
    ]).files()
    #expect(bare["charts/02-HitCost-hit-tails.svg"] == nil)
    #expect(bare["02-HitCost.md"]?.contains("tails.svg") == false)
    #expect(bare["02-HitCost.md"]?.contains("response time") == false)
  }

  @Test func `service and response time are said to be two results`() throws {
    let text = try report()
    #expect(text.contains("Service and response time are two results, never one"))
  }

  @Test func `warnings are listed with what to do, and mark their rows`() throws {
    let text = try report()
    #expect(
      text.contains(
        "- ⚠ **actor, from the main actor**: the ratio moved by 31.0 % during the run. To mend it,"
          + " let the machine settle"))
    let noisy = try report {
      $0.benchmarks[0].warnings = [.steal(share: 0.12)]
    }
    #expect(noisy.contains("- ⚠ **all rows**: other guests of the machine took 12.0 %"))
    #expect(noisy.contains("▼ faster ⚠, 0.487× [0.481, 0.492] | **undecided** |"))
  }

  @Test func `a benchmark that was not run is asked about and has no result`() throws {
    let text = try report { $0.benchmarks = [] }
    #expect(text.contains("**Vote before you open.** Put the rows in order"))
    #expect(!text.contains("Prediction and outcome") && !text.contains("charts/"))
    #expect(!text.contains("Understanding these figures"))
    #expect(text.contains("*Not run here.*"))
    let files = try ReportSet([
      {
        var record = MeasuredFixture.record
        record.benchmarks = []
        return record
      }()
    ]).files()
    #expect(files.keys.sorted() == ["02-HitCost.md", "README.md"])
  }

  @Test func `rows of backends that were not asked for are named, not shown`() throws {
    let text = try report { $0.benchmarks[0].rows.removeAll { $0.row == "sync" } }
    #expect(text.contains("Not run here: queue.sync, barrier queue."))
    #expect(!text.contains("| queue.sync |"))
  }

  @Test func `how to read the figures is told once`() throws {
    var other = MeasuredFixture.result
    other.benchmark = "path"
    other.baseline = "callback"
    other.rows = [MeasuredFixture.measured("callback", 900, nil, nil)]
    let text = try report { $0.benchmarks.insert(other, at: 0) }
    #expect(text.ranges(of: "Understanding these figures").count == 1)
    #expect(text.ranges(of: "### What one operation cost").count == 2)
  }

  @Test func `hostile names keep the shape of every table and picture`() throws {
    let name = "a|b </td> `c` *d* & \u{0} ]]>"
    var record = MeasuredFixture.record
    record.description.benchmarks[0].title = name
    record.description.benchmarks[0].rows[1].title = name
    record.description.benchmarks[0].rows[5].callerExecutor = name
    record.description.quantities[0].title = name
    record.description.quantities[0].quantities[0].title = name
    record.description.quantities[0].quantities[0].unit = name
    for (path, text) in try ReportSet([record]).files() {
      if path.hasSuffix(".md") { #expect(try Markdown.problems(in: text) == [], "\(path)") }
      if path.hasSuffix(".svg") { #expect(SVG.unclosed(in: text) == [], "\(path)") }
    }
  }

  @Test func `prose of benchmarks and tables must have its fields`() throws {
    for fault in 0..<4 {
      var record = MeasuredFixture.record
      switch fault {
      case 0: record.description.benchmarks[0].summary = "{gone}"
      case 1: record.description.benchmarks[0].rows[0].summary = "{gone}"
      case 2: record.description.benchmarks[1].question = "{gone}"
      default: record.description.quantities[0].summary = "{gone}"
      }
      let error = #expect(throws: ReportingError.self) { try record.report() }
      guard case .unknownField(_, "gone", _) = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test func `a price has a column only where some cure has one`() throws {
    #expect(try report().contains("| Cure | Covers | Leaves uncured | Price |"))
    #expect(try report().contains("| main-actor cache | Hops. | Decoding. | not run here |"))
    #expect(!(try Fixture.record.report().contains("Price")))
  }
}

@Suite struct DisagreementTests {
  @Test func `rows and quantities that came out otherwise are told in the report's order`() {
    let found = MeasuredFixture.record.disagreements
    #expect(found.map(\.kind) == [.notAsPredicted, .undecided, .outsideLimits])
    #expect(found.map(\.subject) == ["hit/actor-same", "hit/actor-main", "empty"])
    #expect(
      found.map(\.text) == [
        "One resident picture, read, actor, from itself: predicted not separated, came out slower, "
          + "1.08× [1.07, 1.08]",
        "One resident picture, read, actor, from the main actor: predicted slower, undecided "
          + "(slower, 173× [121, 240]): the ratio moved by 31.0 % during the run; only 17 of 600 "
          + "rounds ran undisturbed, so all were counted",
        "the empty loop: 0.504 ns, declared at most 0.50 ns",
      ])
    #expect(Fixture.record.disagreements == [])
  }

  @Test func `what speaks against the baseline or the whole speaks against every row`() {
    var record = MeasuredFixture.record
    record.benchmarks[0].rows[1].warnings = [.starved(processorShare: 0.4)]
    let predicted = 7
    func undecided() -> Int { record.disagreements.count { $0.kind == .undecided } }
    #expect(undecided() == predicted)
    record.benchmarks[0].rows[1].warnings = []
    #expect(undecided() == 1)
    record.benchmarks[0].warnings = [.steal(share: 0.2)]
    #expect(undecided() == predicted)
  }

  @Test func `a row without prediction, and a quantity not read, cannot disagree`() {
    var record = MeasuredFixture.record
    for row in record.description.benchmarks[0].rows.indices {
      record.description.benchmarks[0].rows[row].prediction = nil
    }
    record.readings = []
    #expect(record.disagreements == [])
  }
}

@Suite struct QuantityTests {
  private func quantity(_ least: Double?, _ most: Double?, places: Int = 1) -> Quantity {
    Quantity(id: "q", title: "q", unit: "ns", places: places, atLeast: least, atMost: most)
  }

  @Test func `limits are told as they were declared`() {
    #expect(quantity(nil, nil).limits == nil)
    #expect(quantity(1, nil).limits == "at least 1.0 ns")
    #expect(quantity(nil, 1234.5).limits == "at most 1,234.5 ns")
    #expect(quantity(95, 105, places: 0).limits == "95 to 105 ns")
  }

  @Test func `a limit itself is met, and what has none is not judged`() {
    #expect(quantity(nil, nil).isMet(by: 5) == nil)
    #expect(quantity(nil, 5).isMet(by: 5) == true)
    #expect(quantity(5, nil).isMet(by: 4.99) == false)
    #expect(quantity(4, 5).isMet(by: 6) == false)
  }

  @Test func `a value that misses its limit never looks like it`() {
    #expect(quantity(nil, 0.5).told(0.5) == "0.5 ns")
    #expect(quantity(nil, 0.5).told(0.5004) == "0.5004 ns")
    #expect(quantity(95, nil, places: 0).told(94.9) == "94.9 ns")
    #expect(quantity(nil, 0.5).told(2) == "2.0 ns")
  }

  @Test func `a median of an even number lies between the middle two`() {
    #expect(Reading("q", []).median == nil)
    #expect(Reading("q", [3]).median == 3)
    #expect(Reading("q", [9, 1, 2]).median == 2)
    #expect(Reading("q", [9, 1, 2, 4]).median == 3)
  }

  @Test(arguments: [(Summary.median, 90), (.mean, 95), (.greatest, 105)])
  func `a quantity says what of several values it is held by`(
    summary: Summary, value: Double
  ) throws {
    var quantity = quantity(95, nil)
    quantity.summary = summary
    #expect(quantity.value(of: Reading("q", [90, 105, 90])) == value)
    #expect(quantity.value(of: Reading("q", [])) == nil)
  }
}
