/// A bar for each row of a grid, made of a segment for each column, with the sum beside it.
struct StackedBarChart {
  /// What the picture says.
  var title: String
  /// What the segments are, in their order.
  var segments: [String]
  /// What they are counted in; empty for a bare number.
  var unit: String
  /// The rows from the top.
  var rows: [Row]
  /// What segments that stand for several values are of them: the median; none where none does.
  var summaries: [String]
  /// Whether the figures may be quoted; the picture says so where they may not.
  var isEvidence: Bool

  /// One row.
  struct Row {
    var name: String
    /// The parts in their order: which segment, how long, and the length as printed.
    var parts: [(segment: Int, value: Double, told: String)]
    /// Segments that it should have, of which nothing was read.
    var missing: [Int]
    /// The sum of its parts as printed.
    var total: String
  }

  /// More kinds of segment are not told apart.
  static let mostSegments = 6

  /// The picture of what was read, without rows of which nothing was.
  init(_ measured: MeasuredGrid, title: String, isEvidence: Bool) {
    self.title = title
    self.isEvidence = isEvidence
    let grid = measured.grid
    segments = grid.columns.map(\.title)
    unit = measured.all.first?.quantity.unit ?? ""
    summaries = measured.summaries
    let places = measured.all.map(\.quantity.places).max() ?? 0
    rows = grid.rows.indices.compactMap { row in
      let declared = grid.columns.indices.filter { measured.cell(row, $0) != nil }
      let parts = declared.compactMap { column -> (segment: Int, value: Double, told: String)? in
        guard let cell = measured.cell(row, column), let value = cell.value else { return nil }
        return (column, value, cell.quantity.figure(value))
      }
      guard !parts.isEmpty else { return nil }
      return Row(
        name: grid.rows[row].title, parts: parts,
        missing: declared.filter { column in !parts.contains { $0.segment == column } },
        total: Numbers.fixed(parts.reduce(0) { $0 + $1.value }, places: places))
    }
  }

  /// The chart in words, one clause a row.
  var summary: String {
    let told = rows.map { row in
      let missing = row.missing.map { ", without \(segments[$0])" }.joined()
      return "\(row.name): \(withUnit(row.total))\(missing), of it \(words(row))"
    }
    return told.joined(separator: ". ") + "."
  }

  private func withUnit(_ number: String) -> String { unit.isEmpty ? number : "\(number) \(unit)" }

  private func words(_ row: Row, between separator: String = ", ") -> String {
    row.parts.map { "\(segments[$0.segment]) \($0.told)" }.joined(separator: separator)
  }

  // MARK: Drawing

  private static let totalWidth = 112.0
  private static let axisRight = PlotFrame.right - totalWidth - 16

  private var axis: LinearAxis {
    let longest = rows.map { $0.parts.reduce(0) { $0 + $1.value } }.max() ?? 0
    return LinearAxis(to: longest, start: PlotFrame.axisLeft, end: Self.axisRight)
  }

  private var notes: [String] {
    let several =
      summaries.isEmpty ? "" : " Of several values: the \(summaries.joined(separator: ", the "))."
    let meaning = "A segment's length is what was read; the number at the right is their sum."
    return [meaning + several] + (isEvidence ? [] : ["Quick look only: not evidence."])
  }

  /// What stands under each bar, its parts by name, on as many lines as they need.
  private var partLines: [[String]] {
    rows.map { row in
      TextWidth.wrap(
        words(row, between: " · "), size: 11.5, width: Self.axisRight - PlotFrame.axisLeft, lines: 3
      )
    }
  }

  /// The picture.
  var svg: SVG {
    let lines = partLines
    let frame = PlotFrame(
      title: title, notes: notes, labels: rows.map { .init(name: $0.name, caption: "") },
      leastHeight: 38 + Double(lines.map(\.count).max() ?? 0) * 14)
    let axis = axis
    let heads: [SVG.Element] = [
      .text(unit, x: axis.start, y: frame.headBaseline, style: "way"),
      .text("sum", x: PlotFrame.right, y: frame.headBaseline, style: "head"),
    ]
    let elements =
      [Self.patterns] + frame.page + frame.grid(axis, label: Numbers.tick(_:)) + frame.names
      + heads + rows.indices.flatMap { row($0, lines[$0], axis, frame) } + frame.key(key)
    return SVG(
      width: PlotFrame.width, height: frame.height, title: title, summary: summary,
      style: ChartStyle.bars, elements: elements)
  }

  private func row(
    _ index: Int, _ lines: [String], _ axis: LinearAxis, _ frame: PlotFrame
  ) -> [SVG.Element] {
    let row = rows[index]
    let y = frame.centre(of: index) - 7 * Double(lines.count)
    var sum = 0.0
    let bar = row.parts.map { part -> SVG.Element in
      let left = axis.position(of: sum)
      sum += part.value
      let width = axis.position(of: sum) - left
      // A light seam between segments; one too short for it stays whole, so that it is seen.
      let shown = width > 4 ? width - 1 : width
      return .rectangle(
        Frame(x: left, y: y - 9, width: shown, height: 18), style: "segment-\(part.segment)")
    }
    let words = lines.enumerated().map {
      SVG.Element.text(
        $1, x: PlotFrame.axisLeft, y: y + 24 + Double($0) * 14, style: "small")
    }
    let missing = "without " + row.missing.map { segments[$0] }.joined(separator: ", ")
    let note = TextWidth.wrap(missing, size: 11.5, width: Self.totalWidth, lines: 1).map {
      SVG.Element.text($0, x: PlotFrame.right, y: y + 20, style: "under")
    }
    return bar + words
      + [.text(withUnit(row.total), x: PlotFrame.right, y: y + 5, style: "figure")]
      + (row.missing.isEmpty ? [] : note)
  }

  /// What the patterns mean.
  private var key: [((Double, Double) -> SVG.Element, String)] {
    segments.enumerated().map { index, name in
      (
        {
          .rectangle(Frame(x: $0 - 7, y: $1 - 7, width: 14, height: 14), style: "segment-\(index)")
        }, name
      )
    }
  }

  /// The grounds of the segments: a pattern each, for readers who do not see the colours.
  private static var patterns: SVG.Element {
    func pattern(
      _ index: Int, _ size: Double, turned degrees: Double = 0, _ marks: [SVG.Element]
    ) -> SVG.Element {
      let ground = Frame(x: 0, y: 0, width: size, height: size)
      let turn =
        degrees == 0
        ? [] : [SVG.Attribute("patternTransform", "rotate(\(SVG.number(degrees)))")]
      return SVG.Element(
        name: "pattern",
        attributes: [
          .init("id", "segment-\(index)"), .init("width", size), .init("height", size),
          .init("patternUnits", "userSpaceOnUse"),
        ] + turn, children: [.rectangle(ground, style: "ground-\(index)")] + marks)
    }
    func mark(_ x: Double, _ y: Double, _ width: Double, _ height: Double) -> SVG.Element {
      .rectangle(Frame(x: x, y: y, width: width, height: height), style: "on-segment")
    }
    return SVG.Element(
      name: "defs", attributes: [],
      children: [
        pattern(0, 8, []),
        pattern(1, 7, turned: 45, [mark(0, 0, 2.5, 7)]),
        pattern(2, 7, [.circle(x: 3.5, y: 3.5, radius: 1.6, style: "on-segment")]),
        pattern(3, 6, [mark(0, 0, 6, 2)]),
        pattern(4, 6, [mark(0, 0, 2, 6)]),
        pattern(5, 8, turned: 45, [mark(0, 0, 1.5, 8), mark(0, 0, 8, 1.5)]),
      ])
  }
}
