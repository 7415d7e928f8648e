import Foundation
import StudyKit

/// A program of Google Benchmark's, compiled where a C++ compiler and the library are installed.
struct WitnessProgram {
  /// Its source, from the package's root.
  static let source = "Experiments/00-Instruments/Witness/MutexPair.cpp"

  private let folder: URL
  private var executable: URL { folder.appending(path: "mutex-pair") }

  /// Compiles it into a temporary folder; `nil` where that cannot be done here.
  static func compiled(from source: URL) -> WitnessProgram? {
    let manager = FileManager.default
    let folder = manager.temporaryDirectory.appending(path: "witness-\(UUID().uuidString)")
    let program = WitnessProgram(folder: folder)
    do {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    } catch {
      return nil
    }
    let isCompiled = compilers.contains { compiler in
      output(
        of: compiler,
        [
          "-std=c++17", "-O2", source.path, "-o", program.executable.path, "-lbenchmark",
          "-pthread",
        ]) != nil
    }
    if !isCompiled { program.remove() }
    return isCompiled ? program : nil
  }

  /// Removes what was compiled.
  func remove() {
    try? FileManager.default.removeItem(at: folder)
  }

  /// Pairs in one turn of its loop.
  private static let pairsInTurn = 100.0

  /// Runs it once, for so many stretches of about a millisecond, and takes the best; `nil` where it
  /// fails.
  func nanosecondsPerPair(stretches: Int) -> Double? {
    Self.output(
      of: executable,
      [
        "--benchmark_format=json", "--benchmark_min_time=0.001",
        "--benchmark_repetitions=\(stretches)",
      ]
    ).flatMap(Self.nanoseconds).map { $0 / Self.pairsInTurn }
  }

  /// The least real time of all stretches in Google Benchmark's JSON.
  static func nanoseconds(inJSON data: Data) -> Double? {
    struct Report: Decodable {
      struct Run: Decodable {
        var kind: String
        var time: Double
        var unit: String

        enum CodingKeys: String, CodingKey {
          case kind = "run_type"
          case time = "real_time"
          case unit = "time_unit"
        }
      }
      var benchmarks: [Run]
    }
    // Beside the stretches it lists their mean and the like.
    let runs = (try? JSONDecoder().decode(Report.self, from: data))?.benchmarks.filter {
      $0.kind == "iteration" && $0.unit == "ns"
    }
    return runs?.map(\.time).min()
  }

  private static var compilers: [URL] {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return ["c++", "g++", "clang++"].flatMap { name in
      folders.map { URL(filePath: String($0)).appending(path: name) }
    }.filter { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  /// What a program prints on its standard output; `nil` unless it leaves with 0.
  private static func output(of program: URL, _ arguments: [String]) -> Data? {
    let process = Process()
    let output = Pipe()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? startingAlone({ try process.run() })) != nil else { return nil }
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationReason == .exit && process.terminationStatus == 0 ? data : nil
  }
}
