/// Rows of cells as plain columns.
package struct TextTable: Equatable, Sendable {
  private var rows: [[String]] = []

  /// An empty table.
  package init() {}

  /// Adds a row.
  package mutating func add(_ cells: [String]) { rows.append(cells) }

  /// The columns of text that the widest line fills.
  package var width: Int { lines.map(\.count).max() ?? 0 }

  /// The lines where they fit, else a list: the first row names what each cell of the others is.
  package func lines(within columns: Int?) -> [String] {
    guard let columns, width > columns, let header = rows.first else { return lines }
    return rows.dropFirst().flatMap { row in
      row.prefix(1) + zip(header, row).dropFirst().map { "  \($0)  \($1)" }
    }
  }

  /// The lines, every column as wide as its widest cell, two spaces between columns.
  package var lines: [String] {
    let count = rows.map(\.count).max() ?? 0
    let widths = (0..<count).map { column in
      rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0
    }
    return rows.map { row in
      let cells = zip(row, widths).map { cell, width in
        cell + String(repeating: " ", count: width - cell.count)
      }
      let line = cells.joined(separator: "  ")
      let end = line.lastIndex { $0 != " " }.map(line.index(after:)) ?? line.startIndex
      return String(line[..<end])
    }
  }
}
