/// The rows of a grid as points between two of its columns.
struct TradeOffChart {
  /// What the picture says.
  var title: String
  /// What is to the right and what is upwards, each with its unit.
  var x: String
  var y: String
  /// The points.
  var points: [Point]
  /// Rows that lack one of the two.
  var absent: [String]
  /// Whether the figures may be quoted; the picture says so where they may not.
  var isEvidence: Bool

  /// One row.
  struct Point: Equatable {
    var name: String
    var x: Double
    var y: Double
    /// The two numbers as printed.
    var told: String
  }

  /// The picture of two columns by their ids; `nil` where no row has both.
  init?(_ measured: MeasuredGrid, x: String, y: String, title: String, isEvidence: Bool) {
    let grid = measured.grid
    guard let across = grid.columns.firstIndex(where: { $0.id == x }),
      let up = grid.columns.firstIndex(where: { $0.id == y })
    else { return nil }
    self.title = title
    self.isEvidence = isEvidence
    (self.x, self.y) = (measured.head(across), measured.head(up))
    points = []
    absent = []
    for (index, row) in grid.rows.enumerated() {
      guard let right = measured.cell(index, across), let above = measured.cell(index, up),
        let x = right.value, let y = above.value
      else {
        absent.append(row.title)
        continue
      }
      let told = [right.quantity.told(x), above.quantity.told(y)].joined(separator: ", ")
      points.append(Point(name: row.title, x: x, y: y, told: told))
    }
    guard !points.isEmpty else { return nil }
  }

  /// The chart in words, one clause a row.
  var summary: String {
    let told = points.map { "\($0.name): \($0.told)" } + absent.map { "\($0): not available here" }
    return "To the right \(x), upwards \(y). " + told.joined(separator: ". ") + "."
  }

  // MARK: Drawing

  private static let left = 92.0
  private static let height = 380.0

  /// Whether equal steps to the right are equal factors.
  var isLogarithmic: Bool {
    let numbers = points.map(\.x)
    guard let least = numbers.min(), let most = numbers.max(), least > 0 else { return false }
    return most / least > 10
  }

  private var notes: [String] {
    let scale = isLogarithmic ? " Equal steps to the right are equal factors." : ""
    let missing =
      absent.isEmpty ? [] : ["Not available here: \(absent.joined(separator: ", "))."]
    return ["Each point is a row of the table.\(scale)"] + missing
      + (isEvidence ? [] : ["Quick look only: not evidence."])
  }

  private var across: any PlotAxis {
    let (left, right) = (Self.left, PlotFrame.right)
    return isLogarithmic
      ? LogAxis(showing: points.map(\.x), left: left, right: right)
      : LinearAxis(showing: points.map(\.x), start: left, end: right)
  }

  /// The picture.
  var svg: SVG {
    let frame = PlotFrame(
      title: title, notes: notes, labels: [.init(name: "", caption: "")],
      leastHeight: Self.height)
    let across = across
    let up = LinearAxis(showing: points.map(\.y), start: frame.bottom, end: frame.top)
    let places = points.map { (x: across.position(of: $0.x), y: up.position(of: $0.y)) }
    let room = Frame(
      x: Self.left + 4, y: frame.top + 2, width: PlotFrame.right - Self.left - 8,
      height: frame.bottom - frame.top - 4)
    let labels = PointLabels(points.map(\.name), at: places, in: room)
    let marks = places.enumerated().map { index, place in
      let kind = Self.kinds[index % Self.kinds.count]
      return ChartStyle.point(
        kind.shape, x: place.x, y: place.y, style: kind.style,
        isHollow: (index / Self.kinds.count).isMultiple(of: 2) == false)
    }
    let elements = frame.page + grid(across, up, frame) + labels.ties + marks + labels.texts
    return SVG(
      width: PlotFrame.width, height: frame.height, title: title, summary: summary,
      style: ChartStyle.tradeOff, elements: elements)
  }

  private static let kinds: [(shape: ChartStyle.Point, style: String)] = [
    (.disc, "p50"), (.up, "p99"), (.diamond, "p999"), (.down, "baseline"),
  ]

  private func grid(
    _ across: any PlotAxis, _ up: LinearAxis, _ frame: PlotFrame
  ) -> [SVG.Element] {
    let (left, right) = (Self.left, PlotFrame.right)
    let columns = across.ticks(width: 70).flatMap { tick -> [SVG.Element] in
      let x = across.position(of: tick)
      let line = Frame(x: x - 0.5, y: frame.top, width: 1, height: frame.bottom - frame.top)
      return [
        .rectangle(line, style: "grid"),
        .text(Numbers.tick(tick), x: x, y: frame.bottom + 18, style: "tick"),
      ]
    }
    let rows = up.ticks(width: 48).flatMap { tick -> [SVG.Element] in
      let y = up.position(of: tick)
      return [
        .rectangle(Frame(x: left, y: y - 0.5, width: right - left, height: 1), style: "grid"),
        .text(Numbers.tick(tick), x: left - 8, y: y + 4, style: "tick-left"),
      ]
    }
    return columns + rows + [
      .text("▴ \(y)", x: left, y: frame.top - 10, style: "way"),
      .text("\(x) ▸", x: right, y: frame.bottom + 40, style: "way-back"),
    ]
  }
}
