import Evidence

/// Percentiles of single operations as points along a logarithmic axis of time, row by row.
struct TailChart {
  /// What the picture says.
  var title: String
  /// The rows from the top.
  var rows: [Row]
  /// What reading the clock twice took alone.
  var timer: [Quantile]
  /// Whether the figures may be quoted; the picture says so where they may not.
  var isEvidence: Bool

  /// One row.
  struct Row: Equatable {
    var label: PlotFrame.Label
    var quantiles: [Quantile]
  }

  /// The percentiles shown, as parts of 1.
  static let shares = [0.5, 0.99, 0.999]

  /// The picture of the rows whose single operations were timed.
  init(_ measured: MeasuredBenchmark) {
    title = "\(measured.benchmark.title): single operations"
    timer = measured.result.timer
    isEvidence = measured.isEvidence
    rows = measured.rowsWithTails.map { row in
      Row(
        label: .init(name: row.described.title, caption: row.described.callerExecutor),
        quantiles: row.measured.service)
    }
  }

  /// The chart in words, one clause a row.
  var summary: String {
    let clock = timer.isEmpty ? [] : ["The clock and an empty call: \(words(timer))"]
    return (clock + rows.map { "\($0.label.name): \(words($0.quantiles))" })
      .joined(separator: ". ") + "."
  }

  private func words(_ quantiles: [Quantile]) -> String {
    Self.shares.map { share in
      let value = quantiles.value(at: share).map(Numbers.nanoseconds) ?? "too few samples"
      return "\(Numbers.percentile(share)) \(value)"
    }.joined(separator: ", ")
  }

  // MARK: Drawing

  private static let columnWidth = 80.0

  private var axis: LogAxis {
    let shown = (rows.flatMap(\.quantiles) + timer).filter { quantile in
      Self.shares.contains { abs($0 - quantile.share) < 1e-9 }
    }
    let columns = Double(Self.shares.count) * Self.columnWidth
    return LogAxis(
      showing: shown.map(\.value), least: 4, left: PlotFrame.axisLeft,
      right: PlotFrame.right - columns - 16)
  }

  private var notes: [String] {
    let meaning =
      "Service time: one operation after another, each timed alone. Of 1,000 operations 500 took "
      + "no longer than p50, 990 no longer than p99, 999 no longer than p99.9."
    return [meaning] + (isEvidence ? [] : ["Quick look only: not evidence."])
  }

  /// The picture.
  var svg: SVG {
    let frame = PlotFrame(title: title, notes: notes, labels: rows.map(\.label))
    let axis = axis
    let elements =
      frame.page + clock(axis, frame) + frame.grid(axis, label: Numbers.tick(nanoseconds:))
      + frame.names + heads(frame) + rows.indices.flatMap { row($0, axis, frame) }
      + frame.key(key)
    return SVG(
      width: PlotFrame.width, height: frame.height, title: title, summary: summary,
      style: ChartStyle.plot, elements: elements)
  }

  /// A band from the clock's first percentile to its last: what lies in it is not the operation's.
  private func clock(_ axis: LogAxis, _ frame: PlotFrame) -> [SVG.Element] {
    let values = Self.shares.compactMap(timer.value)
    guard let first = values.first, let last = values.last else { return [] }
    let left = axis.position(of: first)
    let width = max(2, axis.position(of: last) - left)
    let band = Frame(x: left, y: frame.top, width: width, height: frame.bottom - frame.top)
    return [.rectangle(band, style: "noise")]
  }

  private func columnRight(_ index: Int) -> Double {
    PlotFrame.right - Double(Self.shares.count - 1 - index) * Self.columnWidth
  }

  private func heads(_ frame: PlotFrame) -> [SVG.Element] {
    Self.shares.enumerated().flatMap { index, share -> [SVG.Element] in
      let name = Numbers.percentile(share)
      let right = columnRight(index)
      let x = right - TextWidth.of(name, size: 13.5) - 11
      return [
        point(index, x: x, y: frame.headBaseline - 4),
        .text(name, x: right, y: frame.headBaseline, style: "head"),
      ]
    }
  }

  private func point(_ index: Int, x: Double, y: Double) -> SVG.Element {
    let shapes: [(ChartStyle.Point, String)] = [(.disc, "p50"), (.diamond, "p99"), (.up, "p999")]
    return ChartStyle.point(shapes[index].0, x: x, y: y, style: shapes[index].1)
  }

  private func row(_ index: Int, _ axis: LogAxis, _ frame: PlotFrame) -> [SVG.Element] {
    let y = frame.centre(of: index)
    let values = Self.shares.map { rows[index].quantiles.value(at: $0) }
    let points = values.enumerated().compactMap { place, value in
      value.map { (place, axis.position(of: $0)) }
    }
    let tie: [SVG.Element] =
      points.count > 1
      ? [.path(points.map { (x: $0.1, y: y) }, closed: false, style: "tie")] : []
    let numbers = values.enumerated().map { place, value in
      SVG.Element.text(
        value.map(Numbers.nanoseconds) ?? "too few", x: columnRight(place), y: y + 5,
        style: value == nil ? "absent" : "number")
    }
    // The last percentile first, so that where all are equal the median is seen.
    return tie + points.reversed().map { point($0.0, x: $0.1, y: y) } + numbers
  }

  private var key: [((Double, Double) -> SVG.Element, String)] {
    let values = Self.shares.compactMap(timer.value)
    guard let first = values.first, let last = values.last else { return [] }
    return [
      (
        { .rectangle(Frame(x: $0 - 5, y: $1 - 8, width: 10, height: 16), style: "noise") },
        "the clock and an empty call: \(Numbers.nanoseconds(first)) to "
          + Numbers.nanoseconds(last)
      )
    ]
  }
}
