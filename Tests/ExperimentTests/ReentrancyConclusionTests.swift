import Evidence
import Foundation
import Reporting
import StudyKit
import Testing

@testable import _3_Reentrancy

/// What 03-Reentrancy concludes, from explorations made up here.
struct ReentrancyConclusionTests {
  /// Every exploration as declared, with all that is not forbidden reached; but no fault of those
  /// `without`, by program and keeper.
  private func findings(
    without: [(program: String, keeper: Keeper)] = [], lines: [Keeper: Double] = [:],
    isComplete: Bool = true, backends: [String] = []
  ) -> Findings {
    Findings(
      variants: reentrancy.variants.filter { backends.isEmpty || backends.contains($0.column) },
      readings: Form.all.flatMap { form in
        [
          Reading("loader-lines/\(form.keeper.rawValue)", [lines[form.keeper] ?? 60]),
          Reading("cache-lines/\(form.keeper.rawValue)", [100]),
          Reading("escapes/\(form.keeper.rawValue)", [form.keeper == .actor ? 0 : 2]),
        ]
      },
      explorations: DeclaredExploration.all.filter {
        backends.isEmpty || backends.contains($0.keeper.rawValue)
      }.map { declared in
        let lacksFaults = without.contains {
          $0.program == declared.program.described.id && $0.keeper == declared.keeper
        }
        return record(of: declared, lacksFaults: lacksFaults, isComplete: isComplete)
      })
  }

  private func record(
    of declared: DeclaredExploration, lacksFaults: Bool, isComplete: Bool
  ) -> ExplorationRecord {
    let name = declared.name
    let prediction = declared.way.prediction(declared.keeper)
    let reached = prediction.outcomes.filter {
      $0.grade == .expected || $0.grade == .interesting && !lacksFaults
    }
    return ExplorationRecord(
      program: ExplorableDescription(
        name: name, summary: "", prediction: prediction,
        variant: VariantName(
          program: declared.program.described.id, row: declared.way.row.id,
          column: declared.keeper.rawValue)),
      policy: declared.policy,
      exploration: Exploration(
        program: name, options: ExplorationOptions(),
        coverage: isComplete ? .complete(relativeTo: []) : .bounded("stopped"),
        schedules: reached.count, traces: nil, steps: 9,
        outcomes: reached.map { outcome in
          Exploration.Outcome(
            name: outcome.name, schedules: 1, delays: 0, schedule: "s",
            trace: ScheduleTrace(tasks: [], steps: [], outcome: outcome.name))
        }, findings: [], notes: []))
  }

  private let shorter: [Keeper: Double] = [.lock: 63, .queue: 67, .actor: 51]

  /// What a run finds from which each verdict on each claim follows.
  private func cases() -> [(claim: String, verdict: Verdict, findings: Findings)] {
    [
      ("C1", .depends, findings(lines: shorter)),
      ("C1", .reproduced, findings(without: [("stale-read", .queue)], lines: shorter)),
      ("C1", .refuted, findings(without: [("stale-read", .actor)], lines: shorter)),
      ("C1", .open, findings(lines: shorter, isComplete: false)),
      ("C6", .depends, findings(lines: shorter)),
      ("C6", .refuted, findings(lines: [.lock: 51, .actor: 51])),
      ("C6", .refuted, findings(without: [("stale-read", .lock)], lines: shorter)),
      ("C6", .open, findings(lines: shorter, isComplete: false)),
      ("C6", .open, findings(lines: shorter, backends: ["lock"])),
      ("C1", .open, Findings()), ("C6", .open, Findings()),
    ]
  }

  @Test func `each verdict is reached by the findings it stands for`() {
    for (claim, verdict, findings) in cases() {
      #expect(reentrancy.conclude(findings).verdicts[claim] == verdict, "\(claim) \(verdict)")
    }
  }

  @Test func `an actor promises less than a lock, by its type`() {
    #expect(Promised.all(of: .lock) == [.synchronousAnswer, .noOvertakingByPriority])
    #expect(Promised.all(of: .queue) == [.synchronousAnswer, .noOvertakingByPriority])
    #expect(Promised.all(of: .actor) == [])
  }

