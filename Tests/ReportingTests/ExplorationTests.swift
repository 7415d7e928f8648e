import Evidence
import Testing

@testable import Reporting

private func explored(
  _ outcomes: [Exploration.Outcome], policy: ExecutorPolicy? = .defaultActor,
  coverage: Exploration.Coverage = .complete(relativeTo: [])
) -> ExplorationRecord {
  ExplorationFixture.explored("tasks", "ActorCache", policy, outcomes, coverage: coverage)
}

private let inOrder = ExplorationFixture.outcome(ExplorationFixture.inOrder, 3, delays: 0)
private let updateFirst = ExplorationFixture.outcome(ExplorationFixture.updateFirst, 3, delays: 1)

private func record(_ explorations: [ExplorationRecord]) -> ExperimentRecord {
  var record = Fixture.record
  record.explorations = explorations
  return record
}

/// Threads against explorations: both have seen the same program.
@Suite struct ImpossibleObservationTests {
  @Test func `what threads showed and a complete exploration lacks is impossible and a failure`()
    throws
  {
    let record = record([explored([inOrder])])
    let impossible = try #require(record.impossibleObservations.first)
    #expect(record.impossibleObservations.count == 1)
    #expect(impossible.outcome == ExplorationFixture.updateFirst)
    #expect(impossible.count == 6)
    #expect(record.failures == 1)
    #expect(
      record.failureSummary == [
        "1 outcome was shown by threads and is unreachable by exploration"
      ])
    let report = try record.report()
    #expect(report.contains("**✗ Contradicted.** memory/tasks/ActorCache: threads showed"))
    #expect(report.contains("not `update, store, read` ◆"))
    #expect(report.contains("unreachable by exploration: the experiment failed."))
  }

  @Test func `what an exploration reaches and no thread shows is none`() {
    let both = record([explored([inOrder, updateFirst])])
    #expect(both.impossibleObservations.isEmpty)
    #expect(both.failures == 0)
  }

  @Test(
    arguments: [
      .bounded("30 s reached"), .sampled("100 schedules drawn"),
    ] as [Exploration.Coverage])
  func `an exploration that is not complete contradicts nobody`(coverage: Exploration.Coverage) {
    #expect(record([explored([inOrder], coverage: coverage)]).failures == 0)
  }

  @Test func `a finding spoils completeness, and is a failure of its own`() {
    var spoiled = explored([inOrder])
    spoiled.exploration.findings = [ExplorationFinding(.escaped, "A job escaped.")]
    let record = record([spoiled])
    #expect(record.impossibleObservations.isEmpty)
    #expect(record.failureSummary == ["1 finding spoiled an exploration"])
  }

  @Test func `only the policy that the threads run under can contradict them`() {
    #expect(record([explored([inOrder], policy: .fifo)]).failures == 0)
    #expect(record([explored([inOrder], policy: nil)]).failures == 1)
  }

  @Test func `a variant that was not run contradicts nothing`() {
    var record = record([explored([inOrder])])
    record.variants.removeAll { $0.column == "ActorCache" }
    #expect(record.failures == 0)
  }
}

@Suite struct ExplorationRecordTests {
  private let unknown = ExplorationFixture.outcome("unheard of", 1, delays: 4)
  private let reversed = ExplorationFixture.outcome(ExplorationFixture.reversed, 1, delays: 3)

