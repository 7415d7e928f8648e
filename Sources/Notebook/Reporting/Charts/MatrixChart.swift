import Evidence

/// A grid of rows and columns whose cells show how often it did not come out as expected.
struct MatrixChart {
  /// What the picture says.
  var title: String
  /// What `in order` is called here.
  var expectedPhrase: String
  /// The columns from the left: name and a few words.
  var columns: [Heading]
  /// The rows from the top.
  var rows: [Heading]
  /// The observations by row, then column; `nil` where it was not run.
  var cells: [[Observation?]]
  /// Whether the figures may be quoted; the picture says so where they may not.
  var isEvidence: Bool

  /// What stands over a column or before a row.
  struct Heading: Equatable {
    var name: String
    var summary: String
  }

  /// The picture of a program's matrix, or of some of its rows and columns.
  init(
    _ matrix: ProgramMatrix, title: String? = nil, rows: [String]? = nil, columns: [String]? = nil
  ) {
    let program = matrix.program
    let shownRows = pick(rows, of: program.rows, by: \.id)
    let shownColumns = pick(columns, of: program.columns, by: \.id)
    self.title = title ?? program.title
    expectedPhrase = program.expectedPhrase
    self.rows = shownRows.map { Heading(name: $0.title, summary: "") }
    self.columns = shownColumns.map {
      Heading(name: $0.id, summary: $0.summary.filter { $0 != "`" })
    }
    isEvidence = matrix.isEvidence
    cells = shownRows.map { row in
      shownColumns.map { matrix.variant(row, $0).map(Observation.init) }
    }
  }

  /// The chart in words, one clause a row.
  var summary: String {
    let parts = zip(rows, cells).map { row, cells in
      let told = zip(columns, cells).map { "\($0.name) \(words($1))" }
      return "\(row.name): \(told.joined(separator: ", "))"
    }
    return parts.joined(separator: ". ") + (parts.isEmpty ? "Nothing was run." : ".")
  }

  private func words(_ observation: Observation?) -> String {
    guard let observation else { return "not run" }
    guard observation.total > 0 else { return "nothing observed" }
    let part = Numbers.part(observation.unexpected, of: observation.total)
    return observation.unexpected == 0
      ? "always \(expectedPhrase)" : "\(part) not \(expectedPhrase)"
  }

  /// The picture.
  var svg: SVG {
    let layout = MatrixLayout(self)
    return SVG(
      width: layout.width, height: layout.height, title: title, summary: summary,
      style: ChartStyle.matrix, elements: layout.elements)
  }
}

/// The elements of the ids asked for, in the order asked; all of them where none are named.
func pick<Element>(
  _ ids: [String]?, of elements: [Element], by id: KeyPath<Element, String>
) -> [Element] {
  guard let ids else { return elements }
  return ids.compactMap { wanted in elements.first { $0[keyPath: id] == wanted } }
}
