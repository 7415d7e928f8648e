import Evidence

/// The look of all charts: one light palette on an opaque ground, so that light and dark pages
/// show the same picture.
///
/// Blue, orange and purple are from Okabe and Ito's palette (2008), made to be told apart by
/// colour-blind readers; each also has a shape of its own.
enum ChartStyle {
  /// Style rules by class.
  static let rules = """
    text { font-family: system-ui, "Segoe UI", "Helvetica Neue", Arial, sans-serif; }
    .ground { fill: #ffffff; stroke: #d0d7de; }
    .title { font-size: 21px; font-weight: 700; fill: #16202c; }
    .note { font-size: 13px; fill: #57606a; }
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
