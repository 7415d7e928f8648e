import Evidence
import Reporting
import StudyKit

@testable import _2_HitCost

/// What 02-HitCost might find, made up: every declared row, reading and variant that a run narrowed
/// to `backends` has.
///
/// A row took as long as its baseline, unless `ratios` says otherwise by `benchmark/row`; those in
/// `doubted` carry a warning. Of 100 askings `late` did not come in the turn that asked.
func findings(
  _ ratios: [String: Double] = [:], doubted: Set<String> = [], late: Int = 0,
  backends: [String] = []
) -> Findings {
  let context = TrialContext(
    profile: .quick, seed: 1, backends: backends, photos: "", report: { _, _ in })
  let benchmarks = description.benchmarks.map { benchmark in
    BenchmarkResult(
      benchmark: benchmark.id, baseline: benchmark.baseline, processes: 1, confidence: 0.95,
      twin: ratio(1), timer: [],
      rows: context.rows(of: benchmark).map { row in
        let name = "\(benchmark.id)/\(row.id)"
        let times = ratios[name] ?? 1
        let isBaseline = row.id == benchmark.baseline
        return MeasuredRow(
          row: row.id, nanoseconds: 50 * times, quartiles: Interval(49 * times, 51 * times),
          ratio: isBaseline ? nil : ratio(times),
          separation: isBaseline
            ? nil : times == 1 ? .notSeparated : times < 1 ? .faster : .slower,
          allocations: 0, rounds: 20, warnings: doubted.contains(name) ? [.intervalsDisagree] : [])
      }, warnings: [])
  }
  return Findings(
    variants: hitCost.variants.filter { context.includes($0.column) }.map { variant in
      var variant = variant
      variant.tally = Tally([Turn.same.rawValue: 100 - late, Turn.later.rawValue: late])
      return variant
    },
    benchmarks: benchmarks,
    readings: description.quantities.flatMap(\.quantities).map { Reading($0.id, [1]) })
}

private func ratio(_ times: Double) -> Ratio {
  let interval = Interval(times * 0.98, times * 1.02)
  return Ratio(estimate: times, interval: interval, signTest: interval, processes: [times])
}
