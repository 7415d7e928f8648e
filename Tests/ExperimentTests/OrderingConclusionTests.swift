import Evidence
import Reporting
import StudyKit
import Testing

@testable import _1_Ordering

/// What 01-Ordering concludes, from observations made up here.
struct OrderingConclusionTests {
  /// 100 observations of one way of calling, some of them out of order.
  func variant(_ row: String, _ backend: String, outOfOrder: Int) -> VariantRecord {
    VariantRecord(
      program: "store-update-read", row: row, column: backend, callerExecutor: "a test",
      prediction: Order.prediction(.none),
      tally: Tally([Order.all[0].name: 100 - outOfOrder, Order.all[5].name: outOfOrder]))
  }

  func verdict(actor: Int, queue: Int, queueFromTasks: Int) -> Verdict? {
    conclude([
      variant("immediate-mixed-held", "ActorCache", outOfOrder: actor),
      variant("handlers-held", "QueueCache", outOfOrder: queue),
      variant("task-mixed", "QueueCache", outOfOrder: queueFromTasks),
    ]).verdicts["C1"]
  }

  func conclude(_ variants: [VariantRecord]) -> Conclusion {
    ordering.conclude(Findings(variants: variants))
  }

  @Test func `each verdict is reached by the observations it stands for`() {
    #expect(verdict(actor: 9, queue: 0, queueFromTasks: 0) == .reproduced)
    #expect(verdict(actor: 9, queue: 0, queueFromTasks: 1) == .depends)
    #expect(verdict(actor: 9, queue: 1, queueFromTasks: 0) == .refuted)
    // Random stress that sees nothing proves nothing.
    #expect(verdict(actor: 0, queue: 0, queueFromTasks: 1) == .open)
    #expect(conclude([variant("task", "ActorCache", outOfOrder: 3)]).verdicts["C1"] == .open)
    #expect(conclude([]).verdicts["C1"] == .open)
  }

  @Test func `what a promise forbids leaves the claim open until it is understood`() {
    var strange = variant("awaiting", "LockedCache", outOfOrder: 1)
    strange.prediction = Order.prediction(.programOrder)
    let conclusion = conclude([
      variant("immediate-mixed-held", "ActorCache", outOfOrder: 9),
      variant("handlers-held", "QueueCache", outOfOrder: 0),
      variant("task-mixed", "QueueCache", outOfOrder: 1), strange,
    ])
    #expect(conclusion.verdicts["C1"] == .open)
    #expect(conclusion.fields["open-reason"]?.contains("forbids") == true)
  }

  /// All ways of calling a backend in some groups, each explored to the orders given.
  func explored(
    _ backend: String, _ groups: [Caller.Group], to orders: [Order],
    coverage: Exploration.Coverage = .complete(relativeTo: ["a test"])
  ) -> [ExplorationRecord] {
    let rows = Caller.all.filter { groups.contains($0.group) }.map(\.row.id)
    return ordering.explorable.map(\.summary).filter {
      $0.description.variant?.program == "store-update-read"
        && $0.description.variant?.column == backend
        && rows.contains($0.description.variant?.row ?? "")
    }.map { program in
      ExplorationRecord(
        program: program.description, policy: program.description.threadPolicy,
        exploration: Exploration(
          program: program.name, options: program.options, coverage: coverage, schedules: 1,
          traces: 1, steps: 1,
          outcomes: orders.map {
            .init(
              name: $0.name, schedules: 1, delays: 0, schedule: "s",
              trace: ScheduleTrace(tasks: [], steps: [], outcome: $0.name))
          }, findings: [], notes: []))
    }
  }

  @Test func `what threads did not see is decided by every schedule, if all were run`() {
    func verdict(
      actor: [Order], queueFromTasks: [Order],
      coverage: Exploration.Coverage = .complete(relativeTo: ["a test"])
    ) -> Verdict? {
      let unseen = [
        variant("immediate-mixed-held", "ActorCache", outOfOrder: 0),
        variant("handlers-held", "QueueCache", outOfOrder: 0),
        variant("task-mixed", "QueueCache", outOfOrder: 0),
      ]
      let explorations =
        explored("ActorCache", [.inARow], to: actor, coverage: coverage)
        + explored("QueueCache", [.taskPerCall], to: queueFromTasks, coverage: coverage)
      return ordering.conclude(Findings(variants: unseen, explorations: explorations))
        .verdicts["C1"]
    }
    let inOrder = [Order.all[0]]
    #expect(verdict(actor: Order.all, queueFromTasks: Order.all) == .depends)
    #expect(verdict(actor: Order.all, queueFromTasks: inOrder) == .reproduced)
    #expect(verdict(actor: inOrder, queueFromTasks: Order.all) == .open)
    // What some schedule leads to can happen, however few were run.
    let bounded = Exploration.Coverage.bounded("1 s reached")
    #expect(verdict(actor: Order.all, queueFromTasks: Order.all, coverage: bounded) == .depends)
  }

