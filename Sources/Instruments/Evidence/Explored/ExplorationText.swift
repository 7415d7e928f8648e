extension Exploration: CustomStringConvertible {
  /// The result as text: how much was searched, the outcomes as a table, the findings, and
  /// drawings of the two least expected outcomes at most.
  public var description: String { text(columns: 100, drawing: leastExpected) }

  /// The result as text with a drawing of the unexpected outcome that takes the fewest delays.
  public func text(columns: Int = 100, unexpected: (String) -> Bool) -> String {
    text(columns: columns, drawing: outcomes.filter { unexpected($0.name) }.prefix(1))
  }

  /// Those to draw where nobody says what was expected: all but the one of fewest delays, which is
  /// what a glance at the code suggests; it too where it cannot go on or is being replayed.
  var leastExpected: ArraySlice<Outcome> {
    let first = outcomes.prefix(1).filter { !$0.trace.waits.isEmpty || options.schedule != nil }
    return (first + outcomes.dropFirst()).prefix(2)
  }

  /// How an outcome came about, and the line that replays it.
  func drawing(of outcome: Outcome, columns: Int) -> String {
    outcome.trace.drawing(columns: columns) + "\n\n" + replayLine(of: outcome.schedule)
  }

  private func replayLine(of schedule: String) -> String {
    let setting = "INTERLEAVING_SCHEDULE=\(schedule)"
    return replay.map { "\(setting) \($0)" }
      ?? "To replay it: set \(setting) and run the same again."
  }

  private func text(columns: Int, drawing drawn: ArraySlice<Outcome>) -> String {
    let columns = Swift.max(40, columns)
    var parts = ["\(program.printable): \(headline)".wrapped(to: columns)]
    if !outcomes.isEmpty { parts.append(table(columns: columns)) }
    parts += findings.map { finding in
      let text = "✗ \(finding.kind.name): \(finding.message.printable)"
      let replay = finding.schedule.map { [replayLine(of: $0)] } ?? []
      return text.wrapped(to: columns, indent: "  ") + replay
    }
    if !notes.isEmpty {
      parts.append(notes.flatMap { "- \($0.printable)".wrapped(to: columns, indent: "  ") })
    }
    parts += drawn.map { [drawing(of: $0, columns: columns)] }
    return parts.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// How much was searched, and whether that is everything.
  private var headline: String {
    let found = outcomes.isEmpty ? "no outcome" : outcomes.count.counted("outcome")
    let traces = traces.map { ", \($0.counted("trace"))" } ?? ""
    return "\(found) in \(schedules.counted("schedule"))\(traces); \(coverage.printable)"
  }

  private func table(columns: Int) -> [String] {
    let heads = ["outcome", "schedules", "fewest delays", "schedule"]
    let figures = outcomes.map { ($0.schedules.grouped, $0.delays.grouped) }
    let counts = figures.reduce(heads[1].count) { Swift.max($0, $1.0.count) }
    let ids = outcomes.reduce(heads[3].count) { Swift.max($0, $1.schedule.count) }
    // An id stands whole, since it is there to be pasted; a name wraps before it.
    let rest = 2 + counts + 2 + heads[2].count + 2
    let room = Swift.max(heads[0].count, columns - rest - ids)
    let widest = outcomes.map(\.name.printable.gridWidth).max() ?? 0
    let width = Swift.min(room, Swift.max(heads[0].count, widest))
    func line(_ name: String, _ schedules: String, _ delays: String, _ id: String) -> [String] {
      let names = name.wrapped(to: width, indent: "  ")
      let figures = [(schedules, counts), (delays, heads[2].count)].map { text, width in
        String(repeating: " ", count: width - text.count) + text
      }
      let first = ([names[0].padded(to: width)] + figures + [id]).joined(separator: "  ")
      return [first] + names.dropFirst()
    }
    return line(heads[0], heads[1], heads[2], heads[3])
      + zip(outcomes, figures).flatMap { outcome, figures in
        line(outcome.name.printable, figures.0, figures.1, outcome.schedule)
      }
  }
}

extension Exploration.Coverage {
  fileprivate var printable: String {
    switch self {
    case .complete(let relativeTo) where relativeTo.isEmpty: "complete"
    case .complete(let relativeTo):
      "complete relative to \(relativeTo.map(\.printable).joined(separator: ", "))"
    case .bounded(let why): "bounded: \(why.printable)"
    case .sampled(let what): "sampled: \(what.printable)"
    }
  }
}

extension ExplorationFinding.Kind {
  /// The kind in a word or two.
  var name: String {
    switch self {
    case .escaped: "escaped"
    case .unfinished: "unfinished"
    case .trapped: "trapped"
    case .blocked: "blocked"
    case .spinning: "spinning"
    case .nondeterministic: "nondeterministic"
    case .undeclaredSharing: "undeclared sharing"
    }
  }
}
