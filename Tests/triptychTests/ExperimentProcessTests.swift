import Evidence
import Foundation
import Reporting
import Testing

@testable import StudyKit

/// An experiment's executable as a person or a script calls it.
@Suite struct ExperimentProcessTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  private func run(_ words: String..., mode: String = "normal") async throws -> Program.Result {
    try await Program.run(stage.experiment(), words, mode: mode, in: stage)
  }

  @Test func `a run alone prints its result and needs no standard input`() async throws {
    let result = try await run("--profile", "standard")
    #expect(result.status == 0)
    #expect(result.output.contains("awaiting each call  30/30        30/30"))
    #expect(result.output.contains("standard, 3 trials, seed 1"))
  }

  @Test func `its JSON is the record, of all trials and with the quoted source`() async throws {
    let result = try await run("--profile", "standard", "--seed", "7", "--json")
    let record = try JSONDecoder().decode(ExperimentRecord.self, from: Data(result.output.utf8))
    #expect(result.status == 0)
    #expect(record.run.trials == 3)
    #expect(record.run.seed == 7)
    #expect(record.run.isEvidence)
    #expect(record.variants.map(\.tally.total) == [30, 30])
    #expect(record.benchmarks.map(\.processes) == [3])
    #expect(record.benchmarks.first?.rows.map(\.row) == ["LockedCache", "ActorCache"])
    #expect(record.readings == [Reading("depth", [7, 7, 7])])
    #expect(record.run.tools == [.init("A peer", "Peer 1.2")])
    #expect(record.sources.map(\.name) == ["prediction"])
    #expect(record.sources.first?.text.hasPrefix("let prediction = Prediction([") == true)
  }

  @Test func `it describes itself as text and as JSON`() async throws {
    let text = try await run("--describe")
    #expect(text.status == 0)
    #expect(text.output.contains("Does the harness do what it says?"))
    #expect(
      text.output.contains("Predicted of hit  against LockedCache\nActorCache        slower\n"))
    #expect(text.output.contains("depth of it         at most 10 levels"))
    let json = try await run("--describe", "--json")
    let summary = try JSONDecoder().decode(ExperimentSummary.self, from: Data(json.output.utf8))
    #expect(summary.name == "01-Ordering")
    #expect(summary.benchmarks?.map(\.id) == ["hit"])
    #expect(summary.quantities?.map(\.id) == ["depths"])
    #expect(summary.backends == ["LockedCache", "ActorCache"])
    #expect(Set(summary.seconds.keys) == ["quick", "standard", "full"])
  }

  @Test func `it runs only the backends asked for`() async throws {
    let result = try await run("--profile", "quick", "--backend", "ActorCache", "--json")
    let record = try JSONDecoder().decode(ExperimentRecord.self, from: Data(result.output.utf8))
    #expect(record.variants.map(\.column) == ["ActorCache"])
    #expect(record.benchmarks.first?.rows.map(\.row) == ["LockedCache", "ActorCache"])
    #expect(record.run.backends == ["ActorCache"])
  }

  @Test(arguments: [
    (["--sed", "1"], "did you mean --seed?"), (["--seed", "99999999999999999999"], "no seed"),
    (["--backend"], "has no value"), (["--backend", "Lockedcache"], "did you mean LockedCache?"),
    (["--", "--json"], "unexpected argument --json"), (["--photos", "/nowhere"], "--photos DIR"),
    (["--trial", "0"], "count from 1"), (["--probe", "depth"], "give --events 1"),
    (["--events", "0"], "give 1"),
  ])
  func `an unusable request is refused with advice and status 2`(
    words: [String], advice: String
  ) async throws {
    let result = try await Program.run(stage.experiment(), words, in: stage)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(advice))
  }

  @Test(arguments: [("forbidden", "lost 27 of 30, forbidden"), ("unknown", "27 of 30, unknown")])
  func `forbidden and unknown outcomes are shown and fail the run`(
    mode: String, line: String
  ) async throws {
    let result = try await run("--profile", "standard", mode: mode)
    #expect(result.status == 1)
    #expect(result.output.contains(line))
  }

  @Test func `an open verdict fails the run under --strict only`() async throws {
    #expect(try await run("--profile", "quick", mode: "open").status == 0)
    #expect(try await run("--profile", "quick", "--strict", mode: "open").status == 1)
    #expect(try await run("--profile", "quick", "--strict").status == 0)
  }

  @Test func `what is not as declared is told, and fails the run under --strict only`() async throws
  {
    let result = try await run("--profile", "quick", mode: "surprise")
    #expect(result.status == 0)
    #expect(
      result.output.contains(
        """
        Not as declared
          A hit, an actor: predicted slower, came out faster, 0.500× [0.400, 0.600]
          depth of it: 12 levels, declared at most 10 levels
        """))
    #expect(try await run("--profile", "quick", "--strict", mode: "surprise").status == 1)
  }

  @Test(arguments: [
    (
      "crash:2",
      [
        "trial 2 crashed", "Fatal error: Index out of range",
        "swift run -c release 01-Ordering --trial 2 --profile",
      ]
    ),
    ("throw:2", ["trial 2 failed: "]), ("quiet:2", ["trial 2 ended without a result"]),
  ])
  func `a trial that fails is told with its cause, and the others go on`(
    mode: String, messages: [String]
  ) async throws {
    let result = try await run("--profile", "standard", mode: mode)
    #expect(result.status == 1)
    for message in messages { #expect(result.errors.contains(message)) }
    #expect(result.output.contains("standard, 2 trials"))
  }

  @Test func `a trial that hangs is stopped`() async throws {
    let result = try await run("--profile", "quick", mode: "hang")
    #expect(result.status == 1)
    #expect(result.errors.contains("trial 1 hung: stopped after"))
    #expect(result.output.isEmpty)
  }

  @Test func `when every trial fails there is no result`() async throws {
    let result = try await run("--profile", "standard", mode: "throw")
    #expect(result.status == 1)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains("trial 3 failed"))
  }

  @Test func `what a trial prints goes to the standard error`() async throws {
    let result = try await run("--profile", "quick", "--json", mode: "stray")
    #expect(result.status == 0)
    #expect(result.errors.contains("a stray line\n"))
    #expect(throws: Never.self) {
      try JSONDecoder().decode(ExperimentRecord.self, from: Data(result.output.utf8))
    }
  }

  @Test func `a probe runs in a process of its own, beside others, as its trial was told`()
    async throws
  {
    let result = try await run("--profile", "standard", "--json", mode: "probed")
    let record = try JSONDecoder().decode(ExperimentRecord.self, from: Data(result.output.utf8))
    let seeds = (1...3).map { Double(trialSeed(run: 1, trial: $0) % 2) }
    #expect(record.readings == [Reading("depth", seeds.flatMap { [7, $0] })])
    let probes = result.errors.split(separator: "\n").filter { $0.hasPrefix("depth probe ") }
    #expect(Set(probes).count == 3)
  }

  @Test(arguments: [
    ("lost-probe", "trial 1 failed: probe crash crashed"),
    ("unloaded", "trial 1 failed: probe no such left with status 2"),
  ])
  func `a probe that fails, fails its trial with its cause`(
    mode: String, message: String
  ) async throws {
    let result = try await run("--profile", "quick", mode: mode)
    #expect(result.status == 1)
    #expect(result.errors.contains(message))
  }

  @Test func `one trial can be run again by hand`() async throws {
    let result = try await run("--trial", "2", "--profile", "standard")
    #expect(result.status == 0)
    #expect(result.output.contains("standard, 1 trial, seed 1"))
  }

  @Test func `trials run off the main thread, which serves the main actor`() async throws {
    let lifeline = startingAlone { Pipe() }
    let result = try await Program.run(
      stage.experiment(), ["--trial", "1", "--events", "1"], in: stage,
      streams: .init(input: lifeline))
    withExtendedLifetime(lifeline) {}
    let events = result.output.split(separator: "\n").map { ChildEvent.read($0) }
    #expect(events.contains(.event(.progress(fraction: 0.5, label: "off the main thread"))))
    let main = ChildEvent.progress(fraction: 0.6, label: "main actor on the main thread")
    #expect(events.contains(.event(main)))
    guard case .event(.observations(let found)) = events.last else {
      Issue.record("the last event is no result")
      return
    }
    #expect(found.variants.map(\.tally.counts) == [["in order": 10], ["in order": 10]])
  }

  @Test func `a child writes nothing but events, whatever its code prints`() async throws {
    let lifeline = startingAlone { Pipe() }
    let result = try await Program.run(
      stage.experiment(), ["--trial", "1", "--events", "1"], mode: "stray", in: stage,
      streams: .init(input: lifeline))
    withExtendedLifetime(lifeline) {}
    let events = result.output.split(separator: "\n").map { ChildEvent.read($0) }
    #expect(events.count >= 3)
    #expect(!events.contains(.stray))
    #expect(result.errors.contains("a stray line"))
  }
}

