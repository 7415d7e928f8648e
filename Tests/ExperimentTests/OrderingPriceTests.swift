import Caching
import Evidence
import Foundation
import Imaging
import Measurement
import Reporting
import StudyKit
import Testing

@testable import _1_Ordering

/// What 01-Ordering times, and what it makes of the figures.
struct OrderingPriceTests {
  /// Rows on a backend that goes by priority, whose calls are ordered by nobody.
  private static let unordered = [
    "price/tasks", "price/immediate", "price-main/tasks", "price-main/immediate",
    "numbering/unnumbered",
  ]

  @Test(arguments: Price.all.map(\.benchmark.id))
  func `every cure that is timed leaves the update in its own cache and in no other`(
    id: String
  ) async throws {
    let root = try #require(packageRoot())
    let pictures = try Pictures(folder: root.appending(path: "Experiments/Photos").path)
    let price = try #require(Price.all.first { $0.benchmark.id == id })
    for row in price.rows {
      let name = "\(id)/\(row.described.id)"
      let shelf = Shelf(pictures)
      let workload = row.workload(shelf)
      if price.isOnMain { await onMain(workload) } else { await onPool(workload) }
      for (backend, cache) in shelf.caches {
        let kept = await cache.value(for: key)
        if backend != row.described.backend {
          #expect(kept == nil, "\(name) on \(backend)")
        } else if Self.unordered.contains(name) {
          #expect(kept != nil, "\(name)")
        } else {
          let isUpdated = kept == pictures.noir
          #expect(isUpdated, "\(name)")
        }
      }
    }
  }

  @concurrent private func onPool(_ workload: Workload) async { await time(workload) }
  @MainActor private func onMain(_ workload: Workload) async { await time(workload) }

  private func time(_ workload: Workload) async {
    let plan = MeasurementPlan(
      rounds: 1, epochNanoseconds: 1, serviceSamples: 0, responseSamples: 0)
    _ = await measure("once", [workload], against: workload.name, plan: plan, seed: 1)
  }

  @Test func `every row says what it is, by whom, and what is expected of it`() {
    let backends = Set(Backend<Pixels>.all.map(\.name))
    for benchmark in ordering.description.benchmarks {
      #expect(Set(benchmark.rows.map(\.id)).count == benchmark.rows.count)
      for row in benchmark.rows {
        #expect(row.summary.hasSuffix("."), "\(row.id)")
        #expect(row.backend.map(backends.contains) == true, "\(row.id)")
        #expect((row.prediction == nil) == (row.id == benchmark.baseline), "\(row.id)")
      }
    }
  }

  @Test func `every cure has a price that quotes what was measured`() {
    for cure in ordering.description.cures {
      #expect(cure.price?.contains("{") == true, "\(cure.name)")
    }
  }

  @Test(arguments: Separation.allCases)
  func `a report can be drawn whatever comes out`(separation: Separation) throws {
    let report = try record(of: { _ in true }, as: separation).report()
    #expect(
      report.contains("took 2.00 [1.90, 2.10] times as long") == (separation != .notSeparated))
    #expect(!report.contains("not run times"))
  }

  @Test(arguments: Backend<Pixels>.all.map(\.name))
  func `a report can be drawn of a run narrowed to any backend`(backend: String) throws {
    let report = try record(of: { $0 == backend }, as: .slower).report()
    #expect(report.contains("| not run here |"))
  }

  /// A record whose rows on some backends took twice their baseline's time.
  private func record(
    of isRun: (String) -> Bool, as separation: Separation
  ) throws -> ExperimentRecord {
    let ratio = Ratio(
      estimate: 2, interval: Interval(1.9, 2.1), signTest: Interval(1.9, 2.1), processes: [2])
    let results = ordering.description.benchmarks.map { benchmark in
      let rows = benchmark.rows.filter { row in
        row.id == benchmark.baseline || row.backend.map(isRun) == true
      }
      return BenchmarkResult(
        benchmark: benchmark.id, baseline: benchmark.baseline, processes: 1, confidence: 0.95,
        twin: ratio, timer: [],
        rows: rows.map { row in
          let isBaseline = row.id == benchmark.baseline
          return MeasuredRow(
            row: row.id, nanoseconds: 2_000, quartiles: Interval(1_900, 2_100),
            ratio: isBaseline ? nil : ratio, separation: isBaseline ? nil : separation, rounds: 20)
        }, warnings: [])
    }
    let findings = Findings(benchmarks: results)
    return ExperimentRecord(
      description: ordering.description,
      run: RunConditions(
        profile: "quick", isEvidence: false, seed: 1, trials: 1, backends: [],
        started: "2026-01-01T00:00:00Z", seconds: 1, environment: []),
      variants: [], benchmarks: results, conclusion: ordering.conclude(findings),
      sources: try sourceExcerpts(from: ordering.quotedFiles, under: try #require(packageRoot())))
  }
}

extension Shelf {
  /// The caches by their backends' names.
  fileprivate var caches: [(String, any ImageCache<Pixels>)] {
    [
      ("LockedCache", locked), ("QueueCache", queued), ("ActorCache", acted),
      ("ExecutorActorCache", actedOnQueue), ("MailboxCache", mailbox), ("MainActorCache", onMain),
    ]
  }
}
