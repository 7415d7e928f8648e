import Evidence
import Foundation
import Reporting
import Testing

@testable import StudyKit

@Suite struct InterruptionTests {
  @Test func `only the first signal counts, and observers hear it once`() async {
    let interruption = Interruption()
    #expect(!interruption.isInterrupted)
    #expect(interruption.status == nil)
    await confirmation { heard in
      let observation = interruption.observe { heard() }
      interruption.interrupt(by: SIGINT)
      interruption.interrupt(by: SIGTERM)
      observation.cancel()
    }
    #expect(interruption.status == 130)
  }

  @Test func `one who comes late hears it at once, one who has left never`() async {
    let interruption = Interruption()
    let left = interruption.observe { Issue.record("it had left") }
    left.cancel()
    interruption.interrupt(by: SIGTERM)
    await confirmation { heard in _ = interruption.observe { heard() } }
    #expect(interruption.status == 143)
  }

  @Test func `the first signal is heard, and any that follows ends the process`() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      for number in [SIGINT, SIGTERM] { signal(number, SIG_DFL) }
      let interruption = try Interruption.catchingSignals()
      let heard = DispatchSemaphore(value: 0)
      let observation = interruption.observe { heard.signal() }
      // To the process: this thread may be one that blocks signals.
      kill(getpid(), SIGINT)
      heard.wait()
      observation.cancel()
      guard interruption.status == 130 else { exit(1) }
      kill(getpid(), SIGTERM)
      _ = heard.wait(timeout: .now() + 600)
    }
  }

  #if os(Linux)
    // The thread sanitizer dies itself where nothing can be mapped.
    @Test(.enabled(if: dlsym(nil, "__tsan_init") == nil, "needs a build without sanitizer"))
    func `where no thread can be made, signals are not caught and it is told`() async {
      await #expect(processExitsWith: .exitCode(7)) {
        // Too little for the stack of a thread; what is mapped already stays.
        var limit = rlimit(rlim_cur: 1, rlim_max: 1)
        setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
        do {
          _ = try Interruption.catchingSignals()
        } catch {
          exit("\(error)".contains("no thread can be started") ? 7 : 1)
        }
      }
    }
  #endif
}

@Suite struct CountdownTests {
  @Test func `time is up after as many looks as it has seconds`() {
    var countdown = Countdown(left: .seconds(3))
    for _ in 1...2 { countdown.tick(.seconds(1)) }
    #expect(!countdown.isOver)
    countdown.tick(.seconds(1))
    #expect(countdown.isOver)
  }

  @Test func `time in which this process was stopped hardly counts`() {
    var countdown = Countdown(left: .seconds(3))
    countdown.tick(.seconds(3_600))
    #expect(countdown.left == .seconds(1))
  }
}

@Suite struct ChildProcessTests {
  @Test func `a last line without an end is told, unless it is half an event`() async {
    #expect(await lines(of: #"printf 'one\ntwo'"#) == ["one", "two"])
    #expect(await lines(of: #"printf 'one\n{"event":"progr'"#) == ["one"])
  }

  @Test func `observations with a megabyte of pictures pass whole, between other lines`()
    async throws
  {
    let observations = Observations(
      readings: [Reading("depth", [7])],
      pictures: ["before", "after"].map { samplePicture($0, bytes: 450_000) })
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: file) }
    let event = try ChildEvent.observations(observations).line()
    #expect(event.count > 1_000_000)
    try (Data("before\n".utf8) + event + Data("after\n".utf8)).write(to: file)
    let child = ChildProcess(
      executable: URL(filePath: "/bin/sh"), arguments: ["-c", "cat '\(file.path)'"],
      limit: .seconds(600))
    var heard: [ChildProcess.Message] = []
    let termination = await child.run(stoppedBy: nil) { heard.append($0) }
    #expect(termination.reason == .exited(0))
    // A plain comparison: a failed one would print the pictures.
    let isWhole = heard == [.line("before"), .event(.observations(observations)), .line("after")]
    #expect(isWhole)
  }

  private func lines(of script: String) async -> [String] {
    let child = ChildProcess(
      executable: URL(filePath: "/bin/sh"), arguments: ["-c", script], limit: .seconds(600))
    var lines: [String] = []
    let termination = await child.run(stoppedBy: nil) { message in
      if case .line(let line) = message { lines.append(line) }
    }
    #expect(termination.reason == .exited(0))
    return lines
  }
}
