import Evidence
import Reporting
import StudyKit

@testable import _9_Downsampling

/// What 09-Downsampling might find, made up: every declared row, reading and variant.
///
/// A row took as long as its baseline and a reading is 1, unless `ratios` says otherwise by
/// `benchmark/row` or `readings` by the quantity's id. Every thumbnail fits, and has the `sides`
/// given, the lying one as published `lying`.
func downsamplingFindings(
  ratios: [String: Double] = [:], readings: [String: Double] = [:],
  sides: Sides = .withinOne, lying: Sides = .lying
) -> Findings {
  let description = downsampling.description
  return Findings(
    variants: downsampling.variants.map { variant in
      var variant = variant
      let outcome: String
      if variant.program == fitProgram.id {
        outcome = Fit.fits.rawValue
      } else {
        let liesDown = variant.row == "lying" && variant.column == "stored"
        outcome = (liesDown ? lying : sides).rawValue
      }
      variant.tally = Tally([outcome: 1])
      return variant
    },
    benchmarks: description.benchmarks.map { made($0, ratios) },
    readings: description.quantities.flatMap(\.quantities).map {
      Reading($0.id, [readings[$0.id] ?? 1])
    },
    pictures: description.pictures.flatMap { sheet in
      sheet.cells.map {
        PictureRecord(
          sheet: sheet.id, cell: $0.id, width: 1, height: 1, format: .webp, bytes: smallestWebP)
      }
    })
}

private func made(_ benchmark: Benchmark, _ ratios: [String: Double]) -> BenchmarkResult {
  BenchmarkResult(
    benchmark: benchmark.id, baseline: benchmark.baseline, processes: 1, confidence: 0.95,
    twin: ratio(1), timer: [],
    rows: benchmark.rows.map { row in
      let name = "\(benchmark.id)/\(row.id)"
      let times = ratios[name] ?? 1
      let isBaseline = row.id == benchmark.baseline
      return MeasuredRow(
        row: row.id, nanoseconds: 2e7 * times, quartiles: Interval(1.9e7 * times, 2.1e7 * times),
        ratio: isBaseline ? nil : ratio(times),
        separation: isBaseline ? nil : times == 1 ? .notSeparated : times < 1 ? .faster : .slower,
        allocations: 0, rounds: 20, warnings: [])
    }, warnings: [])
}

private func ratio(_ times: Double) -> Ratio {
  let interval = Interval(times * 0.98, times * 1.02)
  return Ratio(estimate: times, interval: interval, signTest: interval, processes: [times])
}

/// One black pixel without loss.
private let smallestWebP: [UInt8] =
  Array("RIFF".utf8) + [26, 0, 0, 0] + Array("WEBPVP8L".utf8) + [13, 0, 0, 0]
  + [0x2f, 0, 0, 0, 0x10, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xfe, 0x07, 0]
