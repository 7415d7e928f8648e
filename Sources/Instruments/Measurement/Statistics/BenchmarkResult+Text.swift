public import Evidence
import Foundation

extension BenchmarkResult {
  /// The result as plain text for a terminal, without a final newline: a table of the rows, a
  /// sentence for each comparison, then the warnings, each with its cause and its remedy.
  public var text: String {
    let title =
      "\(benchmark): \(processes == 1 ? "1 process" : "\(processes) processes"), "
      + "intervals that hold together with \(Digits.number(100 * confidence)) % confidence"
    return [[title], table, sentences, warningLines].filter { !$0.isEmpty }
      .map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  private var table: [String] {
    let shares = [(0.5, "p50"), (0.99, "p99")].filter { share, _ in
      rows.contains { $0.service(share) != nil }
    }
    let head = ["", "operation"] + shares.map(\.1) + ["switches", "allocations"]
    let cells = rows.map { row in
      [row.row, Digits.time(row.nanoseconds)]
        + shares.map { share, _ in row.service(share).map(Digits.time) ?? "—" }
        + [
          row.switches.map(Digits.number) ?? "not counted",
          row.allocations.map(Digits.number) ?? "not available here",
        ]
    }
    return Self.aligned([head] + cells)
  }

  private var sentences: [String] {
    let noise = "\(baseline) took \(Digits.ratio(twin)) times as long as itself: the noise"
    return [noise]
      + rows.compactMap { row in
        guard let ratio = row.ratio, let separation = row.separation else { return nil }
        return "\(row.row) took \(Digits.ratio(ratio)) times as long as \(baseline); "
          + separation.rawValue
      }
  }

  private var warningLines: [String] {
    let all =
      warnings.map { (benchmark, $0) } + rows.flatMap { row in row.warnings.map { (row.row, $0) } }
    return all.map { "warning: \($0.0): \($0.1.cause); \($0.1.remedy)" }
  }

  /// Columns two spaces apart, the first to the left and the others to the right.
  private static func aligned(_ rows: [[String]]) -> [String] {
    let widths = (rows.first ?? []).indices.map { column in
      rows.map { $0[column].count }.max() ?? 0
    }
    return rows.map { cells in
      zip(cells, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ")
    }
  }
}

extension MeasuredRow {
  fileprivate func service(_ share: Double) -> Double? {
    service.first { $0.share == share }?.value
  }
}

/// Numbers with the digits they have.
private enum Digits {
  /// Three digits or all whole ones, without zeros at the end: `12345`, `90.1`, `0.002`.
  static func number(_ number: Double) -> String {
    String(format: number.magnitude < 999.5 ? "%.3g" : "%.0f", number)
  }

  /// A length of time in the unit that suits it.
  static func time(_ nanoseconds: Double) -> String {
    // From 999.5, since three digits would round it into the next unit.
    let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6)]
    let (name, size) = units.first { nanoseconds < 999.5 * $0.1 } ?? ("s", 1e9)
    return "\(number(nanoseconds / size)) \(name)"
  }

  /// A ratio and its interval, with two digits of what they leave open.
  static func ratio(_ ratio: Ratio) -> String {
    let width = ratio.interval.upper - ratio.interval.lower
    let places = width > 0 ? min(max(0, Int((0.5 - log10(width)).rounded(.up))), 4) : 3
    return String(
      format: "%.\(places)f [%.\(places)f, %.\(places)f]", ratio.estimate, ratio.interval.lower,
      ratio.interval.upper)
  }
}
