import Foundation
import Reporting
import StudyKit
import Testing

@testable import _0_Instruments
@testable import _1_Ordering
@testable import _2_HitCost
@testable import _3_Reentrancy
@testable import _9_Downsampling

/// The reports in the repository against the data and the sources they come from.
struct CommittedReportsTests {
  static let experiments = [instruments, ordering, hitCost, reentrancy, downsampling]

  private let root: URL
  private let reports: URL
  private let records: [ExperimentRecord]

  init() throws {
    root = try #require(packageRoot())
    reports = root.appending(path: "Reports")
    records = try ReportsFolder(reports.path).records()
  }

  @Test func `every experiment has a committed record, of a full run`() {
    #expect(records.map(\.description.name) == Self.experiments.map(\.description.name))
    for record in records {
      #expect(record.run.profile == "full")
      #expect(record.run.backends.isEmpty)
      #expect(record.failures == 0)
    }
  }

  @Test func `what is committed is what render makes of the committed data`() throws {
    // Two folders deep, as the committed one is below the root, so that links are the same.
    let copy = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: copy) }
    let drawn = copy.appending(path: "Reports")
    try FileManager.default.createDirectory(at: drawn, withIntermediateDirectories: true)
    try FileManager.default.copyItem(
      at: reports.appending(path: "data"), to: drawn.appending(path: "data"))
    let paths = try ReportsFolder(drawn.path).render()
    for path in paths {
      let made = try String(contentsOf: drawn.appending(path: path), encoding: .utf8)
      let committed = try String(contentsOf: reports.appending(path: path), encoding: .utf8)
      let isSame = made == committed
      #expect(isSame, "\(path) is not what triptych render --reports Reports makes")
    }
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: reports.appending(path: "charts").path)
    #expect(
      Set(kept.map { "charts/\($0)" }) == Set(paths.filter { $0.hasPrefix("charts/") }),
      "a chart is committed that no report draws")
  }

  @Test func `the README shows the committed verdicts`() throws {
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let renewed = try Verdicts.replace(in: readme, by: try Verdicts.render(records))
    let isSame = readme == renewed
    #expect(isSame, "run triptych render --reports Reports --readme README.md")
  }

  @Test func `every source that a committed report quotes still reads as it ran`() throws {
    for experiment in Self.experiments {
      let record = try #require(
        records.first { $0.description.name == experiment.description.name })
      let now = try sourceExcerpts(from: experiment.quotedFiles, under: root)
      for quoted in record.sources {
        let same = now.first { $0.name == quoted.name }
        let isSame = same?.text == quoted.text
        #expect(isSame, "\(quoted.name) has changed: run the study again")
        #expect(same?.file == quoted.file)
      }
    }
  }

  // Compared as truth values: the records are too long to print.
  @Test func `what a committed record describes and predicts is what the experiment says now`() {
    let remedy: Comment = "backends, rows, predictions or prose have changed: run the study again"
    for experiment in Self.experiments {
      let record = records.first { $0.description.name == experiment.description.name }
      let isSameDescription = record?.description == experiment.description
      let isSamePrediction =
        record?.variants.map(\.prediction) == experiment.variants.map(\.prediction)
      let isSameConclusion =
        record.map { experiment.conclude(Findings($0)) == $0.conclusion } ?? false
      #expect(isSameDescription, remedy)
      #expect(isSamePrediction, remedy)
      #expect(isSameConclusion, remedy)
    }
  }
}
