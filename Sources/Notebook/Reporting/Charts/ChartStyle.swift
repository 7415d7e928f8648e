import Evidence

/// The look of all charts: a light palette on an opaque ground, so that light and dark pages show
/// the same picture; a schedule, which has large still areas, also has a dark one.
///
/// Blue, orange and purple are from Okabe and Ito's palette (2008), made to be told apart by
/// colour-blind readers; each also has a shape of its own.
enum ChartStyle {
  /// Style rules by class of what every picture has.
  private static let page = """
    text { font-family: system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
    .ground { fill: #ffffff; stroke: #d0d7de; }
    .title { font-size: 21px; font-weight: 700; fill: #16202c; }
    .note { font-size: 13px; fill: #57606a; }
    """

  /// Style rules by class of a matrix.
  static let matrix = """
    \(page)
    .column { font-size: 14px; font-weight: 700; fill: #16202c; text-anchor: middle; }
    .guard { font-size: 11.5px; fill: #57606a; text-anchor: middle; }
    .row { font-size: 14px; font-weight: 600; fill: #16202c; }
    .rule { fill: #d8dee4; }
    .none { fill: #f6f8fa; }
    .expected { fill: #e9f3fa; }
    .interesting { fill: #fdf0e1; }
    .unknown { fill: #f8eaf3; }
    .forbidden { fill: #24292f; }
    .mark-expected { fill: #0072b2; }
    .mark-interesting { fill: #d55e00; }
    .mark-unknown { fill: #9b3f7a; }
    .mark-forbidden { fill: #ffffff; }
    .inside { fill: none; stroke: #ffffff; stroke-width: 2; stroke-linecap: round; }
    .cross { fill: none; stroke: #24292f; stroke-width: 2.4; stroke-linecap: round; }
    .figure { font-size: 17px; font-weight: 700; fill: #16202c; }
    .quiet .figure { font-size: 14px; font-weight: 600; fill: #0b4f7a; }
    .small { font-size: 11.5px; fill: #57606a; }
    .compact .figure { font-size: 15px; }
    .compact.quiet .figure, .compact.tight .figure { font-size: 13px; }
    .compact .small { font-size: 11px; }
    .light .figure, .light .small { fill: #ffffff; }
    .absent { font-size: 14px; fill: #8c959f; text-anchor: middle; }
    .track { fill: #ffffff; stroke: #b6c0ca; }
    .bar-interesting { fill: #d55e00; }
    .bar-unknown { fill: #9b3f7a; }
    .light .track { fill: #24292f; stroke: #8c959f; }
    .bar-forbidden { fill: #ffffff; }
    """

  /// Style rules by class of a plot: rows of points along an axis.
  static let plot = """
    \(page)
    .row { font-size: 14px; font-weight: 600; fill: #16202c; }
    .small { font-size: 11.5px; fill: #57606a; }
    .rule { fill: #d8dee4; }
    .grid { fill: #e6eaef; }
    .one { fill: #57606a; }
    .noise { fill: #dfe4ea; }
    .tick { font-size: 12px; fill: #57606a; text-anchor: middle; }
    .way { font-size: 12px; font-weight: 600; fill: #57606a; }
    .way-back { font-size: 12px; font-weight: 600; fill: #57606a; text-anchor: end; }
    .head { font-size: 12px; font-weight: 600; fill: #57606a; text-anchor: end; }
    .figure { font-size: 15px; font-weight: 700; fill: #16202c; text-anchor: end; }
    .number { font-size: 13px; fill: #16202c; text-anchor: end; }
    .under { font-size: 11.5px; fill: #57606a; text-anchor: end; }
    .absent { font-size: 12px; fill: #8c959f; text-anchor: end; }
    .whisker { fill: none; stroke-width: 3; stroke-linecap: round; }
    .mark { stroke-width: 2; stroke-linejoin: round; }
    .slower { fill: #d55e00; stroke: #d55e00; }
    .faster { fill: #0072b2; stroke: #0072b2; }
    .baseline { fill: #16202c; stroke: #16202c; }
    .same { fill: #57606a; stroke: #57606a; }
    .p50 { fill: #0072b2; stroke: #0072b2; }
    .p99 { fill: #d55e00; stroke: #d55e00; }
    .p999 { fill: #9b3f7a; stroke: #9b3f7a; }
    .hollow { fill: #ffffff; }
    .tie { fill: none; stroke: #b6c0ca; stroke-width: 3; stroke-linecap: round; }
    """

