import Evidence

/// Where the parts of a matrix chart go.
struct MatrixLayout {
  private static let widthOfPage = 900.0

  private let chart: MatrixChart
  private let margin = 28.0
  private let gap = 8.0
  private let labelWidth: Double
  private let cellWidth: Double
  private let cellHeight = 66.0
  private let titleLines: [String]
  private let columnLines: [[String]]
  private let guardLines: [[String]]

  /// The picture's size, in pixels: 900 wide unless the columns need more.
  let width: Double
  var height: Double { gridTop + Double(chart.rows.count) * (cellHeight + gap) - gap + 62 }

  /// Lays out a chart.
  init(_ chart: MatrixChart) {
    self.chart = chart
    let count = Double(max(1, chart.columns.count))
    labelWidth = chart.columns.count > 5 ? 164 : 236
    let spare = Self.widthOfPage - 2 * margin - labelWidth
    let room = max(88, spare / count - gap)
    cellWidth = room
    width = 2 * margin + labelWidth + count * (room + gap)
    titleLines = TextWidth.wrap(chart.title, size: 21, width: width - 2 * margin, lines: 2)
    columnLines = chart.columns.map {
      TextWidth.wrap($0.name, size: 14, width: room - 4, lines: 3)
    }
    guardLines = chart.columns.map {
      TextWidth.wrap($0.summary, size: 11.5, width: room - 2, lines: 3)
    }
  }

  private var noteBaseline: Double { margin + 14 + Double(titleLines.count) * 26 }
  private var nameTop: Double { noteBaseline + 36 }
  private var nameHeight: Double { Double(columnLines.map(\.count).max() ?? 0) * 17 }
  private var guardHeight: Double { Double(guardLines.map(\.count).max() ?? 0) * 14 }
  private var gridTop: Double { nameTop + nameHeight + guardHeight }

  /// Everything that is drawn, the ground first.
  var elements: [SVG.Element] {
    let ground = Frame(x: 0.5, y: 0.5, width: width - 1, height: height - 1)
    return [.rectangle(ground, radius: 10, style: "ground")]
      + titleLines.enumerated().map {
        .text($1, x: margin, y: margin + 18 + Double($0) * 26, style: "title")
      }
      + [.text(note, x: margin, y: noteBaseline, style: "note")]
      + chart.columns.indices.flatMap(heading)
      + chart.rows.indices.flatMap(row)
      + key
  }

  private var note: String {
    let totals = Set(chart.cells.flatMap { $0 }.compactMap { $0?.total })
    let runs = totals.count == 1 ? totals.first.map { Numbers.counted($0, "run") } : nil
    let meaning =
      "Each cell: \(runs ?? "runs"). The bar: those that were not “\(chart.expectedPhrase)”."
    return chart.isEvidence ? meaning : "\(meaning) Quick look only: not evidence."
  }

  private func heading(_ index: Int) -> [SVG.Element] {
    let centre = columnX(index) + cellWidth / 2
    let names = columnLines[index]
    let top = nameTop + nameHeight - Double(names.count) * 17
    return names.enumerated().map {
      .text($1, x: centre, y: top + Double($0) * 17, style: "column")
    }
      + guardLines[index].enumerated().map {
        .text($1, x: centre, y: nameTop + nameHeight + Double($0) * 14, style: "guard")
      }
  }

  private func row(_ index: Int) -> [SVG.Element] {
    let top = gridTop + Double(index) * (cellHeight + gap)
    let lines = TextWidth.wrap(
      chart.rows[index].name, size: 14, width: labelWidth - 16, lines: 3)
    let first = top + cellHeight / 2 + 5 - Double(lines.count - 1) * 9
    let rule = Frame(x: margin, y: top - gap / 2 - 0.5, width: width - 2 * margin, height: 1)
    return (index > 0 ? [.rectangle(rule, style: "rule")] : [])
      + lines.enumerated().map { .text($1, x: margin, y: first + Double($0) * 18, style: "row") }
      + chart.columns.indices.map { column in
        let frame = Frame(x: columnX(column), y: top, width: cellWidth, height: cellHeight)
        return MatrixCell(
          observation: chart.cells[index][column], expectedPhrase: chart.expectedPhrase,
          frame: frame
        ).element
      }
  }

  private func columnX(_ index: Int) -> Double {
    margin + labelWidth + gap + Double(index) * (cellWidth + gap)
  }

  /// What the shapes mean, for those that occur and the two that every reader must know.
  private var key: [SVG.Element] {
    let seen = Set(chart.cells.flatMap { $0 }.compactMap { $0?.worst })
    let meanings: [(Grade, String)] = [
      (.expected, "as expected every time"), (.interesting, "not as expected, but allowed"),
      (.forbidden, "forbidden seen"), (.unknown, "unknown seen"),
    ]
    let baseline = height - 24
    var x = margin
    return meanings.filter { seen.contains($0.0) || !$0.0.failsExperiment }.flatMap {
      grade, meaning -> [SVG.Element] in
      defer { x += 26 + TextWidth.of(meaning, size: 13) + 16 }
      let place = Frame(x: x - 2, y: baseline - 15, width: 22, height: 22)
      let ground: [SVG.Element] =
        grade == .forbidden ? [.rectangle(place, radius: 4, style: "forbidden")] : []
      return ground + ChartStyle.mark(grade, x: x + 9, y: baseline - 4)
        + [.text(meaning, x: x + 26, y: baseline, style: "note")]
    }
  }
}
