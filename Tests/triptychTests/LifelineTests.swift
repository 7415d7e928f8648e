import Foundation
import StudyKit
import Testing

/// No process of any level is left behind, however the one above it ends.
@Suite struct LifelineTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  /// Signals that a person or a system sends; one that was ignored before us stays ignored.
  static let signals = [SIGKILL, SIGTERM, SIGINT, SIGHUP].filter { !Interruption.isIgnored($0) }

  @Test(arguments: signals)
  func `the command takes experiment and trial with it`(signal: Int32) async throws {
    let words = ["run", "1", "--reports", stage.reports]
    let command = try Program(stage.command, words, mode: "slow", in: stage)
    let (trial, experiment) = try await command.slowTrial()
    #expect(experiment != command.pid)
    kill(command.pid, signal)
    let result = await command.result()
    try await waitUntilGone(experiment)
    try await waitUntilGone(trial)
    if signal == SIGKILL {
      #expect(result.wasKilled)
    } else {
      #expect(result.status == 128 + signal)
      #expect(result.errors.contains("interrupted after 0 of 1 experiments; nothing had finished"))
    }
  }

  @Test(arguments: signals)
  func `an experiment takes its trial with it, and shows the trials that finished`(
    signal: Int32
  ) async throws {
    let experiment = try Program(
      stage.experiment(), ["--profile", "standard"], mode: "slow:2", in: stage)
    let (trial, parent) = try await experiment.slowTrial()
    #expect(parent == experiment.pid)
    kill(experiment.pid, signal)
    let result = await experiment.result()
    try await waitUntilGone(trial)
    if signal == SIGKILL {
      #expect(result.wasKilled)
    } else {
      #expect(result.status == 128 + signal)
      #expect(result.errors.contains("interrupted; 1 of 3 trials finished"))
      #expect(result.output.contains("standard, 1 trial, seed 1"))
    }
  }

  @Test(arguments: signals)
  func `a trial's probes go with its experiment`(signal: Int32) async throws {
    let experiment = try Program(
      stage.experiment(), ["--profile", "quick"], mode: "loaded", in: stage)
    let (trial, _) = try await experiment.slowTrial()
    let probes = try await experiment.idleProbes(2)
    kill(experiment.pid, signal)
    _ = await experiment.result()
    for process in [trial] + probes { try await waitUntilGone(process) }
  }

  @Test func `a trial that is killed takes its probes with it`() async throws {
    let experiment = try Program(
      stage.experiment(), ["--profile", "quick"], mode: "loaded", in: stage)
    let (trial, _) = try await experiment.slowTrial()
    let probes = try await experiment.idleProbes(2)
    kill(trial, SIGKILL)
    #expect(await experiment.result().errors.contains("trial 1 crashed (Killed)"))
    for probe in probes { try await waitUntilGone(probe) }
  }

  #if os(Linux)
    @Test func `an interruption gives the status even where the result cannot be written`()
      async throws
    {
      let full = try #require(FileHandle(forWritingAtPath: "/dev/full"))
      let experiment = try Program(
        stage.experiment(), ["--profile", "standard"], mode: "slow:2", in: stage,
        streams: .init(output: full))
      _ = try await experiment.slowTrial()
      kill(experiment.pid, SIGTERM)
      #expect(await experiment.result().status == 128 + SIGTERM)
      let command = try Program(
        stage.command, ["run", "1", "--reports", stage.reports], mode: "slow", in: stage,
        streams: .init(output: full))
      _ = try await command.slowTrial()
      kill(command.pid, SIGTERM)
      #expect(await command.result().status == 128 + SIGTERM)
    }
  #endif

  @Test func `an experiment that is killed is a crash, and takes its trial with it`() async throws {
    let words = ["run", "1", "--reports", stage.reports]
    let command = try Program(stage.command, words, mode: "slow", in: stage)
    let (trial, experiment) = try await command.slowTrial()
    kill(experiment, SIGKILL)
    let result = await command.result()
    try await waitUntilGone(trial)
    #expect(result.status == 1)
    #expect(result.errors.contains("01-Ordering crashed (Killed)"))
    #expect(result.output.contains("No report was written."))
  }

  @Test func `a trial that is killed is a crash`() async throws {
    let experiment = try Program(
      stage.experiment(), ["--profile", "standard"], mode: "slow:2", in: stage)
    kill(try await experiment.slowTrial().trial, SIGKILL)
    let result = await experiment.result()
    #expect(result.status == 1)
    #expect(result.errors.contains("trial 2 crashed (Killed)"))
  }

  @Test func `a child ends when its standard input does`() async throws {
    let lifeline = startingAlone { Pipe() }
    let child = try Program(
      stage.experiment(), ["--trial", "1", "--events", "1"], mode: "slow", in: stage,
      streams: .init(input: lifeline))
    _ = try await child.slowTrial()
    try lifeline.fileHandleForWriting.close()
    #expect(await child.result().status == 128 + SIGHUP)
  }
}
