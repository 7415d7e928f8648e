/// Names beside points, placed so that none covers another, or a point, as long as there is room.
struct PointLabels {
  /// The names.
  private(set) var texts: [SVG.Element] = []
  /// Lines from the points to names that stand far off.
  private(set) var ties: [SVG.Element] = []

  private static let size = 13.0
  private static let lineHeight = 16.0

  /// Places names one after another, each as near its point as those before leave room.
  init(_ names: [String], at points: [(x: Double, y: Double)], in room: Frame) {
    var taken = points.map { Frame(x: $0.x - 8, y: $0.y - 8, width: 16, height: 16) }
    for (name, point) in zip(names, points) {
      let text = TextWidth.wrap(name, size: Self.size, width: 260, lines: 1).joined()
      let width = TextWidth.of(text, size: Self.size)
      let places = Self.places(of: width, about: point)
      let isInside = places.filter { room.holds($0.frame) }
      let isFree = isInside.first { place in !taken.contains { $0.meets(place.frame) } }
      guard let place = isFree ?? isInside.first ?? places.first else { continue }
      taken.append(place.frame)
      let frame = place.frame
      texts.append(.text(text, x: frame.x, y: frame.y + 12.5, style: "name"))
      guard place.isFar else { continue }
      let end = (
        x: min(max(point.x, frame.x), frame.x + frame.width),
        y: min(max(point.y, frame.y), frame.y + frame.height)
      )
      ties.append(.path([point, end], closed: false, style: "lead"))
    }
  }

  /// The places for a name about a point, the nearest first: right, left, above, below, aslant.
  private static func places(
    of width: Double, about point: (x: Double, y: Double)
  ) -> [(frame: Frame, isFar: Bool)] {
    let directions = [(1.0, 0.0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1)]
    return stride(from: 0.0, through: 120, by: 15).flatMap { distance in
      directions.map { across, down in
        let gap = 11 + distance
        let x = point.x + across * gap - width * (1 - across) / 2
        let y = point.y + down * (gap + lineHeight / 2 - 1) - lineHeight / 2
        return (Frame(x: x, y: y, width: width, height: lineHeight), distance > 0)
      }
    }
  }
}

extension Frame {
  /// Whether another lies within it.
  fileprivate func holds(_ other: Frame) -> Bool {
    other.x >= x && other.y >= y && other.x + other.width <= x + width
      && other.y + other.height <= y + height
  }

  /// Whether the two have a place in common.
  fileprivate func meets(_ other: Frame) -> Bool {
    x < other.x + other.width && other.x < x + width && y < other.y + other.height
      && other.y < y + height
  }
}
