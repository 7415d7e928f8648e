/// A schedule as a drawing tells it, whatever it is drawn with: rows in the order of time, steps
/// that only lead to the next one folded into it, and a row of its own for every delay.
package struct ScheduleStory: Equatable, Sendable {
  /// The outcome and what it took: *2 loads, with 1 delay in 8 steps*.
  package var headline: String
  /// The tasks by name: the columns.
  package var tasks: [String]
  /// From which step to which each task is there, steps counted from 1.
  package var lifetimes: [ClosedRange<Int>]
  /// What is drawn, from the top.
  package var rows: [Row]

  /// One row.
  package enum Row: Equatable, Sendable {
    /// A task goes on.
    case cell(Cell)
    /// Whoever was first is passed over before the next cell, in words.
    case delay(String)
    /// Steps that are left out, with so many delays among them.
    case gap(steps: ClosedRange<Int>, delays: Int)
    /// Nothing can go on: what each task waits for.
    case end([ScheduleTrace.Wait])
  }

  /// What one task does between two points at which another may go on.
  package struct Cell: Equatable, Sendable {
    /// The task, an index.
    package var task: Int
    /// The steps folded into it, counted from 1.
    package var steps: ClosedRange<Int>
    /// Whether another task ran before.
    package var isSwitch: Bool
    /// The executor or queue it ran on.
    package var place: String?
    /// What it did; nothing where all there is to say is where it ran.
    package var phrases: [Phrase]

    /// Its steps: `3`, `3-4`.
    package var label: String {
      steps.count == 1 ? "\(steps.lowerBound)" : "\(steps.lowerBound)-\(steps.upperBound)"
    }
  }

  /// One thing done, in words.
  package struct Phrase: Equatable, Sendable {
    package var text: String
    /// Whether it touches what tasks share: a variable or a lock.
    package var isSharing: Bool

    fileprivate static let goesOn = Phrase(text: "goes on", isSharing: false)
  }

  /// Which steps a gap leaves out, in words.
  package static func gap(_ steps: ClosedRange<Int>, delays: Int) -> String {
    let among = delays == 0 ? "" : ", with \(delays.counted("delay")),"
    return "steps \(steps.lowerBound) to \(steps.upperBound)\(among) left out"
  }

  /// Tells a trace.
  package init(_ trace: ScheduleTrace) {
    headline = Self.headline(of: trace)
    tasks = trace.tasks.map(\.printable)
    lifetimes = Self.lifetimes(of: trace)
    rows = Self.abridged(Self.rows(of: trace))
    if !trace.waits.isEmpty {
      let waits = trace.waits.map {
        ScheduleTrace.Wait(task: $0.task, reason: "waits for \($0.reason.printable)")
      }
      rows.append(.end(waits))
    }
  }

  private static func headline(of trace: ScheduleTrace) -> String {
    let delays = trace.delays
    let steps = "\(trace.steps.count.counted("step"))"
    let outcome = trace.outcome.printable
    return delays == 0
      ? "\(outcome), without a delay, in \(steps)"
      : "\(outcome), with \(delays.counted("delay")) in \(steps)"
  }

  // MARK: Rows

  private static func rows(of trace: ScheduleTrace) -> [Row] {
    let total = trace.delays
    var told = 0
    var rows: [Row] = []
    var first = 0
    for index in trace.steps.indices {
      let step = trace.steps[index]
      if step.delays > 0 {
        rows.append(.delay(trace.passing(at: index, after: told, of: total)))
        told += step.delays
      }
      let leadsOn = trace.leadsOn(index)
      var events = step.events
      if leadsOn { events.removeLast() }
      if leadsOn && events.isEmpty { continue }
      let phrases = events.isEmpty && step.place == nil ? [.goesOn] : events.map(\.phrase)
      let isSwitch = first == 0 || trace.steps[first - 1].task != step.task || step.delays > 0
      let cell = Cell(
        task: step.task, steps: first + 1...index + 1, isSwitch: isSwitch,
        place: step.place?.printable, phrases: phrases)
      rows.append(.cell(cell))
      first = index + 1
    }
    return rows
  }

  /// The beginning, the end and what lies about the first delays of a long story.
  private static func abridged(_ rows: [Row]) -> [Row] {
    guard rows.count > 60 else { return rows }
    let delays = rows.indices.filter { rows[$0].isDelay }.prefix(10)
    let kept = rows.indices.filter { index in
      index < 12 || index >= rows.count - 20 || delays.contains { abs($0 - index) <= 3 }
    }
    var abridged: [Row] = []
    var next = 0
    for index in kept {
      if index > next, let gap = gap(rows[next..<index]) { abridged.append(gap) }
      var row = rows[index]
      if index > next, case .cell(var cell) = row {
        cell.isSwitch = true
        row = .cell(cell)
      }
      abridged.append(row)
      next = index + 1
    }
    return abridged
  }

  private static func gap(_ rows: ArraySlice<Row>) -> Row? {
    let steps = rows.compactMap(\.cell?.steps)
    guard let first = steps.first, let last = steps.last else { return nil }
    return .gap(steps: first.lowerBound...last.upperBound, delays: rows.count(where: \.isDelay))
  }

  // MARK: Lifetimes

  /// A task that nobody started is there from the beginning, one that does not end until the end.
  private static func lifetimes(of trace: ScheduleTrace) -> [ClosedRange<Int>] {
    var births = [Int?](repeating: nil, count: trace.tasks.count)
    var ends = births
    var own = births
    for (index, step) in trace.steps.enumerated() {
      own[step.task] = own[step.task] ?? index + 1
      for event in step.events {
        switch event {
        case .starts(let task), .submits(let task, _):
          guard let task = trace.tasks.firstIndex(of: task) else { continue }
          births[task] = births[task] ?? index + 2
        case .ends: ends[step.task] = index + 1
        default: break
        }
      }
    }
    return trace.tasks.indices.map { task in
      let birth = min(births[task] ?? 1, own[task] ?? .max)
      return birth...max(birth, ends[task] ?? trace.steps.count + 1)
    }
  }
}

