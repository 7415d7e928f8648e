import Evidence

extension QuantityTable {
  /// What is wrong with the description of the grid itself; `nil` too where there is none.
  var gridProblem: String? {
    guard let grid else { return nil }
    for (kind, ids) in [("rows", grid.rows.map(\.id)), ("columns", grid.columns.map(\.id))] {
      guard !ids.isEmpty else { return "\(id) has no \(kind)" }
      if let head = duplicate(in: ids) { return "two \(kind) of \(id) are '\(head)'" }
      if let head = ids.first(where: { !ExperimentRecord.isFileName($0) }) {
        return "'\(head)' among the \(kind) of \(id) cannot be part of a name"
      }
    }
    let cells = Set(
      grid.rows.flatMap { row in grid.columns.map { column in cell(row.id, column.id) } })
    if let quantity = quantities.first(where: { !cells.contains($0.id) }) {
      return "'\(quantity.id)' is no cell of the grid \(id)"
    }
    switch grid.chart {
    case nil: return nil
    case .stackedBars: return barProblem(of: grid)
    case .tradeOff(let x, let y):
      return [x, y].first { axis in !grid.columns.contains { $0.id == axis } }.map {
        "\(id) is drawn by its column '\($0)', which it does not have"
      }
    }
  }

  private func barProblem(of grid: QuantityGrid) -> String? {
    let most = StackedBarChart.mostSegments
    guard grid.columns.count <= most else {
      return "the bars of \(id) have \(grid.columns.count) kinds of segments, \(most) can be drawn"
    }
    let units = distinct(quantities.map(\.unit))
    return units.count > 1 ? "the bars of \(id) add up '\(units[0])' and '\(units[1])'" : nil
  }
}

extension ExperimentRecord {
  /// The first reading below zero of a quantity that is drawn as a length.
  var lengthProblem: String? {
    let drawn = description.quantities.filter { $0.grid?.chart == .stackedBars }
    let lengths = Set(drawn.flatMap(\.quantities).map(\.id))
    let impossible = readings.first { reading in
      lengths.contains(reading.quantity) && reading.values.contains { $0 < 0 }
    }
    return impossible.map { "\($0.quantity) is drawn as a length but was read below 0" }
  }
}
