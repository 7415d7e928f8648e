import Evidence
import Reporting
import StudyKit

/// How many times smaller the study found a thumbnail's JPEG than the original's, at least.
let publishedByteRatio = 15.0

/// By how much two readings must differ to be called one more than the other.
let clearly = 1.05

/// Draws the conclusion by rules fixed before the run.
@Sendable
func conclude(_ findings: Findings) -> Conclusion {
  let verdicts = [
    "D1": judgeTime(findings), "D2": judgeScrolling(findings), "D3": judgeQuality(findings),
    "D4": judgeFactors(findings), "D5": judgeBalance(findings),
  ]
  var fields = description.measuredFields(findings.benchmarks, findings.readings)
  fields.merge(derivedFields(findings)) { $1 }
  return Conclusion(
    headline: headline(verdicts), verdicts: verdicts, fields: fields, traits: [])
}

// MARK: - Verdicts

/// Reproduced, if the published order shows in both formats, with the encode and without; if it
/// shows as published and is broken elsewhere, it depends on what is timed; refuted, if it is
/// broken as published.
private func judgeTime(_ findings: Findings) -> Verdict {
  let orders = Timed.all.map { hasPublishedOrder($0, findings) }
  guard let published = hasPublishedOrder(.published, findings),
    let ratio = byteRatio(.thumbnail, findings)
  else { return .open }
  guard published, ratio > publishedByteRatio else { return .refuted }
  if orders.contains(false) { return .depends }
  return orders.contains(nil) ? .open : .reproduced
}

/// Whether original, renderer and thumbnail take less time in this order, or clearly in another;
/// `nil` where that was not timed, or cannot be told from the noise.
private func hasPublishedOrder(_ timed: Timed, _ findings: Findings) -> Bool? {
  let result = findings.benchmark(timed.id)
  guard let renderer = result?[Path.renderer.rawValue], let rendererRatio = renderer.ratio,
    let thumbnail = result?[Path.thumbnail.rawValue], let thumbnailRatio = thumbnail.ratio
  else { return nil }
  let found = [renderer.separation, thumbnail.separation]
  let (first, second) = (rendererRatio.interval, thumbnailRatio.interval)
  if found.contains(.slower) || second.lower > first.upper { return false }
  return found == [.faster, .faster] && second.upper < first.lower ? true : nil
}

/// Reproduced, if memory and processor time fall in the published order, on the way down too;
/// refuted, if memory does not or the thumbnail takes no less processor time than the original.
private func judgeScrolling(_ findings: Findings) -> Verdict {
  func falls(_ column: String) -> Bool? {
    let values = [Path.original, .renderer, .thumbnail].compactMap {
      value(feedTable, $0.rawValue, column, findings)
    }
    guard values.count == 3 else { return nil }
    return values[0] > clearly * values[1] && values[1] > clearly * values[2]
  }
  guard let memory = falls("peak"), let processor = falls("core"), let down = falls("down"),
    let original = value(feedTable, Path.original.rawValue, "core", findings),
    let thumbnail = value(feedTable, Path.thumbnail.rawValue, "core", findings)
  else { return .open }
  guard memory, original > clearly * thumbnail else { return .refuted }
  return processor && down ? .reproduced : .depends
}

/// Reproduced, if the thumbnail loses visibly even on a screen of scale 1; refuted, if it does not
/// even on one of scale 3; else it depends on the screen.
private func judgeQuality(_ findings: Findings) -> Verdict {
  func worst(_ scale: Int) -> Double? {
    let values = Screens.all.compactMap {
      value($0.table, "thumbnail-\(scale)", "ssim", findings)
    }
    return values.count == Screens.all.count ? values.min() : nil
  }
  guard let plain = worst(1), let sharp = worst(usualScale) else { return .open }
  if plain < Likeness.visible { return .reproduced }
  return sharp < Likeness.visible ? .depends : .refuted
}

/// Refuted, if any thumbnail has other sides; if some only lie down, it depends on how the picture
/// is stored.
private func judgeFactors(_ findings: Findings) -> Verdict {
  let tally = factorTally(findings)
  guard tally.total > 0 else { return .open }
  if tally[Sides.wrong.rawValue] > 0 { return .refuted }
  return tally[Sides.lying.rawValue] > 0 ? .depends : .reproduced
}

