import Evidence

/// The places and elements of a schedule's picture, laid out from the top.
///
/// A task that runs is a card with a bar at its left; the bar's line goes on in dots while it
/// waits. An arrow leads from bar to bar where another goes on, and bands cross all lanes where
/// the schedule departs from the plain order and where nothing can go on.
struct ScheduleLayout {
  /// Where the tasks stand.
  let lanes: ScheduleLanes
  /// All that is drawn, the lowest first.
  private(set) var elements: [SVG.Element] = []
  /// The picture's height, in pixels.
  private(set) var height = 0.0

  private let story: ScheduleStory
  private var y = 0.0
  /// What stands above the next row.
  private var above = Above.head
  /// Where the tasks' lines go: the tops and bottoms of the rows by their steps.
  private var spans: [(steps: ClosedRange<Int>, top: Double, bottom: Double)] = []

  private enum Above: Equatable {
    case head, band, gap
    case card(task: Int, bottom: Double)
  }

  private static let lineHeight = 18.0
  private static let barWidth = 5.0
  /// What the widths of names and of what is shared are told by: bold letters are wider than the
  /// estimate.
  private static let boldSize = 15.5

  /// Lays out a chart.
  init(_ chart: ScheduleChart) {
    story = chart.story
    lanes = ScheduleLanes(tasks: chart.story.tasks.count)
    var front = head(title: chart.title, caption: chart.caption)
    let top = y
    front += story.rows.flatMap { row in
      switch row {
      case .cell(let cell): card(cell)
      case .delay(let words): delay(words)
      case .gap(let steps, let delays): gap(steps, delays)
      case .end(let waits): end(waits)
      }
    }
    let bottom = y
    front += key()
    height = y + 24
    let ground = Frame(x: 0.5, y: 0.5, width: lanes.width - 1, height: height - 1)
    elements =
      [.rectangle(ground, radius: 10, style: "ground")] + lines(from: top, to: bottom) + front
  }

  /// The middle of a task's bar.
  private func bar(of task: Int) -> Double { lanes.lefts[task] + Self.barWidth / 2 }

  private func texts(
    _ lines: [String], x: Double, y: Double, style: String, height: Double = lineHeight
  ) -> [SVG.Element] {
    lines.enumerated().map { .text($1, x: x, y: y + Double($0) * height, style: style) }
  }

  // MARK: Head and key

  private mutating func head(title: String, caption: String) -> [SVG.Element] {
    let margin = ScheduleLanes.margin
    let room = lanes.right - margin
    let titles = TextWidth.wrap(title, size: 23.5, width: room, lines: 3)
    let captions =
      caption.isEmpty ? [] : TextWidth.wrap(caption, size: 13, width: room, lines: 3)
    var head = texts(titles, x: margin, y: margin + 18, style: "title", height: 26)
    y = margin + 14 + Double(titles.count) * 26
    head += texts(captions, x: margin, y: y, style: "note")
    y += Double(captions.count) * 18 + 14
    head.append(.text("step", x: ScheduleLanes.numberRight, y: y, style: "step"))
    if lanes.isShared {
      head.append(.text("task", x: ScheduleLanes.nameLeft, y: y, style: "small"))
      y += 10
      return head
    }
    let names = story.tasks.map {
      TextWidth.wrap($0, size: Self.boldSize, width: lanes.cardWidth, lines: 2)
    }
    for (task, name) in names.enumerated() {
      head += texts(name, x: lanes.lefts[task], y: y, style: "task")
    }
    y += Double((names.map(\.count).max() ?? 1) - 1) * Self.lineHeight + 12
    return head
  }

