/// How the quantities of a table lie in rows and columns.
///
/// The quantity of a cell has the id `table/row/column`; a cell without a quantity was never meant
/// to be read.
package struct QuantityGrid: Codable, Equatable, Sendable {
  /// What the rows are, in the corner of the matrix: "path".
  package var corner: String
  /// The rows, from the top.
  package var rows: [Header]
  /// The columns, from the left.
  package var columns: [Header]
  /// The picture beside the matrix; `nil` for none.
  package var chart: Chart?

  /// The head of a row or column.
  package struct Header: Codable, Equatable, Sendable {
    /// A short name without spaces and slashes, unique among its like.
    package var id: String
    /// What it is called in the report, a few words.
    package var title: String

    /// Names a row or column.
    package init(id: String, title: String) {
      self.id = id
      self.title = title
    }
  }

  /// What the picture shows.
  package enum Chart: Codable, Equatable, Sendable {
    /// A bar for each row, a segment of it for each column; all cells have one unit.
    case stackedBars
    /// A point for each row, placed by two columns, named by their ids.
    case tradeOff(x: String, y: String)
  }

  /// A column with what the quantities below it have in common.
  package struct Column: Equatable, Sendable {
    /// Its head.
    package var header: Header
    /// Their unit, decimals, summary and limits; id and title are the cell's own.
    package var quantity: Quantity

    /// Describes a column.
    package init(
      id: String, title: String, unit: String, places: Int = 0, summary: Summary = .median,
      atLeast: Double? = nil, atMost: Double? = nil
    ) {
      header = Header(id: id, title: title)
      quantity = Quantity(
        id: id, title: title, unit: unit, places: places, summary: summary, atLeast: atLeast,
        atMost: atMost)
    }
  }

  /// Lays out rows and columns.
  package init(corner: String, rows: [Header], columns: [Header], chart: Chart? = nil) {
    self.corner = corner
    self.rows = rows
    self.columns = columns
    self.chart = chart
  }
}

extension QuantityTable {
  /// Describes a table that is a grid.
  ///
  /// `cell` makes a cell's quantity from its column's, which already has the cell's id and title:
  /// to set limits, or to return `nil` where nothing is to be read.
  package init(
    id: String, title: String, summary: String, corner: String, rows: [QuantityGrid.Header],
    columns: [QuantityGrid.Column], chart: QuantityGrid.Chart? = nil,
    cell: (_ row: String, _ column: String, _ quantity: Quantity) -> Quantity? = { $2 }
  ) {
    let quantities = rows.flatMap { row in
      columns.compactMap { column in
        var quantity = column.quantity
        quantity.id = "\(id)/\(row.id)/\(column.header.id)"
        quantity.title = "\(title): \(row.title), \(column.header.title)"
        return cell(row.id, column.header.id, quantity)
      }
    }
    self.init(
      id: id, title: title, summary: summary, quantities: quantities,
      grid: QuantityGrid(
        corner: corner, rows: rows, columns: columns.map(\.header), chart: chart))
  }

  /// The id of the quantity in a cell, also the name of its field: `table/row/column`.
  package func cell(_ row: String, _ column: String) -> String { "\(id)/\(row)/\(column)" }

  /// The quantity in a cell; `nil` where none is declared. O(n).
  package func quantity(_ row: String, _ column: String) -> Quantity? {
    let id = cell(row, column)
    return quantities.first { $0.id == id }
  }
}
