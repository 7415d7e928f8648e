import Caching
import Dispatch
import Evidence
import Foundation
import Reporting
import StudyKit
import Testing

@testable import _3_Reentrancy

/// What 03-Reentrancy does for real. Children that may hang are told by what they say, never by a
/// time: the cured ones must answer, of the others it is only asserted that they do not.
struct ReentrancyChildTests {
  private func context(_ profile: Profile, backends: [String] = []) -> TrialContext {
    TrialContext(
      profile: profile, seed: 1, backends: backends,
      photos: packageRoot()?.appending(path: "Experiments/Photos").path ?? "",
      executable: builtProducts.appending(path: "03-Reentrancy"), report: { _, _ in })
  }

  // MARK: - Deadlocks

  @Test(arguments: DeadlockTrial.all.filter(\.isCured))
  func `whoever does not wait in a circle is answered`(trial: DeadlockTrial) async throws {
    let record = try await trial.run(context(.full))
    #expect(record.tally == Tally([ChildEnd.answered.rawValue: 1]))
  }

  @Test(arguments: DeadlockTrial.all.filter { !$0.isCured })
  func `whoever waits in a circle is not answered`(trial: DeadlockTrial) async throws {
    let record = try await trial.run(context(.quick))
    #expect(record.tally[ChildEnd.answered.rawValue] == 0)
    #expect(record.tally.failures(against: record.prediction) == 0)
  }

  @Test func `every keeper is tried in every row but for the handler an actor cannot call after`() {
    let tried = DeadlockTrial.all.map { [$0.row.id, $0.keeper.rawValue] }
    #expect(Set(tried).count == tried.count)
    #expect(
      Set(deadlocks.rows.flatMap { row in Keeper.allCases.map { [row.id, $0.rawValue] } })
        .subtracting(tried) == [["handler-after", "actor"]])
  }

  // MARK: - The full pool

  @Test(arguments: CrowdTrial.all.filter { !$0.way.waits || !$0.column.needsPool })
  func `callers that keep no thread from their answers are all served`(trial: CrowdTrial)
    async throws
  {
    let record = try await trial.run(context(.full))
    #expect(record.tally == Tally([CrowdEnd.all.rawValue: 1]))
  }

  @Test func `tasks that block every thread of theirs are not served by other tasks`() async throws
  {
    let trial = CrowdTrial(way: .tasksWait, column: .actor)
    let record = try await trial.run(context(.quick))
    #expect(record.tally == Tally([CrowdEnd.none.rawValue: 1]))
    #expect(record.tally.failures(against: record.prediction) == 0)
  }

  // MARK: - The blocked line

  @Test func `a hit passes a load that is made outside`() async throws {
    let caches: [any LoadingCache] = [
      AwaitingActor(), await OnceCache { LockedLoader($0) }, await OnceCache { QueueLoader($0) },
      await OnceCache { ActorLoader($0) },
    ]
    for cache in caches {
      let load = SlowLoad(atMost: .seconds(600))
      cache.begin(load)
      await load.hasBegun()
      #expect(await cache.hit() == 1)
      #expect(!load.isOver)
      load.finish()
      await load.hasLeft()
      #expect(load.isOver)
    }
  }

  @Test func `a hit has to wait for a load that is made inside`() async throws {
    let caches: [any LoadingCache] = [
      InsideCache(LockSection(lock: NSLock())), InsideCache(DispatchQueue(label: "cache")),
      InsideActor(),
    ]
    for cache in caches {
      let load = SlowLoad()
      cache.begin(load)
      await load.hasBegun()
      #expect(await cache.hit() == 1)
      #expect(load.isOver)
      await load.hasLeft()
    }
  }

  @Test func `a run narrowed to one keeper times it and the baseline`() async {
    let sample = await timeBlockedLine(context(.quick, backends: ["queue"]))
    #expect(
      Set(sample.rows.map(\.row)) == [
        "loader-lock", "inside-queue", "loader-queue", BenchmarkSample.twin,
      ])
  }

  // MARK: - The lesson

  @Test func `each child has a probe of its own name`() {
    let names =
      DeadlockTrial.all.map(\.name) + CrowdTrial.all.map(\.name)
      + Filling.allCases.map(\.probeName)
    #expect(Set(names).count == names.count)
    #expect(Set(names).isSubset(of: reentrancy.probes.keys))
  }

  @Test func `every field of the prose is filled in, or said not to have been run`() {
    let parts: [RealPart] = [.deadlocking, .fillingThePool, .blockingTheLine]
    let told = parts.flatMap { part in
      part.why.compactMap { if case .text(let text) = $0 { text } else { nil } }
        + part.cures.flatMap { [$0.covers, $0.limit] }
    }
    let names = told.flatMap { $0.matches(of: /\{([^}]+)\}/).map { String($0.1) } }
    #expect(names.count > 20)
    #expect(Set(names).isSubset(of: conclude(Findings()).fields.keys))
    #expect(names.allSatisfy { conclude(Findings()).fields[$0] == Conclusion.notRun })
  }

  @Test func `a deadlock is told by how its children ended`() {
    var findings = Findings()
    findings.variants = DeadlockTrial.all.prefix(1).map {
      $0.record(Tally([ChildEnd.hung.rawValue: 2, ChildEnd.answered.rawValue: 1]))
    }
    #expect(
      conclude(findings).fields["real-deadlocks/handler-inside/lock"]
        == "answered in 1 of 3 runs and hung in 2 of 3 runs")
  }

  @Test func `the listings of what is done for real are code that compiles`() throws {
    let listings = try sourceExcerpts(
      from: ["Tests/ExperimentTests/ReentrancyChildListings.swift"],
      under: try #require(packageRoot()))
    #expect(
      listings.map { [$0.name, $0.text] } == [
        [deadlocks.id, deadlocks.listing], [fullPool.id, fullPool.listing],
        [blockedLine.id, blockedLine.listing],
      ])
  }
}

extension DeadlockTrial {
  var isCured: Bool { prediction.grade(of: ChildEnd.hung.rawValue) == .forbidden }
}

extension DeadlockTrial: CustomTestStringConvertible {
  /// The probe's name.
  public var testDescription: String { name }
}

extension CrowdTrial: CustomTestStringConvertible {
  /// The probe's name.
  public var testDescription: String { name }
}
