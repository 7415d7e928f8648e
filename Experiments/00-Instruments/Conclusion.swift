import Evidence
import Reporting
import StudyKit

/// Draws the conclusion by rules fixed before the run: each instrument is within its limits, or is
/// not, or could not be tried here. No published claim is tested.
@Sendable
func conclude(_ findings: Findings) -> Conclusion {
  let tried = checks.filter { $0.isMet(by: findings) != nil }
  let met = tried.filter { $0.isMet(by: findings) == true }
  var fields = instruments.description.measuredFields(findings.benchmarks, findings.readings)
  fields["wake-half"] = half(findings.benchmark(wakeBenchmark.id)?["baseline"])
  fields["witness-half"] = half(findings.benchmark(witnessBenchmark.id)?["here"])
  fields["met"] = Numbers.count(met.count)
  fields["tried"] = Numbers.count(tried.count)
  fields["met-names"] = met.map(\.name).listed
  fields["missed"] =
    tried.filter { $0.isMet(by: findings) == false }.map {
      "\($0.name) (\($0.faults(in: findings).listed))"
    }.listed
  for load in MachineLoad.allCases {
    for part in ["identical", "planted"] {
      fields[load.id("\(part)-count")] = count(load.id(part), of: load.id("repeats"), in: findings)
    }
    fields[load.id("standing")] = standing(comparisonCheck(load), findings)
  }
  fields["black-hole-standing"] = standing(blackHoleCheck, findings)
  fields["witness-standing"] = standing(witnessCheck, findings)
  fields["explorer-standing"] = standing(explorerCheck, findings)
  fields["reduction-standing"] = standing(reductionCheck, findings)
  fields["explorer-memory-standing"] = standing(explorerMemoryCheck, findings)
  fields["thumbnails-standing"] = standing(thumbnailCheck, findings)
  return Conclusion(
    headline: headline(met: met.count, tried: tried.count), verdicts: [:], fields: fields,
    traits: [])
}

/// Between which times half of all epochs lie.
private func half(_ row: MeasuredRow?) -> String {
  row.map {
    "\(Numbers.nanoseconds($0.quartiles.lower)) and \(Numbers.nanoseconds($0.quartiles.upper))"
  } ?? Conclusion.notRun
}

private func headline(met: Int, tried: Int) -> String {
  switch met {
  case _ where tried == 0: "This run tried no instrument."
  case tried: "All {tried} instruments met the limits declared before the run: {met-names}."
  case 0: "None of {tried} instruments met the limits declared before the run: {missed}."
  default:
    "{met} of {tried} instruments met the limits declared before the run: {met-names}. Not "
      + "within its limits: {missed}."
  }
}

/// What a passage chooses by.
private func standing(_ check: Check, _ findings: Findings) -> String {
  check.isMet(by: findings).map { $0 ? "met" : "missed" } ?? Conclusion.notRun
}

/// `99 of 100`, from the shares of all processes and the measurements that each made.
private func count(_ share: String, of repeats: String, in findings: Findings) -> String {
  guard let shares = findings.reading(share)?.values, !shares.isEmpty,
    let repeats = findings.reading(repeats)?.values, repeats.count == shares.count
  else { return Conclusion.notRun }
  let counted = zip(shares, repeats).map { $0 * $1 / 100 }.reduce(0, +)
  return Numbers.part(Int(counted.rounded()), of: Int(repeats.reduce(0, +)))
}

extension [String] {
  /// `a, b and c`.
  fileprivate var listed: String {
    guard let last, count > 1 else { return first ?? "" }
    return dropLast().joined(separator: ", ") + " and " + last
  }
}
