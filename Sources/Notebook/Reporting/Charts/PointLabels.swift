/// Names beside points, placed so that none covers another, or a point, as long as there is room.
struct PointLabels {
  /// The names.
  private(set) var texts: [SVG.Element] = []
  /// Lines from the points to names that stand far off.
  private(set) var ties: [SVG.Element] = []

  private static let lineHeight = 16.0

  /// A place for a name: where it lies, and at which end it is fast.
  private struct Place {
    var frame: Frame
    var anchor: (x: Double, style: String)
    var isFar: Bool
  }

  /// How wide a name is, generously: bold letters are wider than the estimate.
  static func width(_ name: String) -> Double { TextWidth.of(name, size: 14) }

  /// Places names one after another, each as near its point as those before leave room.
  init(_ names: [String], at points: [(x: Double, y: Double)], in room: Frame) {
    var taken = points.map { Frame(x: $0.x - 8, y: $0.y - 8, width: 16, height: 16) }
    for (name, point) in zip(names, points) {
      let text = TextWidth.wrap(name, size: 14, width: 300, lines: 1).joined()
      let places = Self.places(of: Self.width(text), about: point)
      let inside = places.filter { room.holds($0.frame) }
      let free = inside.first { place in !taken.contains { $0.meets(place.frame) } }
      guard let place = free ?? inside.first ?? places.first else { continue }
      let frame = place.frame
      taken.append(frame)
      texts.append(
        .text(text, x: place.anchor.x, y: frame.y + 12.5, style: place.anchor.style))
      guard place.isFar else { continue }
      let end = (
        x: min(max(point.x, frame.x), frame.x + frame.width),
        y: min(max(point.y, frame.y), frame.y + frame.height)
      )
      ties.append(.path([point, end], closed: false, style: "lead"))
    }
  }

  /// The places for a name about a point, the nearest first: right, left, above, below, aslant.
  private static func places(of width: Double, about point: (x: Double, y: Double)) -> [Place] {
    let directions = [(1.0, 0.0), (-1, 0), (0, -1), (0, 1), (1, -1), (1, 1), (-1, -1), (-1, 1)]
    return stride(from: 0.0, through: 120, by: 15).flatMap { distance in
      directions.map { across, down in
        let gap = 11 + distance
        let x = point.x + across * gap
        let y = point.y + down * (gap + lineHeight / 2 - 1) - lineHeight / 2
        let style = across > 0 ? "name" : across < 0 ? "name-back" : "name-over"
        let frame = Frame(
          x: x - width * (1 - across) / 2, y: y, width: width, height: lineHeight)
        return Place(frame: frame, anchor: (x, style), isFar: distance > 0)
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
