import Foundation
import StudyKit

/// A temporary folder, and programs run in it that are nobody's child of this study.
///
/// This process may be killed at any time. So a shell reads from a pipe of ours: when that ends, by
/// us or with us, the folder goes.
final class Workshop: Sendable {
  /// The folder.
  let folder: URL
  private let lifeline: Pipe

  /// Makes the folder; `nil` where that cannot be done here.
  init?(_ name: String) {
    folder = FileManager.default.temporaryDirectory.appending(
      path: "\(name)-\(UUID().uuidString)")
    let lifeline = Pipe()
    let guardian = Process()
    guardian.executableURL = Self.shell
    guardian.arguments = ["-c", #"read -r _; rm -rf "$0""#, folder.path]
    guardian.standardInput = lifeline
    guardian.standardOutput = FileHandle.nullDevice
    guardian.standardError = FileHandle.nullDevice
    self.lifeline = lifeline
    do {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try startingAlone { try guardian.run() }
    } catch {
      return nil
    }
  }

  /// Removes the folder.
  func remove() {
    try? FileManager.default.removeItem(at: folder)
    try? lifeline.fileHandleForWriting.close()
  }

  /// Runs a program and says whether it left with 0 in time.
  ///
  /// It may hang, too: a shell starts it, and stops it with all that it has started, which is one
  /// process group, when its own pipe ends.
  func run(_ program: URL, _ arguments: [String], limit seconds: Int) -> Bool {
    let script = """
      exec 3<&0
      "$@" </dev/null & program=$!
      (read -r _ <&3; kill -9 0) & watch=$!
      wait $program; status=$?
      kill -9 $watch
      exit $status
      """
    let process = Process()
    let lifeline = Pipe()
    let hasEnded = DispatchSemaphore(value: 0)
    process.executableURL = Self.shell
    process.arguments = ["-c", script, "run", program.path] + arguments
    process.standardInput = lifeline
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.terminationHandler = { _ in hasEnded.signal() }
    guard (try? startingAlone({ try process.run() })) != nil else { return false }
    defer { try? lifeline.fileHandleForWriting.close() }
    guard hasEnded.wait(timeout: .now() + .seconds(seconds)) == .success else { return false }
    return process.terminationReason == .exit && process.terminationStatus == 0
  }

  /// The programs of these names on the path, in the order of the names.
  static func programs(named names: [String]) -> [URL] {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return names.flatMap { name in
      folders.map { URL(filePath: String($0)).appending(path: name) }
    }.filter { FileManager.default.isExecutableFile(atPath: $0.path) }
  }

  static let shell = URL(filePath: "/bin/sh")
}
