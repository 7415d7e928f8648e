import Evidence
import Reporting
import StudyKit
import Testing

@testable import _9_Downsampling

/// What 09-Downsampling concludes, from findings made up here.
struct DownsamplingConclusionTests {
  static let timedOnly = [
    "webp-timed/renderer": 0.7, "webp-timed/thumbnail": 0.4, "webp-made/renderer": 1.5,
    "webp-made/thumbnail": 0.9, "jpeg-timed/renderer": 0.6, "jpeg-timed/thumbnail": 0.2,
    "jpeg-made/renderer": 2, "jpeg-made/thumbnail": 0.5,
  ]
  static let everywhere = timedOnly.merging(
    ["webp-made/renderer": 0.95, "jpeg-made/renderer": 0.8]
  ) { $1 }
  static let manyBytes = [
    "webp-screens/original-3/jpeg": 1_400.0, "webp-screens/thumbnail-3/jpeg": 14,
  ]

  private func verdict(_ claim: String, _ findings: Findings) -> Verdict? {
    conclude(findings).verdicts[claim]
  }

  @Test(arguments: [
    (everywhere, Verdict.reproduced), (timedOnly, .depends),
    (["webp-timed/renderer": 0.4, "webp-timed/thumbnail": 0.7], .refuted),
    (["webp-timed/renderer": 1.5, "webp-timed/thumbnail": 0.7], .refuted),
    // What may as well be the other way round is no order, and not another either.
    ([:], .open), (["webp-timed/renderer": 0.7, "webp-timed/thumbnail": 0.69], .open),
    (everywhere.merging(["jpeg-made/renderer": 1]) { $1 }, .open),
  ])
  func `D1 follows from where the published order shows`(
    ratios: [String: Double], expected: Verdict
  ) {
    let findings = downsamplingFindings(ratios: ratios, readings: Self.manyBytes)
    #expect(verdict("D1", findings) == expected)
  }

  @Test func `D1 is refuted by too few bytes`() {
    #expect(verdict("D1", downsamplingFindings(ratios: Self.everywhere)) == .refuted)
  }

  private func feed(_ column: String, _ values: [Double]) -> [String: Double] {
    Dictionary(
      uniqueKeysWithValues: zip(["original", "renderer", "thumbnail"], values).map {
        ("feed/\($0)/\(column)", $1)
      })
  }

  @Test(arguments: [
    ([60.0, 20, 3], [40.0, 30, 20], [9.0, 7, 5], Verdict.reproduced),
    ([60, 20, 3], [40, 30, 20], [7, 9, 5], .depends),
    // Five in a hundred apart is not apart.
    ([60, 20, 3], [40, 39, 20], [9, 7, 5], .depends),
    ([60, 20, 19.9], [40, 30, 20], [9, 7, 5], .refuted),
    ([60, 20, 3], [40, 30, 40], [9, 7, 5], .refuted),
  ])
  func `D2 follows from memory, processor time, and the way down alone`(
    peak: [Double], core: [Double], down: [Double], expected: Verdict
  ) {
    var readings = feed("peak", peak)
    readings.merge(feed("core", core)) { $1 }
    readings.merge(feed("down", down)) { $1 }
    #expect(verdict("D2", downsamplingFindings(readings: readings)) == expected)
  }

  @Test(arguments: [
    (0.998, 0.76, Verdict.depends), (0.9, 0.7, .reproduced), (0.998, 0.96, .refuted),
  ])
  func `D3 follows from the screens on which the thumbnail loses visibly`(
    plain: Double, sharp: Double, expected: Verdict
  ) {
    let readings = [
      "webp-screens/thumbnail-1/ssim": plain, "webp-screens/thumbnail-3/ssim": sharp,
    ]
    #expect(verdict("D3", downsamplingFindings(readings: readings)) == expected)
  }

  @Test func `D4 follows from the sides that came out`() {
    #expect(verdict("D4", downsamplingFindings()) == .depends)
    #expect(verdict("D4", downsamplingFindings(lying: .withinOne)) == .reproduced)
    #expect(verdict("D4", downsamplingFindings(sides: .wrong)) == .refuted)
  }

  @Test(arguments: [
    ([0.4, 0.6, 0.8, 0.9, 0.995, 0.996, 0.999, 1, 1], Verdict.depends),
    ([0.4, 0.6, 0.8, 0.9, 0.95, 0.96, 0.97, 0.98, 0.99], .reproduced),
    ([0.4, 0.4, 0.8, 0.9, 0.995, 0.996, 0.999, 1, 1], .refuted),
  ])
  func `D5 follows from whether quality rises below the cell's pixels, and visibly beyond`(
    likeness: [Double], expected: Verdict
  ) {
    let readings = Dictionary(
      uniqueKeysWithValues: zip(sides, likeness).map { ("sizes/\($0)/ssim", $1) })
    #expect(verdict("D5", downsamplingFindings(readings: readings)) == expected)
  }

  @Test func `what was not run leaves every claim open`() {
    #expect(Set(conclude(Findings()).verdicts.values) == [.open])
    #expect(conclude(Findings()).verdicts.count == downsampling.description.claims.count)
  }

  @Test func `the fields tell how many bytes fewer, and the share of the encode`() {
    let fields = conclude(
      downsamplingFindings(readings: [
        "webp-screens/original-3/jpeg": 1_400, "webp-screens/thumbnail-3/jpeg": 14,
        "parts/webp-original/decode": 10, "parts/webp-original/encode": 30,
      ])
    ).fields
    #expect(fields["byte-ratio"] == "100")
    #expect(fields["encode-share"] == "75 %")
    #expect(fields["factor-lying"] == "1 of 1")
    #expect(fields["factor-error"] == "less than a pixel")
    #expect(conclude(Findings()).fields["byte-ratio"] == Conclusion.notRun)
  }

  // MARK: - Reports

  @Test(arguments: [Verdict.reproduced, .refuted, .depends, .open])
  func `a report can be drawn with every claim's paragraph for a verdict`(verdict: Verdict) throws {
    let findings = downsamplingFindings(ratios: Self.timedOnly, readings: Self.manyBytes)
    var record = try record(findings)
    for claim in record.description.claims { record.conclusion.verdicts[claim.id] = verdict }
    let report = try record.report()
    for claim in record.description.claims {
      let paragraph = try #require(claim.paragraphs[verdict])
      #expect(report.contains(paragraph.prefix { $0 != "{" }), "\(claim.id)")
    }
    #expect(record.conclusion.fields.filter { $0.value == Conclusion.notRun }.isEmpty)
  }

  @Test func `a report says of the encode what was timed`() throws {
    let told = { (ratios: [String: Double]) in
      let findings = downsamplingFindings(ratios: ratios, readings: Self.manyBytes)
      return try self.record(findings).report().contains("Take it away and the order is another")
    }
    #expect(try told(Self.timedOnly))
    #expect(try !told(Self.everywhere))
  }

  @Test func `a report can be drawn of a run that found nothing`() throws {
    let report = try record(Findings()).report()
    #expect(report.contains("did not hold the pictures against each other"))
  }

  private func record(_ found: Findings) throws -> ExperimentRecord {
    ExperimentRecord(
      description: downsampling.description,
      run: RunConditions(
        profile: "quick", isEvidence: false, seed: 1, trials: 1, backends: [],
        started: "2026-01-01T00:00:00Z", seconds: 1, environment: []),
      variants: found.variants, benchmarks: found.benchmarks, readings: found.readings,
      pictures: found.pictures, conclusion: conclude(found),
      sources: try sourceExcerpts(
        from: downsampling.quotedFiles, under: try #require(packageRoot())))
  }
}