  @Test func `declared outcomes come first, those never reached too, then unknown ones`() {
    let outcomes = explored([unknown, updateFirst]).outcomes
    #expect(
      outcomes.map(\.name) == [
        ExplorationFixture.inOrder, ExplorationFixture.reversed, ExplorationFixture.updateFirst,
        "unheard of",
      ])
    #expect(outcomes.map { $0.found != nil } == [false, false, true, true])
    #expect(outcomes.last?.grade == .unknown)
  }

  @Test func `without a prediction nothing is graded and nothing fails`() {
    var record = explored([unknown])
    record.program.prediction = nil
    #expect(record.outcomes.map(\.grade) == [nil])
    #expect(!record.hasFailed)
  }

  @Test func `the gravest outcome surprises, of equals the one with fewest delays`() {
    #expect(explored([reversed, updateFirst, inOrder]).surprise?.found == updateFirst)
    #expect(explored([inOrder, updateFirst, unknown]).surprise?.found == unknown)
    #expect(explored([inOrder]).surprise == nil)
    #expect(explored([]).surprise == nil)
  }

  @Test func `where nothing is predicted, waiting for ever surprises, else what comes second`() {
    func surprise(_ outcomes: [Exploration.Outcome]) -> String? {
      var record = explored(outcomes)
      record.program.prediction = nil
      return record.surprise?.name
    }
    let deadlock = ExplorationFixture.outcome(
      "deadlock", 6, delays: 0, ExplorationFixture.deadlock)
    #expect(surprise([deadlock, updateFirst]) == "deadlock")
    #expect(surprise([inOrder, updateFirst, unknown]) == ExplorationFixture.updateFirst)
    #expect(surprise([inOrder]) == nil)
  }

  @Test func `a forbidden outcome that came out is a failure`() {
    let record = record([
      ExplorationFixture.explored(
        "tasks", "QueueCache", .defaultActor, [inOrder, reversed], prediction: Fixture.strict)
    ])
    #expect(record.failureSummary == ["1 explored outcome was forbidden or unknown"])
  }

  @Test(
    arguments: [
      (.complete(relativeTo: ["steps"]), 12, "complete: 28 schedules, 12 traces"),
      (.complete(relativeTo: []), nil, "complete: 28 schedules"),
      (.bounded("30 s reached"), 1, "bounded, 30 s reached: 28 schedules, 1 trace"),
      (.sampled("seed 1"), nil, "sampled, seed 1: 28 schedules"),
    ] as [(Exploration.Coverage, Int?, String)])
  func `its coverage is told with what was counted`(
    coverage: Exploration.Coverage, traces: Int?, told: String
  ) {
    var record = explored([], coverage: coverage)
    record.exploration.schedules = 28
    record.exploration.traces = traces
    #expect(record.coverage == told)
  }

  @Test func `a record keeps only the steps that its report draws, which stays the same`() throws {
    var full = ExplorationFixture.explorations
    for index in full.indices {
      for outcome in full[index].exploration.outcomes.indices
      where full[index].exploration.outcomes[outcome].trace.steps.isEmpty {
        full[index].exploration.outcomes[outcome].trace = ExplorationFixture.overtaking
      }
    }
    let kept = full.keepingDrawnTraces(picking: nil)
    let drawn = kept.flatMap(\.exploration.outcomes).filter { !$0.trace.steps.isEmpty }
    #expect(drawn.map(\.name) == [ExplorationFixture.updateFirst, "deadlock"])
    let reports = try [kept, full].map { try record($0).report() }
    #expect(reports[0] == reports[1])
    #expect(kept.keepingDrawnTraces(picking: nil) == kept)
  }

  @Test func `a schedule too long to look at is not kept`() {
    var long = updateFirst
    let step = ScheduleTrace.Step(task: 0, place: nil, options: 1, delays: 0, events: [])
    long.trace.steps = Array(repeating: step, count: [ExplorationRecord].mostStepsDrawn + 1)
    let kept = [explored([inOrder, long])].keepingDrawnTraces(picking: nil)
    let left = kept[0].exploration.outcomes.filter { !$0.trace.steps.isEmpty }
    #expect(left.isEmpty)
  }
}

@Suite struct ExplorationLessonTests {
  @Test func `a report without explorations does not speak of them`() throws {
    let report = try record([]).report()
    #expect(!report.contains("Every schedule"))
  }

  @Test func `what no thread showed is marked, where threads ran the variant`() throws {
    let report = try Fixture.record.report()
    #expect(report.contains("`default-actor`: ✓1, ▲2 ◇, ▲3 |"))
    var record = Fixture.record
    record.variants.removeAll { $0.column == "ActorCache" }
    let unseen = try record.report()
    #expect(!unseen.contains("▲2 ◇"))
  }

  @Test func `where nothing is complete the report does not say that some of it is`() throws {
    let bounded = explored([inOrder], coverage: .bounded("1 s reached"))
    #expect(try record([bounded]).report().contains("\n\nThe exploration is not complete."))
    let fifo = explored([inOrder], policy: .fifo, coverage: .bounded("1 s reached"))
    #expect(try record([bounded, fifo]).report().contains("\n\nNone of them is complete."))
  }

  @Test func `what a policy would rule out is marked and fails nothing`() throws {
    let report = try Fixture.record.report()
    #expect(report.contains("`fifo`: ✓1 ◇, not 2 ◆"))
    #expect(Fixture.record.failures == 0)
  }

  @Test func `the command that replays a schedule is of the build that ran`() throws {
    var record = Fixture.record
    let replay = "triptych explore 01-Ordering two-locks --schedule f3c1-6-1"
    #expect(try record.report().contains("swift run -c release \(replay)\n"))
    record.run.environment.append(.init("Build", "debug"))
    #expect(try record.report().contains("swift run \(replay)\n"))
  }

  @Test func `a schedule is drawn and folded as text, where its steps were kept`() throws {
    let files = try ReportSet([Fixture.record]).files()
    let charts = files.keys.filter { $0.contains("schedule") }
    #expect(
      charts.sorted() == [
        "charts/01-Ordering-schedule-1.svg", "charts/01-Ordering-schedule-2.svg",
      ])
    let report = try #require(files["01-Ordering.md"])
    for chart in charts { #expect(report.contains("(\(chart))")) }
    #expect(report.contains("<summary>The same as text</summary>"))
    var record = Fixture.record
    for outcome in record.explorations[2].exploration.outcomes.indices {
      record.explorations[2].exploration.outcomes[outcome].trace.steps = []
    }
    let fewer = try ReportSet([record]).files()
    #expect(fewer["charts/01-Ordering-schedule-1.svg"] == nil)
  }

  @Test func `hostile names are quoted for the shell`() throws {
    let report = try Fixture.hostile.report()
    #expect(report.contains("explore 03-Reentrancy 'a|b`c`<d>'\\''e' --schedule 'it'\\''s'\n"))
  }
}
