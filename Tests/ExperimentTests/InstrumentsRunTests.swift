import Evidence
import Foundation
import Reporting
import StudyKit
import Testing

@testable import _0_Instruments

/// 00-Instruments run for real: what it reports is looked at, not how much it is.
@Suite struct InstrumentsRunTests {
  @Test func `a trial reports what is declared, and all that can be read here`() async throws {
    let photos = try smallPhotographs()
    defer { try? FileManager.default.removeItem(at: photos) }
    let context = TrialContext(
      profile: .quick, seed: 7, backends: [],
      photos: photos.path,
      executable: products.appending(path: "00-Instruments"),
      report: { _, _ in })
    let observed = try await instruments.trial(context)
    // Not everywhere is there a witness, or a system that counts.
    var optional: Set = ["ours-over-witness", "allocations", "peak-memory"]
    // Nor do callers on a busy machine always meet.
    for callers in [1, 2, 4, 8] { optional.formUnion(["wall-\(callers)", "fairness-\(callers)"]) }
    // The large picture is left out of a quick run, a peer where it is not installed.
    for quantity in thumbnailCheck.quantities.map(\.id)
    where quantity.contains("mosaic") || quantity.contains("libvips") || quantity.contains("pillow")
      || quantity.contains("memory") || quantity.hasPrefix("thumbnail-peaks")
    {
      optional.insert(quantity)
    }
    let reported = Set(observed.readings.filter { !$0.values.isEmpty }.map(\.quantity))
    let declared = Set(instruments.description.quantities.flatMap(\.quantities).map(\.id))
    #expect(reported.isSubset(of: declared))
    #expect(declared.subtracting(reported).isSubset(of: optional))
    let findings = try instruments.addedUp([observed], seed: 7)
    #expect(
      Set(findings.benchmarks.map(\.benchmark)).union(["witness", "thumbnail-mosaic"])
        == Set(instruments.description.benchmarks.map(\.id)))
    for result in findings.benchmarks {
      let benchmark = instruments.description.benchmarks.first { $0.id == result.benchmark }
      let peers = result.benchmark.hasPrefix("thumbnail") ? ThumbnailPeer.allCases : []
      let rows = result.rows.map(\.row)
      let absent = Set(peers.map(\.rawValue)).subtracting(rows)
      #expect(rows == benchmark?.rows.map(\.id).filter { !absent.contains($0) })
    }
  }

  @Test func `a mutex pair by Google Benchmark is the least of its stretches`() {
    let json = """
      {"context": {"num_cpus": 2}, "benchmarks": [
        {"run_type": "iteration", "real_time": 6.5, "time_unit": "ns", "iterations": 10},
        {"run_type": "iteration", "real_time": 6.25, "time_unit": "ns", "iterations": 10},
        {"run_type": "aggregate", "real_time": 0.1, "time_unit": "ns"}]}
      """
    #expect(WitnessProgram.nanoseconds(inJSON: Data(json.utf8)) == 6.25)
    #expect(WitnessProgram.nanoseconds(inJSON: Data(json.replacing("ns", with: "us").utf8)) == nil)
    #expect(WitnessProgram.nanoseconds(inJSON: Data("no JSON".utf8)) == nil)
  }

  @Test func `a witness that does not compile is no witness`() {
    #expect(WitnessProgram.compiled(from: URL(filePath: "/nowhere/witness.cpp")) == nil)
  }
}

/// A folder in which small photographs go by the names of the large ones, which would take minutes
/// without optimisation.
private func smallPhotographs() throws -> URL {
  let photos = try #require(packageRoot()).appending(path: "Experiments/Photos")
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  for (small, large) in [("rocket.jpg", "hero.jpg"), ("coffee.webp", "hero.webp")] {
    try FileManager.default.copyItem(
      at: photos.appending(path: small), to: folder.appending(path: large))
  }
  return folder
}

/// Where the package's executables lie: beside the tests.
private var products: URL {
  #if os(Linux)
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
  #else
    Bundle(for: Anchor.self).bundleURL.deletingLastPathComponent()
  #endif
}

private final class Anchor {}