  @Test func `faults are counted by keeper, and what a cure leaves`() {
    let fields = reentrancy.conclude(findings(lines: shorter)).fields
    #expect(fields["faults"] == "8")
    #expect(["lock", "queue", "actor"].map { fields["faults-\($0)"] } == ["8", "8", "6"])
    #expect(["lock", "queue", "actor"].map { fields["left-\($0)"] } == ["none", "2", "2"])
    let none = reentrancy.conclude(Findings()).fields
    #expect(none["faults-actor"] == Conclusion.notRun)
  }

  @Test func `an actor is good where a lock deadlocks, a lock where a cancel must hold`() {
    let traits = reentrancy.conclude(findings(lines: shorter)).traits
    func standing(_ backend: String, _ quality: String) -> Conclusion.Trait.Standing? {
      traits.first { $0.backend == backend && $0.quality == quality }?.standing
    }
    #expect(standing("ActorCache", Quality.waiting) == .good)
    #expect(standing("LockedCache", Quality.waiting) == .poor)
    #expect(standing("LockedCache", Quality.cancel) == .good)
    #expect(standing("QueueCache", Quality.cancel) == .poor)
    #expect(traits.filter { $0.quality == Quality.between }.allSatisfy { $0.standing == .poor })
    #expect(reentrancy.conclude(Findings()).traits.isEmpty)
  }

  @Test func `every verdict can be told`() throws {
    for (claim, verdict, found) in cases() {
      let report = try record(found).report()
      let paragraph = try #require(
        reentrancy.description.claims.first { $0.id == claim }?.paragraphs[verdict])
      let opening = try #require(paragraph.split(separator: "{").first).prefix(40)
      #expect(report.contains(opening), "\(claim) \(verdict)")
    }
  }

  @Test(arguments: ["lock", "queue", "actor"])
  func `a report can be drawn of a run narrowed to one keeper`(keeper: String) throws {
    let found = findings(lines: shorter, backends: [keeper])
    #expect(try record(found, backends: [keeper]).report().contains("This run cannot tell"))
  }

  @Test func `the forms are read from the sources`() throws {
    let root = try #require(packageRoot())
    for form in Form.all {
      let readings = try form.readings(under: root)
      #expect(readings.allSatisfy { $0.values.count == 1 })
      #expect(readings[0].values[0] > 20)
      #expect(readings[2].values == [form.keeper == .actor ? 0 : 2])
    }
  }

  @Test func `a line of code is one that is no comment`() {
    let text = "// @unchecked\n  /// doc\n\nlet a = 1  // why\n  struct B: @unchecked C {}\n"
    #expect(codeLines(in: text) == 2)
    #expect(escapes(in: text) == 1)
  }

  @Test func `every marked source is quoted`() throws {
    let marked = try sourceExcerpts(
      from: reentrancy.quotedFiles, under: try #require(packageRoot()))
    let quoted = reentrancy.description.why.compactMap { passage -> String? in
      if case .source(let name) = passage { name } else { nil }
    }
    #expect(Set(quoted).isSubset(of: marked.map(\.name)))
    let own = marked.filter { $0.file.contains("/Faults/") }
    #expect(Set(own.map(\.name)).isSubset(of: quoted))
  }

  private func record(_ found: Findings, backends: [String] = []) throws -> ExperimentRecord {
    ExperimentRecord(
      description: reentrancy.description,
      run: RunConditions(
        profile: "quick", isEvidence: false, seed: 1, trials: 1, backends: backends,
        started: "2026-01-01T00:00:00Z", seconds: 1, environment: []),
      variants: found.variants, benchmarks: found.benchmarks, readings: found.readings,
      explorations: found.explorations, conclusion: reentrancy.conclude(found),
      sources: try sourceExcerpts(
        from: reentrancy.quotedFiles, under: try #require(packageRoot())))
  }
}
