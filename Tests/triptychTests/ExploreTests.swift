import Evidence
import Foundation
import Reporting
import StudyKit
import Testing

@testable import triptych

/// `triptych explore`, and the explorations of a run.
@Suite struct ExploreTests {
  private let stage: Stage

  init() throws { stage = try Stage(experiments: Study.experimentNames) }

  private func triptych(
    _ words: String..., mode: String = "normal"
  ) async throws -> Program.Result {
    try await Program.run(stage.command, words, mode: mode, in: stage)
  }

  private func answer(_ result: Program.Result) throws -> ExploreCommand.Answer {
    try JSONDecoder().decode(ExploreCommand.Answer.self, from: Data(result.output.utf8))
  }

  @Test func `without a program it lists them, as text and as JSON`() async throws {
    let text = try await triptych("explore", "ordering")
    #expect(text.status == 0)
    #expect(
      text.output.contains(
        "store-read/ActorCache  under default-actor, fifo\n  Stores and reads on an actor.\n"))
    #expect(text.output.contains("Predicted: expected in order;"))
    #expect(text.output.contains("two-locks\n"))
    #expect(text.output.hasSuffix("  triptych explore 01-Ordering store-read/ActorCache\n"))
    let json = try await triptych("explore", "1", "--json")
    let programs = try JSONDecoder().decode(
      [ExplorableSummary].self, from: Data(json.output.utf8))
    #expect(programs.map(\.name) == ["store-read/ActorCache", "two-locks"])
    #expect(programs.map(\.policies) == [[.defaultActor, .fifo], []])
  }

  @Test func `a program is explored under each policy, by experiment and command alike`()
    async throws
  {
    let result = try await triptych("explore", "1", "store-read")
    #expect(result.status == 0)
    #expect(result.output.contains("store-read/ActorCache under default-actor\n"))
    #expect(result.output.contains("complete: 28 schedules, 12 traces"))
    #expect(result.output.contains("store-read/ActorCache under fifo\n"))
    #expect(result.output.contains("overtaken, with 1 delay in 2 steps"))
    let alone = try await Program.run(
      stage.experiment(), ["--explore", "store-read"], in: stage)
    #expect(alone.status == 0)
    #expect(alone.output == result.output)
  }

  @Test func `options reach the program`() async throws {
    let result = try await triptych(
      "explore", "1", "store-read", "--policy", "fifo", "--delays", "3", "--seed", "9", "--limit",
      "70", "--limit", "5m", "--json")
    let parts = try answer(result).explorations
    #expect(parts.map(\.policy) == [.fifo])
    let options = try #require(parts.first?.found?.exploration.options)
    #expect(options.strategy == .delayBounded(delays: 3))
    #expect(options.policy == .fifo)
    #expect(options.seed == 9)
    #expect(options.limits.schedules == 70)
    #expect(options.limits.time == .seconds(300))
  }

  @Test(
    arguments: [
      ("normal", "*", 0), ("bounded", "store-read", 3), ("explored-forbidden", "store-read", 1),
      ("escaped", "store-read", 1), ("crash-explored", "store-read", 1), ("bounded", "*", 3),
    ] as [(String, String, Int32)])
  func `the exit status tells what was found`(
    mode: String, program: String, status: Int32
  ) async throws {
    let result = try await triptych("explore", "1", program, "--json", mode: mode)
    #expect(result.status == status)
    #expect(try answer(result).status == status)
  }

  @Test func `a crash is told with its cause, and the others go on`() async throws {
    let result = try await triptych("explore", "1", "*", "--json", mode: "crash-explored")
    #expect(result.errors.contains("store-read/ActorCache under default-actor: crashed"))
    #expect(result.errors.contains("Index out of range"))
    let parts = try answer(result).explorations
    #expect(parts.map { $0.found == nil } == [true, true, false])
    #expect(parts.map(\.status) == [1, 1, 0])
  }

  @Test func `a schedule is replayed with its trace`() async throws {
    let result = try await triptych("explore", "1", "store-read", "--schedule", "s2")
    #expect(result.status == 0)
    #expect(result.output.contains("  schedule s2 was replayed\n"))
    #expect(result.output.contains("overtaken, with 1 delay in 2 steps"))
    #expect(!result.output.contains("in order"))
  }

  @Test(arguments: [
    (["explore"], "name an experiment"), (["explore", "99"], "no experiment is called 99"),
    (["explore", "all"], "explore takes one experiment"),
    (["explore", "1", "two-lcks"], "did you mean two-locks?"),
    (["explore", "1", "two", "--policy", "fifo"], "leave --policy out"),
    (["explore", "1", "store-read", "--policy", "unordered"], "choose default-actor, fifo"),
    (["explore", "1", "--schedule", "s2"], "of one program, and none is named"),
    (["explore", "1", "*", "--schedule", "s2"], "store-read/ActorCache, two-locks are meant"),
    (["explore", "1", "two", "--strategy", "dpor"], "--strategy dpor is unknown"),
    (["explore", "1", "two", "--strict"], "unknown option --strict"),
    (["explore", "1", "store-read", "--schedule", "garbage"], "garbage is of another build"),
  ])
  func `an unusable request is refused with advice and status 2`(
    words: [String], advice: String
  ) async throws {
    let result = try await Program.run(stage.command, words, in: stage)
    #expect(result.status == 2)
    #expect(result.output.isEmpty)
    #expect(result.errors.contains(advice))
  }

  @Test(arguments: [
    (["--policy", "fifo"], "--policy belongs to --explore"),
    (["--explore", "two", "--profile", "quick"], "--profile does not go with --explore"),
    (["two"], "programs after --explore"),
  ])
  func `an experiment refuses what does not go together`(
    words: [String], advice: String
  ) async throws {
    let result = try await Program.run(stage.experiment(), words, in: stage)
    #expect(result.status == 2)
    #expect(result.errors.contains(advice))
  }

  @Test func `a child explores one program under one policy`() async throws {
    let lifeline = startingAlone { Pipe() }
    let child = try Program(
      stage.experiment(), ["--explore", "store-read", "--events", "1"], in: stage,
      streams: .init(input: lifeline))
    let result = await child.result()
    #expect(result.status == 2)
    #expect(result.errors.contains("a child explores one program under one policy"))
    withExtendedLifetime(lifeline) {}
  }

  @Test func `an interruption ends the exploration, keeps what finished and says so`()
    async throws
  {
    let words = ["explore", "1", "*"]
    let command = try Program(stage.command, words, mode: "slow-explored", in: stage)
    let (child, parent) = try await command.slowTrial()
    #expect(parent == command.pid)
    kill(command.pid, SIGINT)
    let result = await command.result()
    try await waitUntilGone(child)
    #expect(result.status == 130)
    // On a machine that is slow enough the first is stopped before it is interrupted.
    #expect(
      result.errors.contains(#/01-Ordering: interrupted; \d of 3 explorations finished/#))
  }
}

