/// What a plot has around its points: title, notes, the rows' names, rules, and an axis.
struct PlotFrame {
  /// A row's name, and a few words under it.
  struct Label: Equatable {
    var name: String
    var caption: String
  }

  private static let margin = 28.0
  private static let labelWidth = 236.0

  /// The picture's width, in pixels.
  static let width = 900.0
  /// The right edge of the last column of numbers.
  static let right = width - margin
  /// The left end of every axis.
  static let axisLeft = margin + labelWidth + 18

  private let titleLines: [String]
  private let noteLines: [String]
  private let labels: [(name: [String], caption: [String])]
  private let leastHeight: Double

  /// Lays out a title, notes that may wrap, and the rows from the top, each at least as high as
  /// `leastHeight`.
  init(title: String, notes: [String], labels: [Label], leastHeight: Double = 0) {
    self.leastHeight = leastHeight
    let room = Self.width - 2 * Self.margin
    // Bold letters are wider than the estimate.
    titleLines = TextWidth.wrap(title, size: 23.5, width: room, lines: 3)
    noteLines = notes.flatMap { TextWidth.wrap($0, size: 13, width: room, lines: 3) }
    self.labels = labels.map { label in
      let name = TextWidth.wrap(label.name, size: 14, width: Self.labelWidth, lines: 2)
      return (name, TextWidth.wrap(label.caption, size: 11.5, width: Self.labelWidth, lines: 1))
    }
  }

  // MARK: Places

  private var titleTop: Double { Self.margin + 18 }
  private var noteTop: Double { Self.margin + 14 + Double(titleLines.count) * 26 }
  /// The baseline of what stands over the axis and the columns.
  var headBaseline: Double { noteTop + Double(noteLines.count) * 18 + 16 }
  private var tickBaseline: Double { headBaseline + 20 }
  /// Where the first row begins.
  var top: Double { tickBaseline + 8 }
  /// Where the last row ends.
  var bottom: Double { top + labels.map(height).reduce(0, +) }
  /// Ticks stand under a tall plot too, so that no row is far from its axis.
  private var isTall: Bool { bottom - top > 560 }
  /// The baseline of the key.
  var keyBaseline: Double { bottom + (isTall ? 22 : 0) + 32 }
  /// The picture's height, in pixels.
  var height: Double { keyBaseline + 24 }

  private func height(_ label: (name: [String], caption: [String])) -> Double {
    max(leastHeight, 16 + Double(label.name.count) * 17 + Double(label.caption.count) * 15)
  }

  /// The middle of a row.
  func centre(of row: Int) -> Double {
    top + labels[..<row].map(height).reduce(0, +) + height(labels[row]) / 2
  }

  // MARK: Elements

  /// Ground, title and notes.
  var page: [SVG.Element] {
    let ground = Frame(x: 0.5, y: 0.5, width: Self.width - 1, height: height - 1)
    return [.rectangle(ground, radius: 10, style: "ground")]
      + titleLines.enumerated().map {
        .text($1, x: Self.margin, y: titleTop + Double($0) * 26, style: "title")
      }
      + noteLines.enumerated().map {
        .text($1, x: Self.margin, y: noteTop + Double($0) * 18, style: "note")
      }
  }

  /// Lines across the rows at the ticks of an axis, and the ticks' labels.
  func grid(_ axis: some PlotAxis, label: (Double) -> String) -> [SVG.Element] {
    // Labels are as wide as the numbers at the ends of the axis need.
    let widest = axis.ticks(width: 50).map { TextWidth.of(label($0), size: 12) }.max() ?? 0
    return axis.ticks(width: max(50, widest + 12)).flatMap { tick -> [SVG.Element] in
      let x = axis.position(of: tick)
      let text = label(tick)
      let line = Frame(x: x - 0.5, y: top, width: 1, height: bottom - top)
      let under: [SVG.Element] =
        isTall ? [.text(text, x: x, y: bottom + 18, style: "tick")] : []
      return [.rectangle(line, style: "grid"), .text(text, x: x, y: tickBaseline, style: "tick")]
        + under
    }
  }

  /// The names of the rows and the rules between them.
  var names: [SVG.Element] {
    labels.indices.flatMap { index -> [SVG.Element] in
      let label = labels[index]
      let top = centre(of: index) - height(label) / 2
      let rule = Frame(x: Self.margin, y: top - 0.5, width: Self.right - Self.margin, height: 1)
      let captionTop = top + 20 + Double(label.name.count) * 17
      return [.rectangle(rule, style: "rule")]
        + label.name.enumerated().map {
          .text($1, x: Self.margin, y: top + 21 + Double($0) * 17, style: "row")
        }
        + label.caption.map { .text($0, x: Self.margin, y: captionTop, style: "small") }
    }
  }

  /// What the shapes mean, side by side: each drawn about a centre, with its words.
  func key(_ entries: [((_ x: Double, _ y: Double) -> SVG.Element, String)]) -> [SVG.Element] {
    var x = Self.margin
    return entries.flatMap { draw, words -> [SVG.Element] in
      defer { x += 20 + TextWidth.of(words, size: 13) + 16 }
      return [
        draw(x + 7, keyBaseline - 4.5), .text(words, x: x + 20, y: keyBaseline, style: "note"),
      ]
    }
  }
}