  /// Style rules by class of stacked bars, whose segments are filled by patterns.
  static let bars = """
    \(plot)
    .segment-0 { fill: url(#segment-0); }
    .segment-1 { fill: url(#segment-1); }
    .segment-2 { fill: url(#segment-2); }
    .segment-3 { fill: url(#segment-3); }
    .segment-4 { fill: url(#segment-4); }
    .segment-5 { fill: url(#segment-5); }
    .ground-0 { fill: #0072b2; }
    .ground-1 { fill: #d55e00; }
    .ground-2 { fill: #9b3f7a; }
    .ground-3 { fill: #57606a; }
    .ground-4 { fill: #56b4e9; }
    .ground-5 { fill: #16202c; }
    .on-segment { fill: #ffffff; fill-opacity: 0.6; }
    """

  /// Style rules by class of points between two axes.
  static let tradeOff = """
    \(plot)
    .name, .name-back, .name-over { font-size: 13px; font-weight: 600; fill: #16202c; }
    .name-back { text-anchor: end; }
    .name-over { text-anchor: middle; }
    .tick-left { font-size: 12px; fill: #57606a; text-anchor: end; }
    .lead { fill: none; stroke: #8c959f; stroke-width: 1; }
    """

  /// Style rules by class of a sheet of pictures, dark where the reader's pages are.
  static let pictures = """
    \(page)
    .caption { font-size: 13px; font-weight: 600; fill: #16202c; }
    .small { font-size: 11.5px; fill: #57606a; }
    .bar { fill: #d55e00; }
    .hole { fill: #f6f8fa; stroke: #d0d7de; }
    .magnified { image-rendering: pixelated; }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117; stroke: #30363d; }
      .title, .caption { fill: #f0f3f6; }
      .note, .small { fill: #9ea7b3; }
      .bar { fill: #e69f00; }
      .hole { fill: #161b22; stroke: #30363d; }
    }
    """

  /// Style rules by class of a schedule, dark where the reader's pages are.
  static let schedule = """
    \(page)
    .step { font-size: 12px; fill: #57606a; text-anchor: end; }
    .small { font-size: 12px; fill: #57606a; }
    .task { font-size: 14.5px; font-weight: 700; fill: #16202c; }
    .card { fill: #e9f3fa; }
    .bar { fill: #0072b2; }
    .place { font-size: 12px; fill: #47637a; }
    .plain { font-size: 14px; fill: #3d4854; }
    .shared { font-size: 14px; font-weight: 700; fill: #16202c; }
    .waits { fill: none; stroke: #8fa3b3; stroke-width: 2; stroke-dasharray: 2 5; }
    .switch { fill: none; stroke: #57606a; stroke-width: 1.8; stroke-linejoin: round; }
    .switch-head { fill: #57606a; }
    .delay { fill: #fdf0e1; stroke: #d55e00; stroke-width: 1.5; }
    .delay-text { font-size: 14.5px; font-weight: 700; fill: #8a3b00; }
    .delay-mark { fill: #d55e00; }
    .delay-arrow { fill: none; stroke: #d55e00; stroke-width: 1.8; }
    .delay-mark-cross { fill: none; stroke: #ffffff; stroke-width: 2.4; stroke-linecap: round; }
    .stuck { fill: #24292f; }
    .stuck-text { font-size: 14.5px; font-weight: 700; fill: #ffffff; }
    .stuck-mark { fill: #ffffff; }
    .stuck-mark-cross { fill: none; stroke: #24292f; stroke-width: 2.4; stroke-linecap: round; }
    @media (prefers-color-scheme: dark) {
      .ground { fill: #0d1117; stroke: #30363d; }
      .title, .task, .shared { fill: #f0f3f6; }
      .note, .step, .small { fill: #9ea7b3; }
      .card { fill: #13273a; }
      .bar { fill: #56b4e9; }
      .place { fill: #8fb0c9; }
      .plain { fill: #c6cdd5; }
      .waits { stroke: #55677a; }
      .switch { stroke: #9ea7b3; }
      .switch-head { fill: #9ea7b3; }
      .delay { fill: #3a1f0b; stroke: #e69f00; }
      .delay-text { fill: #ffc680; }
      .delay-mark { fill: #e69f00; }
      .delay-arrow { stroke: #e69f00; }
      .delay-mark-cross { stroke: #0d1117; }
      .stuck { fill: #f0f3f6; }
      .stuck-text { fill: #0d1117; }
      .stuck-mark { fill: #0d1117; }
      .stuck-mark-cross { stroke: #f0f3f6; }
    }
    """

