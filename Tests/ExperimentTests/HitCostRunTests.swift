import Evidence
import Foundation
import Reporting
import StudyKit
import Testing

@testable import _2_HitCost

/// 02-HitCost run for real: only what must never happen is asserted, and no time.
///
/// It runs as the executable does, since a test's main actor need not be on the main thread.
struct HitCostRunTests {
  @Test func `a run times every row, reads every quantity and sees nothing forbidden`() async throws
  {
    let record = try await run()
    #expect(record.failures == 0)
    #expect(record.variants.map(\.prediction) == hitCost.variants.map(\.prediction))
    #expect(record.variants.allSatisfy { $0.tally.total == 50 })
    #expect(
      record.benchmarks.map { $0.rows.map(\.row) }
        == hitCost.description.benchmarks.map { $0.rows.map(\.id) })
    let declared = hitCost.description.quantities.flatMap(\.quantities).map(\.id)
    #expect(record.readings.map(\.quantity) == declared)
    let reading = { (name: String) in record.readings.first { $0.quantity == name }?.values }
    #expect(reading("rewrite-hops") == [3])
    #expect(reading("callback-hops") == [0])
    #expect(!(try record.report()).isEmpty)
  }

  @Test func `a run narrowed to one backend times it, the baselines and what is no backend`()
    async throws
  {
    let record = try await run("--backend", "MailboxCache")
    let backends = hitCost.description.benchmarks.map { benchmark in
      let timed = record.benchmarks.first { $0.benchmark == benchmark.id }?.rows.map(\.row) ?? []
      return Set(benchmark.rows.filter { timed.contains($0.id) }.compactMap(\.backend))
    }
    #expect(
      backends == [
        ["LockedCache", "MailboxCache"], ["LockedCache", "MailboxCache"], ["LockedCache"],
      ])
    #expect(Set(record.variants.map(\.column)) == ["MailboxCache"])
    #expect(!(try record.report()).isEmpty)
  }

  /// Runs the quick profile in a process of its own.
  private func run(_ options: String...) async throws -> ExperimentRecord {
    let root = try #require(packageRoot())
    let output = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data().write(to: output)
    defer { try? FileManager.default.removeItem(at: output) }
    let process = Process()
    process.executableURL = builtProducts.appending(path: "02-HitCost")
    process.arguments =
      ["--profile", "quick", "--json", "--photos"]
      + [root.appending(path: "Experiments/Photos").path] + options
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = FileHandle.nullDevice
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    #expect(process.terminationStatus == 0)
    return try JSONDecoder().decode(ExperimentRecord.self, from: Data(contentsOf: output))
  }
}
