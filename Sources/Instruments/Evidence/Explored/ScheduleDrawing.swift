extension ScheduleTrace {
  /// The schedule as text: the outcome first, then time downwards and a column for each task.
  ///
  /// `▶` is where a task goes on after another, `│` what it does next, `┆` a task that waits for
  /// its turn or for something. `✗` is a delay, and who waits for what where nothing can go on.
  /// No line is wider than `columns`, 40 at least; where the tasks do not fit side by side, they
  /// are told in a list. Stories of more than 60 rows are abridged.
  public func drawing(columns: Int = 100) -> String {
    ScheduleDrawing(ScheduleStory(self), columns: max(40, columns)).lines.joined(separator: "\n")
  }
}

// Rules at every switch hid the one that matters, and one indented list lost who waits meanwhile;
// so a switch is a mark in its column, and the only lines across are the delays and the deadlock.
/// A schedule's story on a grid of letters.
struct ScheduleDrawing {
  private let story: ScheduleStory
  private let columns: Int
  /// The width of the step numbers and of the space after them.
  private let gutter: Int
  /// The widths of the tasks' columns with their marks, none where they do not fit.
  private let widths: [Int]

  private static let least = 18
  private static let gap = 2

  init(_ story: ScheduleStory, columns: Int) {
    self.story = story
    self.columns = columns
    let labels = story.rows.compactMap(\.cell?.label.count)
    gutter = max(4, labels.max() ?? 0) + 2
    let room = columns - gutter - Self.gap * max(0, story.tasks.count - 1)
    widths = Self.shares(of: room, wanted: story.tasks.indices.map { Self.width(of: $0, story) })
  }

  /// The whole drawing.
  var lines: [String] {
    let body = widths.isEmpty ? list : sideBySide
    return (story.headline.wrapped(to: columns) + (story.rows.isEmpty ? [] : [""] + body))
      .map(\.trimmedEnd)
  }

  // MARK: Widths

  /// What a task's column needs for no line to break.
  private static func width(of task: Int, _ story: ScheduleStory) -> Int {
    let lines = story.rows.flatMap { row -> [String] in
      switch row {
      case .cell(let cell) where cell.task == task: cell.lines
      case .end(let waits): waits.filter { $0.task == task }.map(\.reason)
      default: []
      }
    }
    return 2 + ([story.tasks[task]] + lines).reduce(0) { max($0, $1.gridWidth) }
  }

  /// What each gets of the room: what it wants, or an equal part of what the modest ones leave;
  /// nothing where that would be too narrow to read.
  private static func shares(of room: Int, wanted: [Int]) -> [Int] {
    guard wanted.reduce(0, { $0 + min($1, least) }) <= room else { return [] }
    var shares = wanted
    var left = room
    for (done, index) in wanted.indices.sorted(by: { wanted[$0] < wanted[$1] }).enumerated() {
      shares[index] = min(wanted[index], left / (wanted.count - done))
      left -= shares[index]
    }
    return shares
  }

  // MARK: Side by side

  private var sideBySide: [String] {
    let names = zip(story.tasks, widths).map { name, width in
      name.wrapped(to: width - 2).map { "  \($0)" }
    }
    return joined("step", names, waiting: [])
      + story.rows.flatMap { row -> [String] in
        switch row {
        case .cell(let cell): lines(of: cell)
        case .delay(let words): rule(words)
        case .gap(let steps, let delays): leftOut(steps, delays)
        case .end(let waits):
          rule("nothing can go on") + joined("", blocks(of: waits), waiting: [])
        }
      }
  }

  private func lines(of cell: ScheduleStory.Cell) -> [String] {
    let waiting = story.tasks.indices.filter { task in
      task != cell.task && story.lifetimes[task].contains(cell.steps.lowerBound)
    }
    var blocks = [[String]](repeating: [], count: widths.count)
    let texts = cell.lines.flatMap { $0.wrapped(to: widths[cell.task] - 2, indent: "  ") }
    blocks[cell.task] = texts.enumerated().map { index, text in
      "\(index == 0 && cell.isSwitch ? "▶" : "│") \(text)"
    }
    return joined(cell.label, blocks, waiting: Set(waiting))
  }

