import Evidence
import Foundation
import Reporting
import StudyKit
import Testing

@testable import _1_Ordering

/// 01-Ordering run for real, on real threads: only what must never happen is asserted.
struct OrderingRunTests {
  private func run(backends: [String], photos: String? = nil) async throws -> [VariantRecord] {
    let root = try #require(packageRoot())
    let context = TrialContext(
      profile: .quick, seed: 7, backends: backends,
      photos: photos ?? root.appending(path: "Experiments/Photos").path, report: { _, _ in })
    return try await ordering.trial(context).variants
  }

  @Test func `nothing forbidden or unknown is seen, and every variant is run`() async throws {
    let variants = try await run(backends: [])
    for variant in variants {
      #expect(variant.tally.failures(against: variant.prediction) == 0, "\(variant)")
    }
    var unobserved = variants
    for index in unobserved.indices { unobserved[index].tally = Tally() }
    #expect(unobserved == ordering.variants)
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
