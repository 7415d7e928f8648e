import Evidence
import Foundation
import Reporting
import StudyKit
import Testing

@testable import _1_Ordering

/// Every schedule of 01-Ordering's programs, explored once for all tests.
private let everything = Task {
  var records: [ExplorationRecord] = []
  for program in ordering.explorable {
    let policies = program.summary.policies.map(Optional.some)
    for policy in policies.isEmpty ? [nil] : policies {
      var options = program.summary.options
      if let policy { options.policy = policy }
      options.limits.sample = 100
      records.append(
        ExplorationRecord(
          program: program.summary.description, policy: policy,
          exploration: try await program.run(options) { _ in }))
    }
  }
  return records
}

/// What comes out of 01-Ordering's programs under every schedule.
struct OrderingReachTests {
  @Test func `every variant that threads run is explored, the actor's under all policies`() {
    let explored = ordering.explorable.map(\.summary)
    #expect(explored.compactMap(\.description.variant) == ordering.variants.map(\.name))
    for program in explored {
      let isStandIn = program.description.variant?.column == "ActorCache"
      #expect(Set(program.policies) == (isStandIn ? Set(ExecutorPolicy.allCases) : []))
      #expect(program.description.threadPolicy == (isStandIn ? .defaultActor : nil))
      #expect(program.studied != nil)
    }
  }

  @Test func `the outcomes of every schedule are those that reasoning gives, and no others`()
    async throws
  {
    for record in try await everything.value {
      #expect(record.exploration.isComplete, "\(record.program.name): \(record.exploration)")
      let variant = try #require(record.program.variant)
      let expected = reachable(variant, record.policy)
      #expect(
        Set(record.exploration.outcomes.map(\.name)) == expected,
        "\(record.program.name) under \(record.policy?.rawValue ?? "no policy")")
      #expect(!record.hasFailed, "\(record.program.name)")
    }
  }

  /// The outcomes that can come out, by reasoning from what calls, lines and policies promise.
  private func reachable(_ variant: VariantName, _ policy: ExecutorPolicy?) -> Set<String> {
    guard variant.program == storeUpdateRead.id else { return staying(variant, policy) }
    return Set(orders(variant.row, policy).map { Order($0).name })
  }

  private func orders(_ row: String, _ policy: ExecutorPolicy?) -> Set<[Order.Move]> {
    let all = Set(Order.all.map(\.moves))
    let inOrder: Set<[Order.Move]> = [[.store, .update, .read]]
    switch row {
    // Each call is over, or in its place in line, before the next is made.
    case "plain", "queue-async", "handlers", "handlers-held", "awaiting", "chained": return inOrder
    // Store before update; the read anywhere.
    case "two-callers":
      return all.filter { $0.filter { $0 != .read } == [.store, .update] }
    // Calls reach the line in order; it may keep them so, or not look at all.
    case "immediate", "immediate-held": return policy == .unordered ? all : inOrder
    case "immediate-mixed", "main-mixed", "main-mixed-held":
      switch policy {
      case nil, .fifo: return inOrder
      case .unordered: return all
      // A read that goes first has found both others waiting, and update then precedes store.
      case .defaultActor: return all.subtracting([[.read, .store, .update]])
      }
    // All three wait, so priority decides alone.
    case "immediate-mixed-held":
      switch policy {
      case nil, .fifo: return inOrder
      case .unordered: return all
      case .defaultActor: return [[.read, .update, .store]]
      }
    // Update and read keep their order; the store comes back to the line at any time.
    case "suspends-inside":
      return policy == .unordered
        ? all : all.filter { $0.filter { $0 != .store } == [.update, .read] }
    // It comes back when the others are in line already, and so behind them.
    case "suspends-inside-held":
      return policy == .unordered ? all : [[.update, .read, .store]]
    // Tasks and threads of their own reach the cache in any order.
    default: return all
    }
  }

  /// The same for two writes.
  private func staying(_ variant: VariantName, _ policy: ExecutorPolicy?) -> Set<String> {
    let last = "the value set last stays"
    let older = "the older value wins"
    if variant.program == setTwiceNumbered.id { return [last] }
    switch (variant.row, policy) {
    case ("immediate-mixed", nil), ("immediate-mixed", .fifo): return [last]
    case ("immediate-mixed-held", nil), ("immediate-mixed-held", .fifo): return [last]
    case ("immediate-mixed-held", .defaultActor): return [older]
    default: return [last, older]
    }
  }

  @Test func `nothing that threads showed in the committed run is unreachable`() async throws {
    let root = try #require(packageRoot())
    let folder = ReportsFolder(root.appending(path: "Reports").path)
    var record = try #require(
      try folder.records().first { $0.description.name == ordering.description.name })
    record.explorations = try await everything.value
    #expect(record.impossibleObservations.map(\.text) == [])
    #expect(record.variants.map(\.name) == ordering.variants.map(\.name))
    #expect(record.variants.allSatisfy { $0.tally.total >= 1_000 })
    #expect(Findings(record).contradictions == 0)
    // The reduction and the committed counts would agree on nothing if neither showed anything.
    #expect(Findings(record).unseen.count > 0)
  }

  @Test func `what threads show and no schedule leads to fails the experiment and is marked`()
    async throws
  {
    let all = try await everything.value
    let name = VariantName(
      program: "store-update-read", row: "immediate-mixed", column: "ActorCache")
    var variant = try #require(ordering.variants.first { $0.name == name })
    let impossible = Order([.read, .store, .update]).name
    variant.tally = Tally([Order.all[0].name: 99, impossible: 1])
    let findings = Findings(
      variants: [variant], explorations: all.filter { $0.program.variant == name })
    #expect(findings.contradictions == 1)
    let record = ExperimentRecord(
      description: ordering.description,
      run: RunConditions(
        profile: "quick", isEvidence: false, seed: 1, trials: 1, backends: [],
        started: "2026-01-01T00:00:00Z", seconds: 1, environment: []),
      variants: findings.variants, explorations: findings.explorations,
      conclusion: ordering.conclude(findings),
      sources: try sourceExcerpts(from: ordering.quotedFiles, under: try #require(packageRoot())))
    #expect(record.failures == 1)
    #expect(record.impossibleObservations.map(\.outcome) == [impossible])
    let report = try record.report()
    #expect(report.contains("✗ Contradicted."))
    #expect(report.contains("Threads showed what no schedule leads to"))
    // What schedules lead to and no thread showed is marked as well.
    #expect(report.contains("▲2 ◇"))
  }
}
