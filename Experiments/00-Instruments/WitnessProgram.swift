import Foundation
import StudyKit

/// A program of Google Benchmark's, compiled where a C++ compiler and the library are installed.
struct WitnessProgram {
  /// Its source, from the package's root.
  static let source = "Experiments/00-Instruments/Witness/MutexPair.cpp"

  /// The probe that does the same in Swift.
  static let counterpart = "mutex-pairs"

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
      program.run(
        compiler,
        [
          "-std=c++17", "-O2", source.path, "-o", program.executable.path, "-lbenchmark",
          "-pthread",
        ], limit: 15)
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
    let answer = folder.appending(path: "answer.json")
    let isDone = run(
      executable,
      [
        "--benchmark_out=\(answer.path)", "--benchmark_out_format=json",
        "--benchmark_min_time=0.001", "--benchmark_repetitions=\(stretches)",
      ], limit: 5)
    guard isDone, let data = try? Data(contentsOf: answer) else { return nil }
    return Self.nanoseconds(inJSON: data).map { $0 / Self.pairsInTurn }
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

  /// Runs a program that is nobody's child of this study, and says whether it left with 0 in time.
  ///
  /// It may hang, and this process may be killed meanwhile. So a shell starts it and reads from a
  /// pipe of ours: when that ends, by us or with us, the folder goes and with it all that the shell
  /// has started, which is one process group.
  private func run(_ program: URL, _ arguments: [String], limit seconds: Int) -> Bool {
    let script = """
      exec 3<&0
      "$@" </dev/null & program=$!
      (read -r _ <&3; rm -rf "$0"; kill -9 0) & watch=$!
      wait $program; status=$?
      kill -9 $watch
      exit $status
      """
    let process = Process()
    let lifeline = Pipe()
    let hasEnded = DispatchSemaphore(value: 0)
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", script, folder.path, program.path] + arguments
    process.standardInput = lifeline
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { _ in hasEnded.signal() }
    guard (try? startingAlone({ try process.run() })) != nil else { return false }
    defer { try? lifeline.fileHandleForWriting.close() }
    guard hasEnded.wait(timeout: .now() + .seconds(seconds)) == .success else { return false }
    return process.terminationReason == .exit && process.terminationStatus == 0
  }
}
