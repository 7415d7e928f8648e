import Caching
import Evidence
import Imaging
import Reporting
import StudyKit
import Testing

@testable import _2_HitCost

/// What 02-HitCost declares before it runs.
struct HitCostPredictionTests {
  private func grade(_ turn: Turn, _ asking: String, _ backend: String) throws -> Grade {
    let variant = try #require(
      hitCost.variants.first { $0.row == asking && $0.column == backend })
    return variant.prediction.grade(of: turn.rawValue)
  }

  @Test func `the same turn is what is expected, however and whoever is asked`() {
    for variant in hitCost.variants {
      let expected = variant.prediction.outcomes.filter { $0.grade == .expected }
      #expect(expected.map(\.name) == [Turn.same.rawValue])
      #expect(variant.prediction.outcomes.map(\.name) == Turn.allCases.map(\.rawValue))
    }
  }

  @Test(arguments: ["LockedCache", "MutexCache", "MainActorCache"])
  func `a hit found on the main thread may not be late`(backend: String) throws {
    for asking in ["await", "immediate"] {
      #expect(try grade(.next, asking, backend) == .forbidden)
      #expect(try grade(.later, asking, backend) == .forbidden)
    }
    #expect(try grade(.next, "task", backend) == .interesting)
    #expect(try grade(.later, "task", backend) == .forbidden)
  }

  @Test(arguments: ["QueueCache", "ActorCache", "ExecutorActorCache", "MailboxCache"])
  func `an answer from another thread may be late`(backend: String) throws {
    for asking in ["await", "immediate", "task"] {
      #expect(try grade(.later, asking, backend) == .interesting)
    }
  }

  @Test func `a backend is asked only in ways that it has`() {
    let asked = { (asking: String) in
      hitCost.variants.filter { $0.row == asking }.map(\.column)
    }
    #expect(asked("plain") == ["LockedCache", "QueueCache", "MutexCache", "BarrierCache"])
    #expect(!asked("handler").contains("ActorCache"))
    for asking in ["await", "immediate", "task"] {
      #expect(asked(asking) == Backend<Pixels>.all.map(\.name))
    }
  }

  @Test func `every row of a benchmark is told apart, described and predicted`() {
    for benchmark in hitCost.description.benchmarks {
      #expect(Set(benchmark.rows.map(\.title)).count == benchmark.rows.count)
      for row in benchmark.rows {
        #expect(row.summary.hasSuffix("."), "\(benchmark.id)/\(row.id)")
        #expect((row.prediction == nil) == (row.id == benchmark.baseline))
      }
    }
  }

  @Test func `every backend is timed from the pool and from the main actor`() {
    for benchmark in [poolBenchmark, mainBenchmark] {
      let timed = Set(benchmark.rows.compactMap(\.backend))
      #expect(timed == Set(Backend<Pixels>.all.map(\.name)), "\(benchmark.id)")
    }
  }

  @Test func `the listings are code that compiles`() throws {
    let root = try #require(packageRoot())
    let listings = try sourceExcerpts(
      from: ["Tests/ExperimentTests/HitCostListings.swift"], under: root)
    let description = hitCost.description
    let parts =
      description.programs.map { [$0.id, $0.listing] }
      + description.benchmarks.map { [$0.id, $0.listing] }
    #expect(listings.map { [$0.name, $0.text] } == parts)
  }

  @Test func `every marked source is quoted`() throws {
    let marked = try sourceExcerpts(
      from: hitCost.quotedFiles, under: try #require(packageRoot()))
    let quoted = hitCost.description.why.compactMap { passage -> String? in
      if case .source(let name) = passage { name } else { nil }
    }
    #expect(Set(marked.map(\.name)) == Set(quoted))
  }
}
