import Evidence
import Reporting
import StudyKit

/// A comparison for a reader, about a screen of it.
struct ComparisonText {
  let comparison: StudyComparison
  /// What the arrow leads from and to: `old → new`.
  let arrow: String
  let columns: Int

  /// The lines, from what sets the runs apart to what they agree on.
  var lines: [String] {
    let parts = [
      remarks, list(10, "Verdicts that differ", comparison.verdicts) { describe($0) },
      list(10, "Measured rows that differ", comparison.rows) { describe($0) },
      list(5, "Quantities within their limits in one run only", comparison.quantities) {
        describe($0)
      },
      list(5, "Counted outcomes seen in one run only", comparison.variants) { describe($0) },
      agreement, legend,
    ]
    return Array(parts.filter { !$0.isEmpty }.joined(separator: [""]))
  }

  private var remarks: [String] {
    comparison.remarks.flatMap { hanging($0, by: 0, columns: columns) }
  }

  private func list<Difference>(
    _ most: Int, _ title: String, _ part: StudyComparison.Part<Difference>,
    _ describe: (Difference) -> String
  ) -> [String] {
    guard !part.differences.isEmpty else { return [] }
    let shown = part.differences.prefix(most)
    let more = part.differences.count - shown.count
    return ["\(title), \(arrow)"]
      + shown.flatMap { hanging(describe($0), by: 2, columns: columns) }
      + (more > 0 ? ["  and \(more) more"] : [])
  }

  private func describe(_ verdict: VerdictDifference) -> String {
    "\(verdict.experiment) \(verdict.claim): \(verdict.old.phrase) → \(verdict.new.phrase)"
  }

  private func describe(_ row: RowDifference) -> String {
    let sides = [row.old, row.new]
    let ratios = sides.map { Numbers.ratio($0.ratio) + ($0.isWarned ? " ⚠" : "") }
    let told = "\(row.experiment) \(row.benchmark)/\(row.row): \(ratios.joined(separator: " → "))"
    guard row.old.separation != row.new.separation else { return told }
    let verdicts = sides.map(\.separation.rawValue).joined(separator: " → ")
    return told + (row.isReversed ? "; reversed, " : "; ") + verdicts
  }

  private func describe(_ difference: QuantityDifference) -> String {
    let quantity = difference.quantity
    let values = [difference.old, difference.new].map(quantity.told).joined(separator: " → ")
    let limits = quantity.limits.map { ", declared \($0)" } ?? ""
    return "\(difference.experiment) \(quantity.title): \(values)\(limits); "
      + (difference.isMet ? "not met → met" : "met → not met")
  }

  private func describe(_ outcome: OutcomeDifference) -> String {
    let parts = [outcome.old, outcome.new].map { part in
      part.count == 0
        ? "never in \(Numbers.count(part.total))" : Numbers.part(part.count, of: part.total)
    }
    let grade = outcome.grade.failsExperiment ? ", \(outcome.grade.rawValue)" : ""
    return "\(outcome.experiment) \(outcome.program)/\(outcome.row)/\(outcome.column): "
      + "'\(outcome.outcome)'\(grade), \(parts.joined(separator: " → "))"
  }

  /// How much agrees: within the noise, nobody can tell more.
  private var agreement: [String] {
    let counts = [
      (comparison.verdicts.compared, comparison.verdicts.differences.count, "verdicts"),
      (comparison.rows.compared, comparison.rows.differences.count, "measured rows"),
      (comparison.quantities.compared, comparison.quantities.differences.count, "quantities"),
      (comparison.variants.compared, comparison.variants.differences.count, "counted variants"),
    ]
    let agreeing = counts.filter { $0.0 > 0 }.map { compared, differing, name in
      "\(Numbers.part(compared - differing, of: compared)) \(name)"
    }
    let faint = comparison.faint
    let outcomes = faint == 1 ? "1 outcome was" : "\(Numbers.count(faint)) outcomes were"
    let text =
      (comparison.differs ? "" : "Nothing differs beyond the noise. ")
      + "The same in both: \(agreeing.isEmpty ? "nothing" : agreeing.joined(separator: ", "))."
      + (faint > 0 ? " \(outcomes) seen in one only, too seldom to tell." : "")
    return wrapped(text, columns: columns)
  }

  /// How to read what is above.
  private var legend: [String] {
    let isWarned = comparison.rows.differences.contains { $0.old.isWarned || $0.new.isWarned }
    let isCounted = !comparison.variants.differences.isEmpty
    let sentences = [
      isWarned ? "⚠ measured under a warning, which the report tells." : "",
      isCounted
        ? "Shares of outcomes that both saw are not compared: the machine's load moves them." : "",
    ]
    return sentences.flatMap { wrapped($0, columns: columns) }
  }
}
