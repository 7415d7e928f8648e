import Evidence

/// What was read of a table that is a grid, by row and column.
package struct MeasuredGrid {
  /// The rows and columns.
  package let grid: QuantityGrid
  private let cells: [[Cell?]]

  /// A quantity with all that was read of it.
  package struct Cell {
    /// What was declared.
    package let quantity: Quantity
    /// Every value; none where it could not be read.
    package let values: [Double]

    /// What stands for all values; `nil` where there is none. O(n log n).
    package var value: Double? { quantity.value(of: Reading(quantity.id, values)) }
  }

  /// What was read of a table, or of some of its rows; `nil` where it is no grid.
  package init?(_ table: QuantityTable, of record: ExperimentRecord, rows ids: [String]? = nil) {
    guard var grid = table.grid else { return nil }
    grid.rows = pick(ids, of: grid.rows, by: \.id)
    self.grid = grid
    let quantities = Dictionary(grouping: table.quantities, by: \.id)
    let readings = Dictionary(grouping: record.readings, by: \.quantity)
    cells = grid.rows.map { row in
      grid.columns.map { column in
        let id = table.cell(row.id, column.id)
        return quantities[id]?.first.map { quantity in
          Cell(quantity: quantity, values: readings[id]?.first?.values ?? [])
        }
      }
    }
  }

  /// A cell by the places of its row and column; `nil` where none is declared.
  package func cell(_ row: Int, _ column: Int) -> Cell? { cells[row][column] }

  /// All cells that are declared, row by row.
  package var all: [Cell] { cells.joined().compactMap(\.self) }

  /// The unit that all cells of a column have; `nil` where they differ.
  func unit(_ column: Int) -> String? {
    let units = distinct(cells.compactMap { $0[column]?.quantity.unit })
    return units.count == 1 ? units[0] : nil
  }

  /// The head of a column with the unit of all its cells: `time, ms`.
  package func head(_ column: Int) -> String {
    let unit = unit(column) ?? ""
    let title = grid.columns[column].title
    return unit.isEmpty ? title : "\(title), \(unit)"
  }

  /// The value in a cell, with its unit where the column's head does not say it; `nil` where
  /// nothing was read.
  package func told(_ row: Int, _ column: Int) -> String? {
    guard let cell = cells[row][column], let value = cell.value else { return nil }
    return unit(column) == nil ? cell.quantity.told(value) : cell.quantity.figure(value)
  }

  /// What stands for all values in cells that were read more than once, each once; none where none
  /// was.
  var summaries: [String] {
    distinct(all.filter { $0.values.count > 1 }.map(\.quantity.summary.rawValue))
  }
}
