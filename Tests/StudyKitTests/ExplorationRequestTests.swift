import Evidence
import Reporting
import Testing

@testable import StudyKit

private func request(_ words: String...) throws -> ExplorationRequest {
  let options = ExplorationRequest.options + [CommandOption("seed", .one("N"), summary: nil)]
  return try ExplorationRequest(try parseCommandLine(words, options: options))
}

/// A program as an experiment declares it.
func explorable(
  _ name: String = "store-read/ActorCache",
  policies: [ExecutorPolicy] = [.defaultActor, .fifo],
  options: ExplorationOptions = ExplorationOptions(), studied: Double? = 2
) -> ExplorableSummary {
  var description = sampleExploration(name).program
  description.variant = variant(column: "ActorCache", [:]).name
  return ExplorableSummary(
    description: description, policies: policies, options: options, studied: studied)
}

@Suite struct ExplorationRequestTests {
  @Test func `what is not asked for is left to the program`() throws {
    #expect(try request() == ExplorationRequest())
    let own = ExplorationOptions(
      strategy: .sourceDPOR, seed: 9, limits: ExplorationLimits(schedules: 5))
    let parts = try request().parts(of: explorable(policies: [], options: own))
    #expect(parts.map(\.options) == [own])
    #expect(parts.map(\.policy) == [nil])
  }

  @Test(
    arguments: [
      (["--strategy", "depth-first"], .depthFirst), (["--strategy", "source-dpor"], .sourceDPOR),
      (["--strategy", "delay-bounded"], .delayBounded(delays: 2)),
      (["--delays", "5"], .delayBounded(delays: 5)),
      (["--strategy", "delay-bounded", "--delays", "0"], .delayBounded(delays: 0)),
      (["--strategy", "pct"], .pct(depth: 3)), (["--depth", "4"], .pct(depth: 4)),
      (["--strategy", "random-walk"], .randomWalk),
    ] as [([String], SearchStrategy)])
  func `a strategy is named, or implied by its number`(
    words: [String], strategy: SearchStrategy
  ) throws {
    let line = try parseCommandLine(words, options: ExplorationRequest.options)
    let asked = try ExplorationRequest(line)
    #expect(asked.strategy == strategy)
    let again = try parseCommandLine(asked.arguments, options: ExplorationRequest.options)
    #expect(try ExplorationRequest(again) == asked)
  }

  @Test(
    arguments: [
      (["10000"], 10_000, nil), (["30s"], nil, .seconds(30)), (["0.5s"], nil, .milliseconds(500)),
      (["5m"], nil, .seconds(300)), (["1h", "7"], 7, .seconds(3_600)),
    ] as [([String], Int?, Duration?)])
  func `a limit is a number of schedules, a time, or both`(
    limits: [String], schedules: Int?, time: Duration?
  ) throws {
    let words = limits.flatMap { ["--limit", $0] }
    let line = try parseCommandLine(words, options: ExplorationRequest.options)
    let asked = try ExplorationRequest(line)
    #expect(asked.schedules == schedules)
    #expect(asked.time == time)
    let again = try parseCommandLine(asked.arguments, options: ExplorationRequest.options)
    #expect(try ExplorationRequest(again) == asked)
    let part = try #require(try asked.parts(of: explorable()).first)
    #expect(part.options.limits.schedules == schedules ?? 1_000_000)
    #expect(part.length == time ?? .seconds(30))
  }

  @Test func `a limit is also how many schedules a random strategy draws`() throws {
    let parts = try request("--strategy", "pct", "--limit", "77").parts(of: explorable())
    #expect(parts.map(\.options.limits.sample) == [77, 77])
    let exhaustive = try request("--limit", "77").parts(of: explorable())
    #expect(exhaustive.map(\.options.limits.sample) == [1_000, 1_000])
  }

  @Test(arguments: [
    (["--strategy", "dfs"], "--strategy dfs is unknown; choose depth-first"),
    (["--strategy", "randomwalk"], "did you mean random-walk?"),
    (["--policy", "lifo"], "did you mean fifo?"), (["--delays", "-1"], "from 0 to 1000"),
    (["--delays", "many"], "from 0 to 1000"), (["--seed", "x"], "--seed x is no seed"),
    (["--strategy", "pct", "--delays", "1"], "--delays belongs to --strategy delay-bounded"),
    (["--delays", "1", "--depth", "2"], "--depth belongs to --strategy pct"),
    (["--limit", "0"], "--limit 0 is no limit"), (["--limit", "-5s"], "no limit"),
    (["--limit", "30"], ""), (["--limit", "nans"], "no limit"), (["--limit", "infh"], "no limit"),
    (["--limit", "30x"], "as 10000, or a time as 30s, 5m or 1h"), (["--limit", "s"], "no limit"),
    (["--limit", "99999999h"], "no limit"),
    (["--schedule", "a", "--policy", "fifo"], "--policy does not go with --schedule"),
    (["--schedule", "a", "--delays", "1"], "--delays does not go with --schedule"),
  ])
  func `what cannot be meant is refused with advice`(words: [String], advice: String) throws {
    let options = ExplorationRequest.options + [CommandOption("seed", .one("N"), summary: nil)]
    let line = try parseCommandLine(words, options: options)
    guard !advice.isEmpty else {
      _ = try ExplorationRequest(line)
      return
    }
    let error = #expect(throws: UsageError.self) { try ExplorationRequest(line) }
    #expect(error?.description.contains(advice) == true)
  }