/// Output that cannot be written, or that nobody reads.
@Suite struct OutputTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  private func shell(_ script: String) async throws -> Program.Result {
    let program = stage.experiment().path
    return try await Program.run(
      URL(filePath: "/bin/sh"), ["-c", script, program, stage.command.path], in: stage)
  }

  @Test func `a reader that has read enough is no error`() async throws {
    let result = try await shell(#"{ "$0" --profile quick; echo "left $?" >&2; } | true"#)
    #expect(result.errors.contains("left 0"))
    let list = try await shell(#"{ "$1" list; echo "left $?" >&2; } | head -1"#)
    #expect(list.errors.contains("left 0"))
    #expect(list.output.hasPrefix("0"))
  }

  #if os(Linux)
    @Test func `a full disk is told`() async throws {
      let result = try await shell(#""$0" --profile quick >/dev/full"#)
      #expect(result.status == 2)
      #expect(result.errors.contains("No space left on device"))
    }
  #endif

  @Test func `a closed standard output is told, a closed standard error cannot be`() async throws {
    let result = try await shell(#""$0" --profile quick >&- <&-"#)
    #expect(result.status == 2)
    #expect(result.errors.contains("the result cannot be written"))
    #expect(try await shell(#""$0" --profile quick 2>&-"#).status == 0)
  }

  @Test func `no file takes the place of a closed standard stream`() async {
    await #expect(processExitsWith: .exitCode(7)) {
      close(STDIN_FILENO)
      close(STDOUT_FILENO)
      prepareDescriptors()
      let next = open("/dev/null", O_RDONLY)
      exit(next > STDERR_FILENO && write(STDOUT_FILENO, "x", 1) < 0 ? 7 : 1)
    }
  }
}
