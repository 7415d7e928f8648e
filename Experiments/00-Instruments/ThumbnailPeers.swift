import Foundation
import Reporting
import StudyKit

/// A library that makes thumbnails too, by a program of `Peers`.
enum ThumbnailPeer: String, CaseIterable, Sendable {
  case libvips, pillow

  var title: String { self == .libvips ? "libvips" : "Pillow" }

  /// The program, ready to be started; `nil` where the library is not installed, or what it takes
  /// to build with it.
  func program(in workshop: Workshop) -> PeerProgram? {
    guard let folder = packageRoot()?.appending(path: "Experiments/00-Instruments/Peers") else {
      return nil
    }
    switch self {
    case .libvips:
      let source = folder.appending(path: "thumbnail.c")
      let executable = workshop.folder.appending(path: "thumbnail")
      // The shell splits what pkg-config tells into words.
      let build = """
        options=$(pkg-config --cflags --libs vips) &&
        "$1" -std=gnu11 -O2 "$2" -o "$3" $options
        """
      let isCompiled = Workshop.programs(named: ["cc", "gcc", "clang"]).contains { compiler in
        workshop.run(
          Workshop.shell,
          ["-c", build, "build", compiler.path, source.path, executable.path], limit: 60)
      }
      return isCompiled ? PeerProgram(executable: executable, arguments: []) : nil
    case .pillow:
      let script = folder.appending(path: "thumbnail.py")
      // Not every Python on the path need have it.
      return Workshop.programs(named: ["python3"]).first {
        workshop.run($0, ["-c", "import PIL.Image"], limit: 60)
      }.map { PeerProgram(executable: $0, arguments: [script.path]) }
    }
  }
}

/// The peers that are installed, with their versions.
@Sendable
func installedPeers() -> [RunConditions.Fact] {
  guard let workshop = Workshop("thumbnails") else { return [] }
  defer { workshop.remove() }
  return ThumbnailPeer.allCases.map { peer in
    let name = peer.program(in: workshop)?.start()?.name
    return RunConditions.Fact("Thumbnails by \(peer.title)", name ?? "not installed")
  }
}

/// A peer that can be started, until one of its processes fails to answer in time.
///
/// `@unchecked Sendable`: whether one has failed is guarded by the lock.
final class PeerProgram: @unchecked Sendable {
  let executable: URL
  let arguments: [String]
  private let lock = NSLock()
  private var hasFailed = false

  init(executable: URL, arguments: [String]) {
    self.executable = executable
    self.arguments = arguments
  }

  /// Starts a process of its own, which has so long for each answer; `nil` where that fails, or
  /// answers have failed to come before: a run that waits for each of them would be stopped.
  func start(patience: Duration = .seconds(10)) -> PeerProcess? {
    lock.withLock { hasFailed } ? nil : PeerProcess(self, patience: patience)
  }

  fileprivate func giveUp() { lock.withLock { hasFailed = true } }
}

/// A peer that runs, asked a line at a time; `Peers/thumbnail.c` tells what the commands are.
///
/// It ends with this object, and with this process, whether it listens or not: a shell beside it
/// stops it with all that it has started, which is one process group, when a pipe ends. One that
/// once fails to answer in time is not asked again: its answer might come late, and be taken for
/// the next one.
final class PeerProcess: @unchecked Sendable {  // whoever asks waits for the answer
  private let process = Process()
  /// The shell reads from where other programs write their errors to.
  private let lifeline = Pipe()
  private let program: PeerProgram
  private let patience: Duration
  private var isLost = false
  private let input = Pipe()
  private let output = Pipe()
  private var pending = Data()

  fileprivate init?(_ program: PeerProgram, patience: Duration) {
    self.program = program
    self.patience = patience
    let script = """
      exec 3<&2 4<&0 2>/dev/null
      "$@" <&4 3<&- 4<&- & program=$!
      (read -r _ <&3; kill -9 0) >/dev/null 4<&- & watch=$!
      wait $program
      kill -9 $watch
      """
    process.executableURL = Workshop.shell
    process.arguments = ["-c", script, "peer", program.executable.path] + program.arguments
    process.standardInput = input
    process.standardOutput = output
    process.standardError = lifeline.fileHandleForReading
    guard (try? startingAlone({ try process.run() })) != nil else { return nil }
    try? lifeline.fileHandleForReading.close()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    try? lifeline.fileHandleForWriting.close()
  }

  /// What makes its thumbnails, with its version.
  var name: String? { answer("name")?.first }

  /// Nanoseconds by the clock that one thumbnail takes.
  func time(_ path: String, side: Int) -> Double? {
    number("time", path, "\(side)").flatMap { $0 > 0 ? $0 : nil }
  }

  /// Bytes resident at most while it makes one, above those before.
  func peak(_ path: String, side: Int) -> Double? {
    number("peak", path, "\(side)")
  }

  /// The size of a thumbnail whose samples, three a pixel, it writes into a file.
  func pixels(_ path: String, side: Int, into output: String) -> (width: Int, height: Int)? {
    let numbers = answer("pixels", path, "\(side)", output)?.compactMap { Int($0) }
    guard let numbers, numbers.count == 2 else { return nil }
    return (numbers[0], numbers[1])
  }

  private func number(_ words: String...) -> Double? {
    answer(words)?.first.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil }
  }

  private func answer(_ words: String...) -> [String]? { answer(words) }

  private func answer(_ words: [String]) -> [String]? {
    guard !isLost, process.isRunning else { return nil }
    let line = Data((words.joined(separator: "\t") + "\n").utf8)
    guard (try? input.fileHandleForWriting.write(contentsOf: line)) != nil, let answer = readLine()
    else {
      isLost = true
      program.giveUp()
      return nil
    }
    let parts = answer.split(separator: "\t").map(String.init)
    return parts.first == "error" ? nil : parts
  }

  /// The next line; `nil` where none comes in time, or one without an end.
  private func readLine() -> String? {
    let descriptor = output.fileHandleForReading.fileDescriptor
    let deadline = ContinuousClock.now.advanced(by: patience)
    var buffer = [UInt8](repeating: 0, count: 256)
    while pending.count < longestAnswer {
      if let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        defer { pending = Data(pending[(end + 1)...]) }
        return String(decoding: pending[..<end], as: UTF8.self)
      }
      let rest = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
      var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      guard rest > 0, poll(&ready, 1, Int32(rest.rounded(.up))) == 1 else { return nil }
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return nil }
      pending.append(contentsOf: buffer.prefix(count))
    }
    return nil
  }
}

/// Bytes of an answer: more is none.
private let longestAnswer = 4_096