  @Test func `a queue that some schedule takes out of order refutes the claim`() {
    let explorations = explored("QueueCache", [.inARow], to: [Order.all[0], Order.all[1]])
    let conclusion = ordering.conclude(
      Findings(
        variants: [variant("immediate-mixed-held", "ActorCache", outOfOrder: 9)],
        explorations: explorations))
    #expect(conclusion.verdicts["C1"] == .refuted)
  }

  @Test func `schedules alone decide where threads were too few, if they were all run`() {
    let inOrder = [Order.all[0]]
    func verdict(_ coverage: Exploration.Coverage) -> Verdict? {
      ordering.conclude(
        Findings(
          variants: [],
          explorations: explored("ActorCache", [.inARow, .inARowBusy], to: Order.all)
            + explored("QueueCache", [.inARow, .inARowBusy], to: inOrder, coverage: coverage)
            + explored("QueueCache", [.taskPerCall], to: Order.all))
      ).verdicts["C1"]
    }
    #expect(verdict(.complete(relativeTo: ["a test"])) == .depends)
    #expect(verdict(.bounded("1 s reached")) == .open)
  }

  @Test func `what no schedule leads to leaves the claim open until it is understood`() {
    let conclusion = ordering.conclude(
      Findings(
        variants: [
          variant("immediate-mixed", "ActorCache", outOfOrder: 9),
          variant("handlers-held", "QueueCache", outOfOrder: 0),
          variant("task-mixed", "QueueCache", outOfOrder: 1),
        ], explorations: explored("ActorCache", [.inARow], to: [Order.all[0]])))
    #expect(conclusion.verdicts["C1"] == .open)
    #expect(conclusion.fields["open-reason"]?.contains("no schedule leads to") == true)
    #expect(conclusion.fields["agreement"] == "contradict")
  }

  @Test func `a handful of observations is no ground for a verdict or a standing`() {
    func few(_ row: String, _ backend: String) -> VariantRecord {
      var few = variant(row, backend, outOfOrder: 0)
      few.tally = Tally([Order.all[5].name: 1])
      return few
    }
    let conclusion = conclude([
      few("immediate-mixed-held", "ActorCache"), few("task-mixed", "QueueCache"),
    ])
    #expect(conclusion.verdicts["C1"] == .open)
    #expect(conclusion.traits.allSatisfy { $0.standing == nil })
  }

  @Test func `a field says how many were out of order, or that the variant was not run`() {
    let fields = conclude([variant("immediate-mixed-held", "ActorCache", outOfOrder: 9)]).fields
    #expect(fields["store-update-read/immediate-mixed-held/ActorCache"] == "9 of 100")
    #expect(fields["store-update-read/task-mixed/QueueCache"] == "not run")
  }

  @Test func `a backend is good where the order is promised and was kept, poor where it was lost`()
  {
    let kept = VariantRecord(
      program: "store-update-read", row: "plain", column: "LockedCache", callerExecutor: "a test",
      prediction: Order.prediction(.programOrder), tally: Tally([Order.all[0].name: 100]))
    let traits = conclude([
      kept, variant("task", "LockedCache", outOfOrder: 1),
      variant("immediate-held", "ActorCache", outOfOrder: 0),
    ]).traits
    let standing = { (backend: String, quality: String) in
      traits.first { $0.backend == backend && $0.quality == quality }?.standing
    }
    #expect(standing("LockedCache", "order, calls in a row") == .good)
    #expect(standing("LockedCache", "order, a task per call") == .poor)
    #expect(standing("ActorCache", "order, calls in a row, cache busy") == .partial)
  }

  @Test(arguments: [
    ([9, 0, 0], Verdict.reproduced), ([9, 0, 1], .depends), ([0, 0, 0], .open),
    ([0, 1, 0], .refuted),
  ])
  func `a report can be drawn for every verdict, with no field left over`(
    outOfOrder: [Int], verdict: Verdict
  ) throws {
    let report = try record([
      variant("immediate-mixed-held", "ActorCache", outOfOrder: outOfOrder[0]),
      variant("handlers-held", "QueueCache", outOfOrder: outOfOrder[1]),
      variant("task-mixed", "QueueCache", outOfOrder: outOfOrder[2]),
    ]).report()
    let paragraph = try #require(ordering.description.claims[0].paragraphs[verdict])
    let beginning = paragraph.prefix { $0 != "{" }
    #expect(beginning.count > 5)
    #expect(report.contains(beginning))
  }

  @Test func `a report can be drawn of a run that left the claim open`() throws {
    #expect(try record([]).report().contains("Open: it left out ActorCache or QueueCache"))
  }

  private func record(_ variants: [VariantRecord]) throws -> ExperimentRecord {
    ExperimentRecord(
      description: ordering.description,
      run: RunConditions(
        profile: "quick", isEvidence: false, seed: 1, trials: 1, backends: [],
        started: "2026-01-01T00:00:00Z", seconds: 1, environment: []),
      variants: variants, conclusion: conclude(variants),
      sources: try sourceExcerpts(from: ordering.quotedFiles, under: try #require(packageRoot())))
  }
}