  @Test func `a program is explored under each of its policies, or under the one asked for`() throws
  {
    let all = try request().parts(of: explorable())
    #expect(all.map(\.policy) == [.defaultActor, .fifo])
    #expect(all.map(\.options.policy) == [.defaultActor, .fifo])
    #expect(all.map(\.title).last == "store-read/ActorCache under fifo")
    let one = try request("--policy", "fifo").parts(of: explorable())
    #expect(one.map(\.policy) == [.fifo])
    #expect(one.map(\.arguments) == [["--policy", "fifo"]])
  }

  @Test func `a policy that the program does not run under is refused`() throws {
    let asked = try request("--policy", "unordered")
    #expect(throws: UsageError("p cannot run under unordered: choose default-actor, fifo")) {
      try asked.parts(of: explorable("p"))
    }
    #expect(
      throws: UsageError(
        "p cannot run under unordered: it has no executor to order; leave --policy out")
    ) { try asked.parts(of: explorable("p", policies: [])) }
  }

  @Test func `a replay is one exploration, whose policy the id says`() throws {
    let parts = try request("--schedule", "s1").parts(of: explorable())
    #expect(parts.map(\.policy) == [nil])
    #expect(parts.map(\.options.schedule) == ["s1"])
    #expect(parts.map(\.arguments) == [["--schedule", "s1"]])
  }
}

@Suite struct StudiedExplorationTests {
  private func experiment(_ programs: [ExplorableProgram]) -> Experiment {
    Experiment(
      description: sampleDescription,
      variants: [variant(column: "LockedCache", [:]), variant(column: "ActorCache", [:])],
      quotedFiles: [], trialLength: { _ in .seconds(2) }, trial: { _ in Observations() },
      explorable: programs,
      conclude: { _ in Conclusion(headline: "", verdicts: [:], fields: [:], traits: []) })
  }

  private func program(
    _ name: String, column: String? = nil, policies: [ExecutorPolicy] = [.defaultActor],
    studied: Duration? = .seconds(3)
  ) -> ExplorableProgram {
    ExplorableProgram(
      name: name, summary: "It runs.", variant: column.map { variant(column: $0, [:]).name },
      policies: policies, studied: studied,
      run: { options, _ in
        sampleExploration().exploration.with(options)
      })
  }

  @Test func `a run explores what a study wants, under every policy, by its seed`() {
    let experiment = experiment([
      program("a", policies: [.defaultActor, .unordered]), program("b", studied: nil),
      program("c", policies: []),
    ])
    var asked = RunRequest()
    asked.seed = 7
    let parts = experiment.studied(asked)
    #expect(parts.map(\.title) == ["a under default-actor", "a under unordered", "c"])
    #expect(parts.map(\.options.seed) == [7, 7, 7])
    #expect(parts.map(\.length) == [.seconds(3), .seconds(3), .seconds(3)])
    #expect(parts.map(\.options.limits.time) == [.seconds(9), .seconds(9), .seconds(9)])
    let summary = ExperimentSummary(experiment)
    #expect(summary.studiedExplorations == 3)
    #expect(summary.length(under: .standard) == .seconds(9 + 6))
  }

  @Test func `a run narrowed to backends explores those, and what is of none`() {
    let experiment = experiment([
      program("actor", column: "ActorCache"), program("lock", column: "LockedCache"),
      program("none"),
    ])
    var asked = RunRequest()
    asked.backends = ["ActorCache"]
    #expect(experiment.studied(asked).map(\.program.name) == ["actor", "none"])
  }

  @Test func `two programs of one name, or one that completes no variant, are a fault`() async {
    await #expect(processExitsWith: .failure) {
      _ = StudiedExplorationTests().experiment([
        StudiedExplorationTests().program("a"), StudiedExplorationTests().program("a"),
      ])
    }
    await #expect(processExitsWith: .failure) {
      _ = StudiedExplorationTests().experiment([
        StudiedExplorationTests().program("a", column: "NoSuchCache")
      ])
    }
  }

  @Test(arguments: ["", "a b", "-a", "a*", "a?", "[a]"])
  func `a name that cannot be typed is a fault`(name: String) async {
    await #expect(processExitsWith: .failure) { [name] in
      _ = StudiedExplorationTests().program(name)
    }
  }
}

extension Exploration {
  /// The same, as asked for by other options.
  fileprivate func with(_ options: ExplorationOptions) -> Exploration {
    var changed = self
    changed.options = options
    return changed
  }
}