  private func blocks(of waits: [ScheduleTrace.Wait]) -> [[String]] {
    widths.indices.map { task in
      waits.filter { $0.task == task }.flatMap { wait in
        wait.reason.wrapped(to: widths[task] - 2).enumerated().map { index, text in
          "\(index == 0 ? "✗" : " ") \(text)"
        }
      }
    }
  }

  /// A label and blocks of lines, side by side.
  private func joined(_ label: String, _ blocks: [[String]], waiting: Set<Int>) -> [String] {
    let height = blocks.reduce(1) { max($0, $1.count) }
    return (0..<height).map { line in
      let cells = blocks.indices.map { task in
        let text = line < blocks[task].count ? blocks[task][line] : ""
        return (text.isEmpty && waiting.contains(task) ? "┆" : text).padded(to: widths[task])
      }
      return number(line == 0 ? label : "")
        + cells.joined(separator: String(repeating: " ", count: Self.gap))
    }
  }

  private func number(_ label: String) -> String {
    let before = String(repeating: " ", count: gutter - 2 - label.count)
    return "\(before)\(label)  "
  }

  /// Words in a line across the drawing, or across a drawing of the width given.
  private func rule(_ words: String, width: Int? = nil) -> [String] {
    let drawn = width ?? gutter + widths.reduce(0, +) + Self.gap * max(0, widths.count - 1)
    let lines = words.wrapped(to: columns - 6)
    return lines.enumerated().map { index, line in
      let head = (index == 0 ? "✗─ " : "   ") + line
      guard index == lines.count - 1 else { return head }
      let rest = max(2, drawn - head.gridWidth - 1)
      return "\(head) \(String(repeating: "─", count: rest))"
    }
  }

  private func leftOut(_ steps: ClosedRange<Int>, _ delays: Int) -> [String] {
    ScheduleStory.gap(steps, delays: delays).wrapped(to: columns - gutter - 2)
      .map { number("") + "┆ \($0)" }
  }

  // MARK: One below another

  private var list: [String] {
    let names = story.tasks.map(\.gridWidth).max() ?? 0
    let name = min(max(4, names), columns / 3)
    let texts = story.rows.map { $0.cell?.lines.joined(separator: ", ").gridWidth ?? 0 }
    let width = min(columns, gutter + 2 + name + 2 + (texts.max() ?? 0))
    func entry(_ label: String, _ mark: String, _ task: String, _ text: String) -> [String] {
      let names = task.wrapped(to: name)
      let texts = text.wrapped(to: columns - gutter - name - 4)
      return (0..<max(names.count, texts.count)).map { line in
        number(line == 0 ? label : "") + (line == 0 ? mark : " ") + " "
          + (line < names.count ? names[line] : "").padded(to: name) + "  "
          + (line < texts.count ? texts[line] : "")
      }
    }
    return entry("step", " ", "task", "what")
      + story.rows.flatMap { row in
        switch row {
        case .cell(let cell):
          entry(
            cell.label, cell.isSwitch ? "▶" : "│", cell.isSwitch ? story.tasks[cell.task] : "",
            cell.lines.joined(separator: ", "))
        case .delay(let words): rule(words, width: width)
        case .gap(let steps, let delays): leftOut(steps, delays)
        case .end(let waits):
          rule("nothing can go on", width: width)
            + waits.flatMap { entry("", "✗", story.tasks[$0.task], $0.reason) }
        }
      }
  }
}

extension ScheduleStory.Cell {
  /// What it did, a line for each thing, the first beginning with where.
  fileprivate var lines: [String] {
    let texts = phrases.map(\.text)
    guard let place else { return texts }
    guard let first = texts.first else { return ["on \(place)"] }
    return ["on \(place): \(first)"] + texts.dropFirst()
  }
}
