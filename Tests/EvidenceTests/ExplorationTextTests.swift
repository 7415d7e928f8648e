import Testing

@testable import Evidence

@Suite struct ExplorationTextTests {
  private func exploration(_ change: (inout Exploration) -> Void) -> Exploration {
    var exploration = ScheduleFixture.exploration
    change(&exploration)
    return exploration
  }

  private var cutShort: Exploration {
    exploration { found in
      found.coverage = .bounded("30 s reached")
      found.traces = nil
      found.replay = nil
      found.findings = [
        .init(
          .escaped, "Step 3 of first slept on a real clock. Give the subject world.clock.",
          schedule: "4-k3m9"),
        .init(.nondeterministic(firstDifferingStep: 4), "Step 5 read another key first."),
      ]
    }
  }

  @Test func `a result is told as approved`() throws {
    try Golden.expect("\(ScheduleFixture.exploration)", at: "exploration.txt")
    try Golden.expect(
      cutShort.text(columns: 60, unexpected: { $0 == "1 loads" }), at: "exploration-cut-short.txt")
  }

  @Test func `the names are told as approved`() throws {
    try Golden.expect("\(ScheduleFixture.exploration.outcomeNames)", at: "outcome-names.txt")
  }

  @Test func `what was sampled says so, and one of a thing is one`() {
    let text = exploration { found in
      found.coverage = .sampled("1,000 random schedules, seed 7")
      found.outcomes.removeLast()
      found.schedules = 1
    }.description
    #expect(
      text.hasPrefix(
        "two callers: 1 outcome in 1 schedule, 12 traces; sampled: 1,000 random schedules, seed 7"))
  }

  @Test func `of unexpected outcomes the one of fewest delays is drawn`() {
    let found = ScheduleFixture.exploration
    #expect(found.text { _ in true }.contains("1 loads, without a delay, in 6 steps"))
    #expect(!found.text { _ in true }.contains("2 loads, with 1 delay in 8 steps"))
    #expect(found.text { $0 != "1 loads" }.contains("2 loads, with 1 delay in 8 steps"))
    #expect(!found.text { _ in false }.contains(" steps"))
  }

  @Test func `a deadlock is drawn although it is the first outcome, and so is a replay`() {
    func first(_ trace: ScheduleTrace) -> Exploration {
      exploration { $0.outcomes = [ScheduleFixture.outcome(trace, schedules: 1, id: "1")] }
    }
    #expect(first(ScheduleFixture.deadlock).description.contains("nothing can go on"))
    var replayed = first(ScheduleFixture.oneLoad)
    #expect(!replayed.description.contains("▶"))
    replayed.options.schedule = "1"
    #expect(replayed.description.contains("▶"))
  }

  @Test func `names equal the expected ones in any order`() {
    let names = ScheduleFixture.exploration.outcomeNames
    #expect(names == ["2 loads", "1 loads"])
    #expect(names != ["1 loads"])
    #expect(names != ["1 loads", "2 loads", "3 loads"])
    #expect(names.isSubset(of: ["3 loads", "2 loads", "1 loads"]))
    #expect(!names.isSubset(of: ["1 loads"]))
    #expect(names.contains("2 loads") && !names.contains("3 loads"))
    #expect(Array(names) == ["1 loads", "2 loads"])
  }

  @Test(arguments: [SearchStrategy.depthFirst, .sourceDPOR, .delayBounded(delays: 2)])
  func `a search cut short equals no expected set`(strategy: SearchStrategy) {
    let found = exploration {
      $0.options.strategy = strategy
      $0.coverage = .bounded("30 s reached")
    }
    #expect(found.outcomeNames != ["1 loads", "2 loads"])
    #expect(found.outcomeNames.contains("undecided: 30 s reached"))
  }

  @Test(arguments: [SearchStrategy.randomWalk, .pct(depth: 3)])
  func `a sample promises nothing that its end could break`(strategy: SearchStrategy) {
    let found = exploration {
      $0.options.strategy = strategy
      $0.coverage = .bounded("30 s reached")
    }
    #expect(found.outcomeNames == ["1 loads", "2 loads"])
  }

  @Test(
    arguments: [
      (.escaped, "escaped: why"), (.unfinished, "unfinished: why"), (.trapped, "trapped: why"),
      (.blocked, "blocked: why"), (.spinning, "spinning: why"),
      (.nondeterministic(firstDifferingStep: 1), "nondeterministic: why"),
      (.undeclaredSharing, "undeclared sharing: why"),
    ] as [(ExplorationFinding.Kind, String)])
  func `a finding is a name that nobody expects`(kind: ExplorationFinding.Kind, name: String) {
    let found = exploration { $0.findings = [.init(kind, "why")] }
    #expect(found.outcomeNames == ["1 loads", "2 loads", OutcomeNames.Element(name)])
    #expect(found.outcomeNames != ["1 loads", "2 loads"])
  }

  @Test func `without a command, the replay line says what to do`() {
    #expect(
      "\(cutShort.outcomeNames)".hasSuffix(
        "To replay it: set INTERLEAVING_SCHEDULE=2x1-k3m9 and run the same again.\n"))
  }
}
