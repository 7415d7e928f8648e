import Evidence

/// The part of a report that shows a table of quantities as a matrix.
struct GridLesson {
  private let table: QuantityTable
  private let measured: MeasuredGrid
  private let report: ExperimentReport

  /// Readies one table of a report.
  init(_ table: QuantityTable, _ measured: MeasuredGrid, in report: ExperimentReport) {
    self.table = table
    self.measured = measured
    self.report = report
  }

  /// The paragraphs, the picture and the matrix, in order.
  func parts() throws -> [String] {
    let title = Markdown.text(table.title)
    let picture = GridChart(table, of: report.record).map {
      "![\(title): the table below as a picture](\($0.path))"
    }
    return [
      "## The figures: \(title)",
      try report.prose.fill(table.summary, in: "summary of \(table.id)"),
    ] + [picture].compactMap(\.self) + [matrix(value)] + legend + values
  }

  private func matrix(_ cell: (_ row: Int, _ column: Int) -> String) -> String {
    let columns = measured.grid.columns.indices
    return Markdown.table(
      [Markdown.text(measured.grid.corner)] + columns.map { Markdown.text(measured.head($0)) },
      measured.grid.rows.enumerated().map { index, row in
        [Markdown.text(row.title)] + columns.map { cell(index, $0) }
      })
  }

  private static let undeclared = "—"
  private static let unread = "not available here"

  /// A value, and under it the limit it is held against.
  private func value(_ row: Int, _ column: Int) -> String {
    guard let cell = measured.cell(row, column) else { return Self.undeclared }
    let told = measured.told(row, column).map(Markdown.text) ?? Self.unread
    guard let limits = cell.quantity.shortLimits.map(Markdown.text) else { return told }
    switch cell.value.flatMap(cell.quantity.isMet) {
    case nil: return "\(told)<br>\(limits)"
    case true?: return "\(told)<br>\(limits) ✓"
    case false?: return "**\(told)**<br>\(limits) **▲**"
    }
  }

  private var legend: [String] {
    let several = measured.summaries
    let parts = [
      measured.all.contains { $0.quantity.limits != nil }
        ? "✓ within the limit declared before the run · ▲ not within it" : "",
      measured.all.count < measured.grid.rows.count * measured.grid.columns.count
        ? "— nothing to read" : "",
      several.isEmpty ? "" : "of several values: the \(several.joined(separator: ", the "))",
    ]
    let told = parts.filter { !$0.isEmpty }
    return told.isEmpty ? [] : [told.joined(separator: " · ")]
  }

  /// All values, where any cell was read more than once.
  private var values: [String] {
    guard !measured.summaries.isEmpty else { return [] }
    return [
      Markdown.folded("All values: from the least to the greatest, and how many", matrix(range))
    ]
  }

  private func range(_ row: Int, _ column: Int) -> String {
    guard let cell = measured.cell(row, column) else { return Self.undeclared }
    guard let lowest = cell.values.min(), let highest = cell.values.max() else {
      return Self.unread
    }
    guard cell.values.count > 1 else {
      return measured.told(row, column).map(Markdown.text) ?? Self.unread
    }
    let isUnitInHead = measured.unit(column) != nil
    let ends = Markdown.text(cell.quantity.told(lowest, to: highest, hasUnit: !isUnitInHead))
    return "\(ends) (\(Numbers.count(cell.values.count)))"
  }
}