  /// The shapes of a plot's points, told apart without their colours.
  enum Point {
    case up, down, disc, diamond
  }

  /// A point's shape about a centre; a hollow one shows that something speaks against it.
  static func point(
    _ shape: Point, x: Double, y: Double, style: String, isHollow: Bool = false
  ) -> SVG.Element {
    let style = "mark \(style)" + (isHollow ? " hollow" : "")
    func path(_ points: [(Double, Double)]) -> SVG.Element {
      .path(points.map { (x + $0.0, y + $0.1) }, closed: true, style: style)
    }
    return switch shape {
    case .up: path([(0, -6), (6.5, 5), (-6.5, 5)])
    case .down: path([(0, 6), (-6.5, -5), (6.5, -5)])
    case .disc: .circle(x: x, y: y, radius: 5.5, style: style)
    case .diamond: path([(0, -6.5), (6.5, 0), (0, 6.5), (-6.5, 0)])
    }
  }

  /// A grade's shape about a centre: disc and tick, triangle, diamond, octagon and cross.
  static func mark(_ grade: Grade, x: Double, y: Double) -> [SVG.Element] {
    let style = "mark-\(grade.rawValue)"
    func shape(_ points: [(Double, Double)]) -> SVG.Element {
      .path(points.map { (x + $0.0, y + $0.1) }, closed: true, style: style)
    }
    func stroke(_ points: [(Double, Double)], _ style: String = "inside") -> SVG.Element {
      .path(points.map { (x + $0.0, y + $0.1) }, closed: false, style: style)
    }
    switch grade {
    case .expected:
      return [
        .circle(x: x, y: y, radius: 8, style: style), stroke([(-3.5, 0), (-1, 3), (3.8, -3)]),
      ]
    case .interesting:
      return [
        shape([(0, -8.5), (9, 7.5), (-9, 7.5)]), stroke([(0, -3), (0, 2)]),
        stroke([(0, 5), (0, 5.1)]),
      ]
    case .unknown:
      return [
        shape([(0, -9), (9, 0), (0, 9), (-9, 0)]),
        stroke([(-2.4, -1.8), (0, -4.2), (2.4, -1.8), (0, 0.8)]), stroke([(0, 4), (0, 4.1)]),
      ]
    case .forbidden:
      let (far, near) = (8.5, 3.5)
      return [
        shape([
          (-near, -far), (near, -far), (far, -near), (far, near), (near, far), (-near, far),
          (-far, near), (-far, -near),
        ]),
        stroke([(-3.6, -3.6), (3.6, 3.6)], "cross"), stroke([(3.6, -3.6), (-3.6, 3.6)], "cross"),
      ]
    }
  }
}