extension ScheduleStory.Row {
  package var cell: ScheduleStory.Cell? {
    guard case .cell(let cell) = self else { return nil }
    return cell
  }

  fileprivate var isDelay: Bool {
    guard case .delay = self else { return false }
    return true
  }
}

extension ScheduleTrace {
  /// Whether a step ends by getting in line where the next step of the schedule, its own, runs.
  fileprivate func leadsOn(_ index: Int) -> Bool {
    guard index + 1 < steps.count, case .enters(let executor)? = steps[index].events.last else {
      return false
    }
    let next = steps[index + 1]
    return next.task == steps[index].task && next.place == executor && next.delays == 0
  }

  /// A delay in words, naming whom it passes over where that is certain.
  fileprivate func passing(at index: Int, after told: Int, of total: Int) -> String {
    let count = steps[index].delays
    let numbers = count == 1 ? "\(told + 1)" : "\(told + 1)-\(told + count)"
    let delays = count == 1 ? "delay" : "delays"
    let title = total == count ? delays : "\(delays) \(numbers) of \(total)"
    let others: String
    if let first = certainlyFirst(before: index) {
      let name = tasks[first].printable
      others = count == 1 ? name : "\(name) and \((count - 1).counted("other"))"
    } else {
      others = count == 1 ? "another" : "\(count) others"
    }
    return "\(title): \(tasks[steps[index].task].printable) runs though \(others) could go on"
  }

  /// Whoever took the step before, if it could have gone on: nobody woke it before it did.
  private func certainlyFirst(before index: Int) -> Int? {
    guard index > 0 else { return nil }
    let last = steps[index - 1]
    guard last.task != steps[index].task else { return nil }
    for event in last.events {
      switch event {
      case .ends, .waits: return nil
      case .suspends:
        let rest = steps[index...]
        guard let next = rest.firstIndex(where: { $0.task == last.task }) else { return nil }
        let wake = Event.wakes(task: tasks[last.task])
        if rest[..<next].contains(where: { $0.events.contains(wake) }) { return nil }
      case .enters(let executor):
        if isAnother(than: last.task, inLineFor: executor, before: index) { return nil }
      default: break
      }
    }
    return last.task
  }

  private func isAnother(than task: Int, inLineFor executor: String, before index: Int) -> Bool {
    tasks.indices.contains { other in
      guard other != task, let last = steps[..<index].last(where: { $0.task == other }) else {
        return false
      }
      return last.events.contains(.enters(executor: executor))
    }
  }
}

extension ScheduleTrace.Event {
  fileprivate var phrase: ScheduleStory.Phrase {
    let (text, isSharing) =
      switch self {
      case .enters(let executor): ("enqueues on \(executor)", false)
      case .submits(let task, let queue): ("submits \(task) to \(queue)", false)
      case .starts(let task): ("starts \(task)", false)
      case .wakes(let task): ("resumes \(task)", false)
      case .cancels(let task): ("cancels \(task)", false)
      case .acquires(let lock): ("acquires \(lock)", true)
      case .releases(let lock): ("releases \(lock)", true)
      case .waits(let lock): ("waits for \(lock)", true)
      case .reads(let variable, let value): ("reads \(variable) = \(value.clipped(to: 80))", true)
      case .writes(let variable, let value): ("writes \(variable) = \(value.clipped(to: 80))", true)
      case .suspends: ("suspends", false)
      case .ends: ("ends", false)
      case .note(let text): (text, false)
      }
    return ScheduleStory.Phrase(text: text.printable, isSharing: isSharing)
  }
}
