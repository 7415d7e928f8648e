import Evidence
import Foundation
import Reporting
import StudyKit
import Testing

@testable import _1_Ordering

/// 01-Ordering run for real, on real threads: only what must never happen is asserted.
struct OrderingRunTests {
  private func run(backends: [String], photos: String? = nil) async throws -> Observations {
    let root = try #require(packageRoot())
    let context = TrialContext(
      profile: .quick, seed: 7, backends: backends,
      photos: photos ?? root.appending(path: "Experiments/Photos").path, report: { _, _ in })
    return try await ordering.trial(context)
  }

  @Test func `nothing forbidden or unknown is seen, and everything declared is run`() async throws {
    let observed = try await run(backends: [])
    let variants = observed.variants
    for variant in variants {
      #expect(variant.tally.failures(against: variant.prediction) == 0, "\(variant)")
    }
    var unobserved = variants
    for index in unobserved.indices { unobserved[index].tally = Tally() }
    #expect(unobserved == ordering.variants)
    for (sample, benchmark) in zip(observed.benchmarks, ordering.description.benchmarks) {
      #expect(sample.benchmark == benchmark.id)
      #expect(sample.rows.map(\.row) == benchmark.rows.map(\.id) + [BenchmarkSample.twin])
    }
    #expect(observed.benchmarks.count == ordering.description.benchmarks.count)
  }

  @Test func `a run narrowed to a backend times its rows and the baselines`() async throws {
    let observed = try await run(backends: ["LockedCache"])
    #expect(Set(observed.variants.map(\.column)) == ["LockedCache"])
    let rows = observed.benchmarks.map { $0.rows.map(\.row).filter { $0 != BenchmarkSample.twin } }
    #expect(rows == [["tasks", "lock"], ["tasks"], ["unnumbered"]])
  }

  @Test func `a folder without photographs is refused in a sentence that says what to do`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    await #expect { try await run(backends: [], photos: folder.path) } throws: {
      "\($0)".contains("no .jpg or .webp in \(folder.path); pass --photos DIR")
    }
    let damaged = folder.appending(path: "damaged.jpg")
    try Data("\u{FF}\u{D8}\u{FF} not a JPEG".utf8).write(to: damaged)
    await #expect { try await run(backends: [], photos: folder.path) } throws: {
      $0 is UsageError && "\($0)".contains("damaged.jpg")
    }
  }
}
