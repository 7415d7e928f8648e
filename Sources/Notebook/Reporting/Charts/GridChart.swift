/// The picture of a table that is a grid.
struct GridChart {
  /// Where it lies in the reports folder.
  let path: String
  /// The picture.
  let svg: SVG

  /// The picture of a table, or of some of its rows under another title; `nil` where it has none,
  /// or nothing of it was read.
  init?(
    _ table: QuantityTable, of record: ExperimentRecord, title: String? = nil,
    rows: [String]? = nil
  ) {
    guard let measured = MeasuredGrid(table, of: record, rows: rows) else { return nil }
    let title = title ?? table.title
    switch measured.grid.chart {
    case nil: return nil
    case .stackedBars:
      let chart = StackedBarChart(
        measured, title: title, isEvidence: record.run.isEvidence)
      guard !chart.rows.isEmpty else { return nil }
      svg = chart.svg
    case .tradeOff(let x, let y):
      guard
        let chart = TradeOffChart(
          measured, x: x, y: y, title: title, isEvidence: record.run.isEvidence)
      else { return nil }
      svg = chart.svg
    }
    path = "charts/\(record.description.name)-\(table.id).svg"
  }
}