/// Explorations as parts of a run.
@Suite struct ExploredRunTests {
  private let stage: Stage

  init() throws { stage = try Stage() }

  private func run(mode: String) async throws -> Program.Result {
    try await Program.run(
      stage.experiment(), ["--profile", "quick", "--seed", "5", "--json"], mode: mode, in: stage)
  }

  private func record(_ result: Program.Result) throws -> ExperimentRecord {
    try JSONDecoder().decode(ExperimentRecord.self, from: Data(result.output.utf8))
  }

  @Test func `a run explores what its study wants and keeps what its report draws`() async throws {
    let result = try await run(mode: "normal")
    #expect(result.status == 0)
    let explorations = try record(result).explorations
    #expect(explorations.map(\.program.name) == Array(repeating: "store-read/ActorCache", count: 2))
    #expect(explorations.map(\.policy) == [.defaultActor, .fifo])
    #expect(explorations.map(\.exploration.options.seed) == [5, 5])
    let traces = explorations.flatMap(\.exploration.outcomes).map(\.trace.steps.count)
    #expect(traces == [0, 2, 0])
  }

  @Test(arguments: [
    ("impossible", "1 outcome was shown by threads and is unreachable by exploration"),
    ("explored-forbidden", "2 explored outcomes were forbidden or unknown"),
    ("escaped", "2 findings spoiled explorations"),
  ])
  func `what an exploration finds wrong fails the run`(mode: String, summary: String) async throws {
    let result = try await run(mode: mode)
    #expect(result.status == 1)
    #expect(try record(result).failureSummary == [summary])
  }

  @Test func `a limit that ends an exploration fails no run`() async throws {
    let result = try await run(mode: "bounded")
    #expect(result.status == 0)
    #expect(try record(result).explorations.allSatisfy { !$0.exploration.isComplete })
  }

  @Test func `an exploration that crashes fails the run, with how to see it again`() async throws {
    let result = try await run(mode: "crash-explored")
    #expect(result.status == 1)
    #expect(result.errors.contains("exploration store-read/ActorCache under fifo crashed"))
    #expect(
      result.errors.contains("triptych explore 01-Ordering store-read/ActorCache --policy fifo"))
    #expect(try record(result).variants.map(\.tally.total) == [10, 10])
  }

  @Test func `one trial alone does not explore`() async throws {
    let result = try await Program.run(
      stage.experiment(), ["--profile", "quick", "--trial", "1"], mode: "crash-explored",
      in: stage)
    #expect(result.status == 0)
  }

  @Test func `a run says in the end why an exploration failed it`() async throws {
    let stage = try Stage(experiments: Study.experimentNames)
    let result = try await Program.run(
      stage.command, ["run", "1", "--profile", "quick", "--reports", stage.reports],
      mode: "impossible", in: stage)
    #expect(result.status == 1)
    #expect(
      result.output.contains("  1 outcome was shown by threads and is unreachable by exploration"))
    let report = try String(
      contentsOf: URL(filePath: "\(stage.reports)/01-Ordering.md"), encoding: .utf8)
    #expect(report.contains("**✗ Contradicted.**"))
  }
}
