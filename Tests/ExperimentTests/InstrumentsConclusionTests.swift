import Evidence
import Reporting
import StudyKit
import Testing

@testable import _0_Instruments

/// What 00-Instruments concludes, from readings made up here.
@Suite struct InstrumentsConclusionTests {
  private let quantities = checks.flatMap(\.quantities)

  /// A reading of every quantity, all within their limits, but for those given.
  private func readings(_ others: [String: [Double]] = [:]) -> [Reading] {
    quantities.map { quantity in
      Reading(
        quantity.id,
        others[quantity.id] ?? [quantity.atLeast ?? quantity.atMost.map { $0 / 2 } ?? 1])
    }
  }

  private func conclude(_ readings: [Reading]) -> Conclusion {
    _0_Instruments.conclude(Findings(readings: readings))
  }

  private func report(_ readings: [Reading]) throws -> String {
    try ExperimentRecord(
      description: instruments.description,
      run: RunConditions(
        profile: "quick", isEvidence: false, seed: 1, trials: 1, backends: [],
        started: "2026-01-01T00:00:00Z", seconds: 1, environment: []),
      variants: [], readings: readings, conclusion: conclude(readings),
      sources: try sourceExcerpts(
        from: instruments.quotedFiles, under: try #require(packageRoot()))
    ).report()
  }

  @Test func `with all figures within their limits the headline names all instruments`() throws {
    let conclusion = conclude(readings())
    #expect(conclusion.headline.hasPrefix("All {tried} instruments"))
    #expect(conclusion.fields["tried"] == "11")
    #expect(conclusion.fields["missed"] == "")
    let report = try report(readings())
    #expect(report.contains("**All 11 instruments met the limits"))
    #expect(report.contains("the explorer’s memory and the thumbnails.**"))
    #expect(report.contains("That is what the pairs are for"))
  }

  @Test func `an instrument outside its limits is named with the figure and the limit`() throws {
    let report = try report(
      readings(["busy-identical": [90], "ours-over-witness": [1.2], "sink-at-end": [0.7]]))
    #expect(report.contains("**8 of 11 instruments met the limits"))
    #expect(report.contains("the black hole (empty loop, one sink at the end 0.70 ns, declared"))
    #expect(report.contains("the rule did less well"))
    #expect(report.contains("further off than was declared"))
    #expect(report.contains("Not all of them are within their limits"))
  }

  @Test func `what the explorer missed is told with its figure`() throws {
    let met = try report(readings())
    #expect(met.contains("cheaper than the jobs themselves"))
    #expect(met.contains("It was done first wherever there was something to leave out"))
    #expect(met.contains("And it can go on"))
    let report = try report(
      readings([
        "explored-over-floor": [1.62], "reduced-readers-4": [1.1], "explorer-growth": [0.1, 2],
      ]))
    #expect(report.contains("**8 of 11 instruments met the limits"))
    #expect(report.contains("explored over bare 1.62, declared"))
    #expect(report.contains("1.62 times as long as the bare work, more than was declared:"))
    #expect(report.contains("It was not always done first"))
    #expect(report.contains("grew by 2.00 MiB, more than was declared"))
  }

  @Test func `what the thumbnails missed is told, by picture and figure`() throws {
    let met = try report(readings())
    #expect(met.contains("A progressive file is a tie"))
    let report = try report(
      readings(["peers/hero/time-pillow": [1.2], "thumbnails/mosaic/memory": [0.1]]))
    #expect(report.contains("**10 of 11 instruments met the limits"))
    #expect(report.contains("Not everything that was declared held"))
    #expect(report.contains("JPEG 2560×679, time over Pillow’s 1.20, declared at most 1.00"))
    #expect(report.contains("JPEG 6000×4000, peak memory over a full decode’s 0.100, declared"))
  }

  @Test func `a search that can leave nothing out has no limit`() {
    let limited = KnownProgram.all.filter { program in
      reductionCheck.quantities.contains { $0.id == program.id && $0.atMost == 1 }
    }
    #expect(limited.map(\.interleavings) == [2_520, 120, 5_040, 1_680])
    #expect(KnownProgram.all.map(\.interleavings).allSatisfy { $0 > 100 })
    #expect(conclude(readings(["reduced-increments": [1.7]])).fields["met"] == "11")
  }

  @Test func `the middle of all processes decides`() {
    #expect(conclude(readings(["clock-cost": [20, 30, 500]])).fields["met"] == "11")
    #expect(conclude(readings(["clock-cost": [20, 300, 500]])).fields["met"] == "10")
  }

  @Test func `where none is within its limits the headline says so`() throws {
    let wild = Dictionary(
      uniqueKeysWithValues: quantities.filter { $0.limits != nil }.map {
        ($0.id, [($0.atMost ?? 0) * 2 - ($0.atMost == nil ? 1 : 0)])
      })
    #expect(try report(readings(wild)).contains("**None of 11 instruments met the limits"))
  }

  @Test func `an instrument that could not be tried is neither met nor missed`() throws {
    let some = readings().filter { $0.quantity != "ours-over-witness" }
    #expect(conclude(some).fields["tried"] == "10")
    let report = try report(some)
    #expect(report.contains("not available here"))
    #expect(!report.contains("Our time for a pair was"))
    #expect(try self.report([]).contains("**This run tried no instrument.**"))
  }

  @Test func `counts are those of all processes together`() {
    let fields = conclude(
      readings([
        "idle-identical": [75, 100], "idle-repeats": [4, 4], "busy-planted": [50],
        "busy-repeats": [2],
      ])
    ).fields
    #expect(fields["idle-identical-count"] == "7 of 8")
    #expect(fields["busy-planted-count"] == "1 of 2")
    #expect(conclude([]).fields["idle-planted-count"] == "not run")
  }

  @Test func `the listings are code that compiles`() throws {
    let listings = try sourceExcerpts(
      from: ["Tests/ExperimentTests/InstrumentsListings.swift"],
      under: try #require(packageRoot()))
    let benchmarks = instruments.description.benchmarks
    #expect(listings.map(\.name) == benchmarks.map(\.id))
    #expect(listings.map(\.text) == benchmarks.map(\.listing))
  }

  @Test func `nothing is claimed and nothing is called by two names`() {
    #expect(instruments.description.claims.isEmpty)
    #expect(Set(quantities.map(\.id)).count == quantities.count)
    #expect(Set(checks.map(\.name)).count == checks.count)
  }
}
