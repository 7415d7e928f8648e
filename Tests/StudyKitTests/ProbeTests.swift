import Foundation
import Testing

@testable import StudyKit

/// Probes played by small scripts.
@Suite final class ProbeTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  private var log: String { folder.appending(path: "log").path }

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: log))
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  /// A trial whose experiment is a script; `$log` is a file to write to.
  ///
  /// Another process writes it: what this one has open for writing, a child of another test may
  /// have inherited, and the system starts no file that anyone could still write to.
  private func trial(_ script: String) throws -> TrialContext {
    let file = folder.appending(path: "script")
    let writer = Process()
    writer.executableURL = URL(filePath: "/bin/sh")
    writer.arguments = [
      "-c", #"printf '%s' "$1" >"$0" && chmod 700 "$0""#, file.path,
      "#!/bin/sh\nlog=\(log)\n\(script)\n",
    ]
    try startingAlone { try writer.run() }
    writer.waitUntilExit()
    return TrialContext(
      profile: .full, seed: 42, backends: ["ActorCache"], photos: "/photos", executable: file,
      report: { _, _ in })
  }

  private var logged: [String] {
    get throws {
      try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }

  private func event(_ event: ChildEvent) throws -> String {
    "echo '\(String(decoding: try event.line().dropLast(), as: UTF8.self))'"
  }

  /// Runs until its standard input ends, as a child does.
  private let wait = "cat >/dev/null"

  @Test func `a probe is told what its trial was told, and its last values count`() async throws {
    let trial = try trial(
      #"echo "$@" >"$log""# + "\n" + event(.values([1])) + "\n"
        + event(.values([2, 3])))
    #expect(try await trial.probe("depth") == [2, 3])
    #expect(
      try logged == [
        "--probe depth --profile full --seed 42 --backend ActorCache --photos /photos --events 1"
      ])
  }

  @Test func `a probe that refuses its input refuses the trial's`() async throws {
    let trial = try trial(event(.failure("no pictures")) + "\nexit 2")
    await #expect(throws: UsageError("no pictures")) { try await trial.probe("depth") }
  }

  @Test(
    arguments: [
      ("exit 0", "ended without a result"), ("kill -9 $$", "crashed (Killed)"),
      ("exit 3", "status 3"),
    ])
  func `a probe without values is an error`(script: String, what: String) async throws {
    let trial = try trial(script)
    await #expect {
      try await trial.probe("depth")
    } throws: { "\($0)".hasPrefix("probe depth ") && "\($0)".contains(what) }
  }

  @Test func `the body begins once every probe runs, and none is left at its end`() async throws {
    let trial = try trial(#"echo $$ >>"$log""# + "\n" + event(.started(seconds: 1)) + "\n" + wait)
    let running = try await trial.during("load", count: 3) { try logged }
    #expect(Set(running).count == 3)
    for pid in running.compactMap({ pid_t($0) }) { #expect(kill(pid, 0) != 0) }
  }

  @Test func `where one cannot run the body does not begin, and the others are stopped`()
    async throws
  {
    // The first to make the folder fails; the others would run for ever.
    let trial = try trial(
      #"echo $$ >>"$log"; mkdir "$log.first" 2>&- && exit 3"# + "\n" + event(.started(seconds: 1))
        + "\n" + wait)
    await #expect {
      try await trial.during("load", count: 3) { Issue.record("the body began") }
    } throws: { "\($0)".contains("probe load left with status 3, while it was to keep running") }
    for pid in try logged.compactMap({ pid_t($0) }) { #expect(kill(pid, 0) != 0) }
  }

  @Test func `an error of the body is handed on, and no probe is left`() async throws {
    let trial = try trial(#"echo $$ >>"$log""# + "\n" + event(.started(seconds: 1)) + "\n" + wait)
    await #expect(throws: CancellationError.self) {
      try await trial.during("load", count: 2) { throw CancellationError() }
    }
    #expect(try logged.count == 2)
  }

  // MARK: - Watched

  private func saying(_ words: String, times: Int = 1) throws -> String {
    try Array(repeating: event(.progress(fraction: 0, label: words)), count: times)
      .joined(separator: "\n") + "\n"
  }

  @Test func `a watched probe that has nothing new to say is stopped, and not left behind`()
    async throws
  {
    let trial = try trial(
      #"echo $$ >>"$log""# + "\n" + saying("about to wait") + saying("waiting", times: 6) + wait)
    #expect(try await trial.watch("depth", patience: 5) == .stoodStill(words: "waiting"))
    for pid in try logged.compactMap({ pid_t($0) }) { #expect(kill(pid, 0) != 0) }
    #expect(try logged.count == 1)
  }

  @Test func `a watched probe is not stopped while it has something new to say`() async throws {
    let trial = try trial(
      saying("one", times: 5) + saying("two", times: 5) + saying("one", times: 5)
        + event(.values([7])))
    #expect(try await trial.watch("depth", patience: 5) == .returned([7]))
  }

  @Test func `a watched probe that says nothing has not begun to hang`() async throws {
    let trial = try trial(event(.started(seconds: 1)) + "\n" + event(.values([])))
    #expect(try await trial.watch("depth", patience: 1) == .returned([]))
  }

  @Test func `a crash of a watched probe is an end like others, a failure is none`() async throws {
    let crashing = try trial(saying("about to trap") + "kill -9 $$")
    #expect(
      try await crashing.watch("depth", patience: 5)
        == .crashed(signal: SIGKILL, words: "about to trap"))
    let failing = try trial(saying("about to fail") + "exit 3")
    await #expect {
      try await failing.watch("depth", patience: 5)
    } throws: { "\($0)".contains("status 3") }
  }
}