  /// What the shapes mean, of those that occur.
  private mutating func key() -> [SVG.Element] {
    y += 30
    let middle = y - 4.5
    var x = ScheduleLanes.margin
    var key: [SVG.Element] = []
    func add(_ shapes: [SVG.Element], width: Double, _ words: String) {
      key += shapes + [.text(words, x: x + width + 8, y: y, style: "note")]
      x += width + 8 + TextWidth.of(words, size: 13) + 20
    }
    let card = Frame(x: x, y: middle - 8, width: 22, height: 16)
    add(
      [
        .rectangle(card, radius: 3, style: "card"),
        .rectangle(Frame(x: x, y: middle - 8, width: Self.barWidth, height: 16), style: "bar"),
      ], width: 22, "runs")
    if !lanes.isShared {
      let ends = [(x: x + 3, y: middle - 9), (x: x + 3, y: middle + 9)]
      add([.path(ends, closed: false, style: "waits")], width: 6, "does not run")
    }
    if story.rows.contains(where: { if case .delay = $0 { true } else { false } }) {
      add(
        [cross(x: x + 8, y: middle, style: "delay-mark")].flatMap { $0 }, width: 16,
        "delay: another runs though the first in line could go on")
    }
    return key
  }

  // MARK: Rows

  private mutating func card(_ cell: ScheduleStory.Cell) -> [SVG.Element] {
    let left = lanes.lefts[cell.task]
    y += space(before: cell)
    let content = content(of: cell)
    let frame = Frame(
      x: left, y: y, width: lanes.cardWidth, height: Double(content.count) * Self.lineHeight + 14)
    var elements = cell.isSwitch ? arrow(to: cell.task) : []
    elements += [
      .rectangle(frame, radius: 4, style: "card"),
      .rectangle(
        Frame(x: left, y: y, width: Self.barWidth, height: frame.height), radius: 2, style: "bar"),
      .text(cell.label, x: ScheduleLanes.numberRight, y: y + 20, style: "step"),
    ]
    elements += content.enumerated().map { index, line in
      .text(
        line.text, x: left + 16 + line.indent, y: y + 20 + Double(index) * Self.lineHeight,
        style: line.style)
    }
    if lanes.isShared && cell.isSwitch {
      let name = TextWidth.wrap(
        story.tasks[cell.task], size: Self.boldSize, width: ScheduleLanes.nameWidth, lines: 2)
      elements += texts(name, x: ScheduleLanes.nameLeft, y: y + 20, style: "task")
    }
    spans.append((cell.steps, y, y + frame.height))
    y += frame.height
    above = .card(task: cell.task, bottom: y)
    return elements
  }

  /// The lines on a card: where, then each thing done, its second line and the next indented.
  private func content(
    of cell: ScheduleStory.Cell
  ) -> [(text: String, style: String, indent: Double)] {
    let room = lanes.cardWidth - 40
    let place = cell.place.map { TextWidth.wrap("on \($0)", size: 12, width: room, lines: 2) }
    let phrases = cell.phrases.flatMap { phrase in
      let size = phrase.isSharing ? Self.boldSize : 14
      return TextWidth.wrap(phrase.text, size: size, width: room, lines: 4).enumerated()
        .map { ($1, phrase.isSharing ? "shared" : "plain", $0 == 0 ? 0.0 : 12.0) }
    }
    return (place ?? []).map { ($0, "place", 0.0) } + phrases
  }

  private func space(before cell: ScheduleStory.Cell) -> Double {
    switch above {
    case .head: 0
    case .card where !cell.isSwitch: 2
    case .card: lanes.isShared ? 10 : 26
    case .band: lanes.isShared ? 10 : 18
    case .gap: 14
    }
  }

  /// An arrow to the top of this card, from the bar or from the band above.
  private func arrow(to task: Int) -> [SVG.Element] {
    guard !lanes.isShared else { return [] }
    let x = bar(of: task)
    let point = [(x: x, y: y - 1), (x: x - 5, y: y - 9), (x: x + 5, y: y - 9)]
    switch above {
    case .band:
      let line = [(x: x, y: y - 18), (x: x, y: y - 7)]
      return [
        .path(line, closed: false, style: "delay-arrow"),
        .path(point, closed: true, style: "delay-mark"),
      ]
    case .card(let other, let bottom) where other != task:
      let (from, middle) = (bar(of: other), (bottom + y) / 2 - 2)
      let line = [(x: from, y: bottom), (x: from, y: middle), (x: x, y: middle), (x: x, y: y - 7)]
      return [
        .path(line, closed: false, style: "switch"),
        .path(point, closed: true, style: "switch-head"),
      ]
    default: return []
    }
  }

