import Evidence
import Reporting
import StudyKit
import Testing

@testable import _2_HitCost

/// What 02-HitCost concludes, from findings made up here.
struct HitCostConclusionTests {
  static let asPublished = ["paths/rewrite": 50.0, "pool/rewrite": 20]
  static let onMainOnly = ["paths/rewrite": 50.0, "pool/rewrite": 2]
  static let nowhere = ["paths/rewrite": 5.0, "pool/rewrite": 2]

  @Test(arguments: [
    (asPublished, Verdict.reproduced), (onMainOnly, .depends), (nowhere, .refuted),
    (["paths/rewrite": 0.5], .refuted), ([:], .refuted),
    // What may be as much as published does not refute it.
    (["paths/rewrite": 11.2, "pool/rewrite": 2], .depends),
  ])
  func `the verdict follows from where the two actors cost as much as published`(
    ratios: [String: Double], verdict: Verdict
  ) {
    #expect(conclude(findings(ratios)).verdicts == ["C2": verdict, "C6": .open])
  }

  @Test func `what was not run, or not told from the noise, leaves the claim open`() {
    #expect(conclude(Findings()).verdicts == ["C2": .open, "C6": .open])
    let narrowed = findings(Self.onMainOnly, backends: ["QueueCache"])
    #expect(conclude(narrowed).verdicts["C2"] == .open)
    #expect(conclude(findings(doubted: ["paths/rewrite"])).verdicts["C2"] == .open)
    // A difference this large is told from it.
    let noisy = findings(Self.onMainOnly, doubted: ["paths/rewrite"])
    #expect(conclude(noisy).verdicts["C2"] == .depends)
  }

  @Test func `an await that stays is called free only where it cost about as much as a call`() {
    let awaiting = { (ratios: [String: Double]) in conclude(findings(ratios)).fields["awaiting"] }
    #expect(awaiting([:]) == "free")
    #expect(awaiting(["main/lock-awaited": 1.4]) == "free")
    #expect(awaiting(["main/lock-awaited": 1.6]) == "dear")
    let actorOnly = findings(Self.onMainOnly, backends: ["ActorCache"])
    #expect(conclude(actorOnly).fields["awaiting"] == Conclusion.notRun)
    #expect(!conclude(actorOnly).headline.contains("main/lock-awaited"))
    #expect(conclude(findings(Self.onMainOnly)).headline.contains("main/lock-awaited"))
  }

  @Test func `a field says how often the picture was late, or that nobody asked`() {
    let fields = conclude(findings(late: 3, backends: ["ActorCache"])).fields
    #expect(fields["turns/await/ActorCache"] == "3 of 100")
    #expect(fields["turns/await/QueueCache"] == "not run")
  }

  @Test func `a backend stands by its usual way, not by its cheapest`() {
    let found = findings([
      "pool/actor": 1.5, "pool/actor-inside": 0.5, "main/actor": 300, "main/actor-many": 3,
      "pool/queue-sync": 6, "main/main-actor": 0.9, "pool/main-actor": 300,
      "main/lock-awaited": 0.9,
    ])
    let traits = conclude(found).traits
    let trait = { (backend: String, quality: String) in
      traits.first { $0.backend == backend && $0.quality == quality }
    }
    #expect(trait("ActorCache", Quality.pool)?.text == "75.0 ns, 1.50×")
    #expect(trait("ActorCache", Quality.main)?.text == "15.0 µs, 300×")
    #expect(trait("QueueCache", Quality.pool)?.text == "300 ns, 6.00×")
    #expect(trait("LockedCache", Quality.main)?.text == "50.0 ns, 1.00×")
    #expect(trait("MainActorCache", Quality.main)?.text == "45.0 ns, 0.900×")
    #expect(trait("MainActorCache", Quality.pool)?.text == "15.0 µs, 300×")
    #expect(traits.allSatisfy { $0.quality == Quality.turn || $0.standing == nil })
  }

  @Test func `an answer in the same turn is promised by a call, kept by the main actor, or luck`() {
    let answer = { (late: Int, backend: String) in
      conclude(findings(late: late)).traits.first {
        $0.backend == backend && $0.quality == Quality.turn
      }
    }
    #expect(answer(0, "QueueCache")?.text == "plain call")
    #expect(answer(0, "QueueCache")?.standing == .good)
    #expect(answer(0, "MainActorCache")?.text == "on the main actor, awaited")
    #expect(answer(0, "MainActorCache")?.standing == .partial)
    #expect(answer(40, "MailboxCache")?.text == "by luck")
    #expect(answer(40, "MailboxCache")?.standing == .poor)
    #expect(answer(100, "ActorCache")?.text == "never")
    let nothing = conclude(Findings()).traits
    #expect(nothing.allSatisfy { $0.text == "—" && $0.standing == nil })
  }

  // MARK: - Reports

  @Test(arguments: [
    (asPublished, Verdict.reproduced), (onMainOnly, .depends), (nowhere, .refuted),
  ])
  func `a report can be drawn for every verdict, with the paragraph that belongs to it`(
    ratios: [String: Double], verdict: Verdict
  ) throws {
    let record = try record(findings(ratios))
    let paragraph = try #require(hitCost.description.claims[0].paragraphs[verdict])
    #expect(try record.report().contains(paragraph.prefix { $0 != "{" }))
    #expect(record.conclusion.fields.filter { $0.value == Conclusion.notRun }.isEmpty)
  }

  @Test(arguments: ["free": 1.0, "dear": 2])
  func `a report says of an await what was measured`(told: String, times: Double) throws {
    let report = try record(findings(["main/lock-awaited": times])).report()
    #expect(report.contains("adds next to nothing") == (told == "free"))
    #expect(report.contains("was not free") == (told == "dear"))
  }

  @Test(arguments: hitCost.backends)
  func `a report can be drawn of a run narrowed to one backend`(backend: String) throws {
    for late in [0, 40, 100] {
      let found = findings(Self.onMainOnly, late: late, backends: [backend])
      #expect(try record(found, backends: [backend]).report().contains("Narrowed to `\(backend)`"))
    }
  }

  @Test func `a report can be drawn of a run that found nothing`() throws {
    #expect(try record(Findings()).report().contains("This run cannot tell"))
  }

  private func record(_ found: Findings, backends: [String] = []) throws -> ExperimentRecord {
    ExperimentRecord(
      description: hitCost.description,
      run: RunConditions(
        profile: "quick", isEvidence: false, seed: 1, trials: 1, backends: backends,
        started: "2026-01-01T00:00:00Z", seconds: 1, environment: []),
      variants: found.variants, benchmarks: found.benchmarks, readings: found.readings,
      conclusion: conclude(found),
      sources: try sourceExcerpts(from: hitCost.quotedFiles, under: try #require(packageRoot())))
  }
}
