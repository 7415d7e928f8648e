import Evidence

/// The rows of a benchmark as points along the ratio to the baseline, each with its interval.
struct CostChart {
  /// What the picture says.
  var title: String
  /// What the baseline is called.
  var baseline: String
  /// The rows from the top.
  var rows: [Row]
  /// The baseline against itself: what differs by no more is noise.
  var twin: Interval
  /// The chance that all intervals hold at once.
  var confidence: Double
  /// Whether the figures may be quoted; the picture says so where they may not.
  var isEvidence: Bool

  /// One row.
  struct Row: Equatable {
    var label: PlotFrame.Label
    /// Its time over the baseline's, and what may be said of it; `nil` for the baseline.
    var ratio: Ratio?
    var separation: Separation?
    /// Whether something speaks against it.
    var isDoubtful: Bool
    var nanoseconds: Double
  }

  /// The picture of what was measured, or of some of its rows.
  init(_ measured: MeasuredBenchmark, title: String? = nil, rows ids: [String]? = nil) {
    self.title = title ?? measured.benchmark.title
    baseline = measured.baselineTitle
    twin = measured.result.twin.interval
    confidence = measured.result.confidence
    isEvidence = measured.isEvidence
    rows = pick(ids, of: measured.rows, by: \.described.id).map { row in
      Row(
        label: .init(name: row.described.title, caption: row.described.callerExecutor),
        ratio: row.measured.ratio, separation: row.measured.separation,
        isDoubtful: !row.doubts.isEmpty, nanoseconds: row.measured.nanoseconds)
    }
  }

  /// The chart in words, one clause a row.
  var summary: String {
    let told = rows.map { row in
      let time = Numbers.nanoseconds(row.nanoseconds)
      guard let ratio = row.ratio, let separation = row.separation else {
        return "\(row.label.name): the baseline, \(time) per operation"
      }
      let doubt = row.isDoubtful ? ", with a warning" : ""
      return "\(row.label.name): \(Numbers.ratio(ratio)), \(separation.rawValue)\(doubt), \(time)"
    }
    return told.joined(separator: ". ") + "."
  }

  // MARK: Drawing

  /// The right edges of the columns of numbers.
  private static let ratioRight = PlotFrame.right - 108
  private static let timeRight = PlotFrame.right

  private var axis: LogAxis {
    let shown = rows.flatMap { row in
      row.ratio.map { [$0.estimate, $0.interval.lower, $0.interval.upper] } ?? []
    }
    return LogAxis(
      showing: shown + [1, twin.lower, twin.upper], least: 1.5, left: PlotFrame.axisLeft,
      right: Self.ratioRight - 116)
  }

  private var notes: [String] {
    let meaning =
      "Time per operation over that of \(baseline). Mark: median. Line: interval, for all rows at "
      + "once with \(Numbers.share(confidence)) confidence."
    return [meaning] + (isEvidence ? [] : ["Quick look only: not evidence."])
  }

  /// The picture.
  var svg: SVG {
    let frame = PlotFrame(title: title, notes: notes, labels: rows.map(\.label))
    let axis = axis
    let elements =
      frame.page + noise(axis, frame) + frame.grid(axis, label: Numbers.tick(ratio:))
      + frame.names + one(axis, frame) + heads(axis, frame)
      + rows.indices.flatMap { row($0, axis, frame) } + frame.key(key)
    return SVG(
      width: PlotFrame.width, height: frame.height, title: title, summary: summary,
      style: ChartStyle.plot, elements: elements)
  }

  private func noise(_ axis: LogAxis, _ frame: PlotFrame) -> [SVG.Element] {
    let left = axis.position(of: twin.lower)
    let width = max(2, axis.position(of: twin.upper) - left)
    let band = Frame(x: left, y: frame.top, width: width, height: frame.bottom - frame.top)
    return [.rectangle(band, style: "noise")]
  }

  private func one(_ axis: LogAxis, _ frame: PlotFrame) -> [SVG.Element] {
    let x = axis.position(of: 1)
    let line = Frame(x: x - 0.75, y: frame.top, width: 1.5, height: frame.bottom - frame.top)
    return [.rectangle(line, style: "one")]
  }

  /// Which way is which, where there is room to say it, and the columns' heads.
  private func heads(_ axis: LogAxis, _ frame: PlotFrame) -> [SVG.Element] {
    let x = axis.position(of: 1)
    let y = frame.headBaseline
    let ways: [(isShown: Bool, element: SVG.Element)] = [
      (x - axis.left > 24, .text("◂ faster", x: x - 8, y: y, style: "way-back")),
      (axis.right - x > 60, .text("slower ▸", x: x + 8, y: y, style: "way")),
    ]
    return ways.filter(\.isShown).map(\.element) + [
      .text("ratio", x: Self.ratioRight, y: y, style: "head"),
      .text("per operation", x: Self.timeRight, y: y, style: "head"),
    ]
  }

  private func row(_ index: Int, _ axis: LogAxis, _ frame: PlotFrame) -> [SVG.Element] {
    let row = rows[index]
    let y = frame.centre(of: index)
    let time = SVG.Element.text(
      Numbers.nanoseconds(row.nanoseconds), x: Self.timeRight, y: y + 5, style: "number")
    guard let ratio = row.ratio, let separation = row.separation else {
      let mark = ChartStyle.point(
        .diamond, x: axis.position(of: 1), y: y, style: "baseline", isHollow: row.isDoubtful)
      return [mark, .text("baseline", x: Self.ratioRight, y: y + 5, style: "number"), time]
    }
    let style = separation.style
    let ends = [ratio.interval.lower, ratio.interval.upper].map { (axis.position(of: $0), y) }
    return [
      .path(ends.map { (x: $0.0, y: $0.1) }, closed: false, style: "whisker \(style)"),
      ChartStyle.point(
        separation.point, x: axis.position(of: ratio.estimate), y: y, style: style,
        isHollow: row.isDoubtful),
      .text(Numbers.estimate(of: ratio), x: Self.ratioRight, y: y - 1, style: "figure"),
      .text(Numbers.interval(of: ratio), x: Self.ratioRight, y: y + 14, style: "under"), time,
    ]
  }

  /// What the shapes mean, of those that occur.
  private var key: [((Double, Double) -> SVG.Element, String)] {
    let seen = Set(rows.compactMap(\.separation))
    var entries: [((Double, Double) -> SVG.Element, String)] =
      Separation.allCases.filter(seen.contains).map { separation in
        (
          { ChartStyle.point(separation.point, x: $0, y: $1, style: separation.style) },
          separation.rawValue
        )
      }
    if rows.contains(where: \.isDoubtful) {
      entries.append(
        (
          { ChartStyle.point(.disc, x: $0, y: $1, style: "same", isHollow: true) },
          "hollow: see the warnings"
        ))
    }
    // A band that the line at 1 hides needs no words.
    if axis.position(of: twin.upper) - axis.position(of: twin.lower) > 4 {
      entries.append(
        (
          { .rectangle(Frame(x: $0 - 5, y: $1 - 8, width: 10, height: 16), style: "noise") },
          "\(baseline) against itself"
        ))
    }
    return entries
  }
}

extension Separation {
  /// The shape and the style of its point.
  fileprivate var point: ChartStyle.Point {
    switch self {
    case .faster: .down
    case .slower: .up
    case .notSeparated: .disc
    }
  }

  fileprivate var style: String {
    switch self {
    case .faster: "faster"
    case .slower: "slower"
    case .notSeparated: "same"
    }
  }
}