  private mutating func delay(_ words: String) -> [SVG.Element] {
    band(words, "delay", mark: "delay-mark")
  }

  private mutating func gap(_ steps: ClosedRange<Int>, _ delays: Int) -> [SVG.Element] {
    y += 28
    above = .gap
    let words = ScheduleStory.gap(steps, delays: delays)
    return [.text(words, x: ScheduleLanes.nameLeft + 12, y: y, style: "note")]
  }

  private mutating func end(_ waits: [ScheduleTrace.Wait]) -> [SVG.Element] {
    var elements = band("nothing can go on", "stuck", mark: "stuck-mark")
    y += 10
    let top = y
    for wait in waits {
      let left = lanes.lefts[wait.task]
      let lines = TextWidth.wrap(
        wait.reason, size: Self.boldSize, width: lanes.cardWidth - 26, lines: 4)
      let height = Double(lines.count) * Self.lineHeight + 14
      let start = lanes.isShared ? y : top
      let frame = Frame(x: left, y: start, width: lanes.cardWidth, height: height)
      elements.append(.rectangle(frame, radius: 4, style: "stuck"))
      elements += texts(lines, x: left + 16, y: start + 20, style: "stuck-text")
      if lanes.isShared {
        let name = TextWidth.wrap(
          story.tasks[wait.task], size: Self.boldSize, width: ScheduleLanes.nameWidth, lines: 1)
        elements += texts(name, x: ScheduleLanes.nameLeft, y: start + 20, style: "task")
      }
      y = max(y, start + height + (lanes.isShared ? 4 : 0))
    }
    return elements
  }

  /// Words on a band across all lanes, with a cross at its left.
  private mutating func band(_ words: String, _ style: String, mark: String) -> [SVG.Element] {
    y += above == .head ? 0 : 12
    let left = ScheduleLanes.margin
    let text = ScheduleLanes.nameLeft
    let lines = TextWidth.wrap(words, size: Self.boldSize, width: lanes.right - text - 16, lines: 3)
    let frame = Frame(
      x: left, y: y, width: lanes.right - left,
      height: Double(lines.count) * Self.lineHeight + 14)
    let elements =
      [.rectangle(frame, radius: 4, style: style)]
      + cross(x: left + 20, y: y + 16, style: mark)
      + texts(lines, x: text, y: y + 21, style: "\(style)-text")
    y += frame.height
    above = .band
    return elements
  }

  /// An octagon with a cross in it.
  private func cross(x: Double, y: Double, style: String) -> [SVG.Element] {
    let (far, near) = (8.5, 3.5)
    let corners = [
      (-near, -far), (near, -far), (far, -near), (far, near), (near, far), (-near, far),
      (-far, near), (-far, -near),
    ]
    func stroke(_ slope: Double) -> SVG.Element {
      .path(
        [(x: x - 3.5, y: y - 3.5 * slope), (x: x + 3.5, y: y + 3.5 * slope)], closed: false,
        style: "\(style)-cross")
    }
    return [
      .path(corners.map { (x: x + $0.0, y: y + $0.1) }, closed: true, style: style), stroke(1),
      stroke(-1),
    ]
  }

  // MARK: Lines

  /// The tasks' dotted lines, under everything else.
  private func lines(from top: Double, to bottom: Double) -> [SVG.Element] {
    guard !lanes.isShared else { return [] }
    return story.tasks.indices.compactMap { task in
      let life = story.lifetimes[task]
      guard let first = spans.first(where: { $0.steps.upperBound >= life.lowerBound }) else {
        return nil
      }
      let last = spans.first { $0.steps.upperBound >= life.upperBound }
      let start = life.lowerBound == 1 ? top : first.top
      let x = bar(of: task)
      return .path(
        [(x: x, y: start), (x: x, y: last?.bottom ?? bottom)], closed: false, style: "waits")
    }
  }
}
