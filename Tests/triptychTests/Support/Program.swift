import Foundation
import StudyKit
import Testing

/// A program that a test has started, its output going to files.
final class Program: @unchecked Sendable {  // `process` is started once, then only asked
  private let process = Process()
  private let ended: AsyncStream<Void>
  private let outputFile: URL
  private let errorsFile: URL

  /// What stands in for the program's streams.
  struct Streams {
    var input: Any = FileHandle.nullDevice
    var output: FileHandle?
    var errors: FileHandle?
  }

  /// How it ended.
  struct Result: Equatable {
    var status: Int32
    var wasKilled: Bool
    var output: String
    var errors: String
  }

  init(
    _ executable: URL, _ arguments: [String], mode: String = "normal", in stage: Stage,
    environment: [String: String] = [:], streams: Streams = Streams()
  ) throws {
    let id = UUID().uuidString
    outputFile = stage.folder.appending(path: "\(id).out")
    errorsFile = stage.folder.appending(path: "\(id).err")
    for file in [outputFile, errorsFile] { try Data().write(to: file) }
    let (ended, feed) = AsyncStream.makeStream(of: Void.self)
    self.ended = ended
    process.executableURL = executable
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["FIXTURE_MODE": mode]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = streams.input
    process.standardOutput = try streams.output ?? FileHandle(forWritingTo: outputFile)
    process.standardError = try streams.errors ?? FileHandle(forWritingTo: errorsFile)
    process.terminationHandler = { _ in feed.finish() }
    try startingAlone { try process.run() }
  }

  var pid: pid_t { process.processIdentifier }
  var output: String { (try? String(contentsOf: outputFile, encoding: .utf8)) ?? "" }
  var errors: String { (try? String(contentsOf: errorsFile, encoding: .utf8)) ?? "" }

  /// Waits for its end; one that does not come to it is killed, and the test fails by that.
  func result() async -> Result {
    let pid = pid
    let deadline = DispatchWorkItem { kill(pid, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + patience.seconds, execute: deadline)
    for await _ in ended {}
    deadline.cancel()
    return Result(
      status: process.terminationStatus,
      wasKilled: process.terminationReason == .uncaughtSignal, output: output, errors: errors)
  }

  /// Runs a program to its end.
  static func run(
    _ executable: URL, _ arguments: [String], mode: String = "normal", in stage: Stage,
    environment: [String: String] = [:], streams: Streams = Streams()
  ) async throws -> Result {
    try await Program(
      executable, arguments, mode: mode, in: stage, environment: environment, streams: streams
    ).result()
  }

  /// The idle probes below this program, once there are as many.
  func idleProbes(_ count: Int) async throws -> [pid_t] {
    try await eventually("\(count) probes start") {
      let lines = errors.split(separator: "\n").filter { $0.hasPrefix("idle probe ") }
      let probes = lines.compactMap { $0.split(separator: " ").last.flatMap { pid_t($0) } }
      return probes.count == count ? probes : nil
    }
  }

  /// The slow trial below this program and its parent, once it runs.
  func slowTrial() async throws -> (trial: pid_t, parent: pid_t) {
    let words = try await eventually("the slow trial starts") {
      errors.split(separator: "\n").first { $0.hasPrefix("slow trial ") }?.split(separator: " ")
    }
    return (try #require(pid_t(words[2])), try #require(pid_t(words[4])))
  }
}

/// How long a test waits for what must happen: far beyond what a loaded machine needs.
let patience = Duration.seconds(600)

/// Asks until there is an answer.
@discardableResult
func eventually<Answer>(
  _ what: String, _ ask: () throws -> Answer?
) async throws -> Answer {
  let limit = ContinuousClock.now.advanced(by: patience)
  while ContinuousClock.now < limit {
    if let answer = try ask() { return answer }
    try await Task.sleep(for: .milliseconds(20))
  }
  throw NeverHappened(what: what)
}

/// Something a test waited for in vain.
struct NeverHappened: Error {
  let what: String
}

/// Waits until no process of this number runs; one that only waits to be reaped runs no more.
func waitUntilGone(_ pid: pid_t) async throws {
  try await eventually("process \(pid) ends") {
    if kill(pid, 0) != 0, errno == ESRCH { return true }
    let status = try? String(contentsOfFile: "/proc/\(pid)/stat", encoding: .utf8)
    let state = status?.split(separator: ")").last?.split(separator: " ").first
    return state == "Z" ? true : nil
  }
}
