import Foundation

/// A program of Google Benchmark's, compiled where a C++ compiler and the library are installed.
struct WitnessProgram {
  /// Its source, from the package's root.
  static let source = "Experiments/00-Instruments/Witness/MutexPair.cpp"

  /// The probe that does the same in Swift.
  static let counterpart = "mutex-pairs"

  private let workshop: Workshop
  private var executable: URL { workshop.folder.appending(path: "mutex-pair") }

  /// Compiles it into a temporary folder; `nil` where that cannot be done here.
  static func compiled(from source: URL) -> WitnessProgram? {
    guard let workshop = Workshop("witness") else { return nil }
    let program = WitnessProgram(workshop: workshop)
    let isCompiled = Workshop.programs(named: ["c++", "g++", "clang++"]).contains { compiler in
      workshop.run(
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
  func remove() { workshop.remove() }

  /// Pairs in one turn of its loop.
  private static let pairsInTurn = 100.0

  /// Runs it once, for so many stretches of about a millisecond, and takes the best; `nil` where it
  /// fails.
  func nanosecondsPerPair(stretches: Int) -> Double? {
    let answer = workshop.folder.appending(path: "answer.json")
    let isDone = workshop.run(
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
}