/// Refuted, if quality does not rise up to the cell's pixels; if it does not rise visibly beyond
/// them, it depends on whether they are there.
private func judgeBalance(_ findings: Findings) -> Verdict {
  let likeness = sides.map { value(sizesTable, "\($0)", "ssim", findings) }
  let known = likeness.compactMap(\.self)
  guard known.count == sides.count, let native = sides.firstIndex(of: nativeSide) else {
    return .open
  }
  let below = known[...native]
  guard zip(below, below.dropFirst()).allSatisfy({ $0 < $1 }) else { return .refuted }
  let best = known[native...].max() ?? 0
  return best - known[native] > 1 - Likeness.native ? .reproduced : .depends
}

// MARK: - Headline and fields

private func headline(_ verdicts: [String: Verdict]) -> String {
  let first =
    switch verdicts["D3"] {
    case .depends:
      "A thumbnail of 156 pixels loses next to nothing by being made 16 times smaller and much by "
        + "being shown on \(nativeSide): SSIM {webp-screens/thumbnail-3/ssim}, and "
        + "{webp-screens/scaled-3/ssim} with the cell's `max(width, height) × scale`."
    case .reproduced: "Shrinking 16 times lost visible quality on every screen."
    case .refuted: "The published thumbnail lost nothing visible on any screen."
    default: "This run did not hold the pictures against each other."
    }
  let second =
    switch verdicts["D1"] {
    case .depends:
      " The published order of times holds as timed, with a JPEG made of every result; without it "
        + "the renderer took {webp-made/renderer} times the original's time."
    case .reproduced: " The published order of times holds, with the encode and without."
    case .refuted: " The published order of times did not show."
    default: ""
    }
  return first + second
}

/// What the prose tells that is no reading itself.
private func derivedFields(_ findings: Findings) -> [String: String] {
  let tally = factorTally(findings)
  let stored = factorTally(findings) { $0.row == "lying" && $0.column == "stored" }
  let fields: [String: String?] = [
    "byte-ratio": byteRatio(.thumbnail, findings).map(times),
    "byte-ratio-scaled": byteRatio(.scaled, findings).map(times),
    "encode-share": encodeShare(findings).map { Numbers.share(($0 * 100).rounded() / 100) },
    "factor-error": worst(in: tally),
    "factor-error-rounded": worst(in: factorTally(findings) { $0.column == "rounded" }),
    "factor-lying": count(.lying, in: stored),
    "factor-wrong": count(.wrong, in: tally),
    "unencoded": hasPublishedOrder(Timed.all[1], findings).map { $0 ? "same" : "other" },
  ]
  return fields.mapValues { $0 ?? Conclusion.notRun }
}

/// How far sides were off at most, of those that are as they should be; `nil` for none.
private func worst(in tally: Tally) -> String? {
  let told = [
    Sides.withinTwo: "less than two pixels", .withinOne: "less than a pixel", .exact: "nothing",
  ]
  return [Sides.withinTwo, .withinOne, .exact].first { tally[$0.rawValue] > 0 }.flatMap { told[$0] }
}

private func times(_ ratio: Double) -> String {
  Numbers.ratio(ratio).replacing("×", with: "")
}

private func count(_ sides: Sides, in tally: Tally) -> String? {
  tally.total == 0 ? nil : Numbers.part(tally[sides.rawValue], of: tally.total)
}

/// What came of all factors, or of those of some variants.
private func factorTally(
  _ findings: Findings, where isIncluded: (VariantRecord) -> Bool = { _ in true }
) -> Tally {
  var tally = Tally()
  for variant in findings.variants
  where variant.program == factorProgram.id && isIncluded(variant) {
    tally.merge(variant.tally)
  }
  return tally
}

/// How many times the bytes of the original's JPEG are those of another path's.
private func byteRatio(_ path: Path, _ findings: Findings) -> Double? {
  let table = Screens.all[0].table
  guard let whole = value(table, "original-\(usualScale)", "jpeg", findings),
    let part = value(table, "\(path.rawValue)-\(usualScale)", "jpeg", findings)
  else { return nil }
  return whole / part
}

/// The encode's part of the original's time.
private func encodeShare(_ findings: Findings) -> Double? {
  guard let decode = value(partsTable, "webp-original", Part.decode.rawValue, findings),
    let encode = value(partsTable, "webp-original", Part.encode.rawValue, findings)
  else { return nil }
  return encode / (decode + encode)
}

private func value(
  _ table: QuantityTable, _ row: String, _ column: String, _ findings: Findings
) -> Double? {
  guard let quantity = table.quantity(row, column) else { return nil }
  return findings.reading(quantity.id).flatMap(quantity.value)
}
