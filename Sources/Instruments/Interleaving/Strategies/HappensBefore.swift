/// Which steps of a run happen before which, by vector clocks, and which of them race.
///
/// A step comes after the one before of its process, after its cause, and after every earlier step
/// that it depends on. Steps are appended as a run took them and taken off again where the next run
/// departs from it, so that what two runs have in common is worked out once.
struct HappensBefore {
  private struct Event {
    var process: ProcessID
    var cause: Int32
    /// The step before of this process; -1 for none.
    var previous: Int32
    /// Its first access among ``AccessChains/links``.
    var firstLink: Int32
  }

  /// Two steps that depend on each other and could have come the other way round.
  struct Race {
    var earlier: Int32
    var later: Int32
    /// Whether steps between the two may lie on a path from one to the other: see the roles
    /// `acquire` and `overtakable`.
    var isIndirect: Bool
  }

  private var events: [Event] = []
  private var chains = AccessChains()
  /// The last step of each process; -1 for none.
  private var last: [Int32] = []
  /// A row of ``width`` for each step: by process, its last step that comes before or is this one.
  /// Rows beyond the last step are left over and written anew.
  private var clocks: [Int32] = []
  private var width = 8

  /// Where the races of the step last appended are left.
  private(set) var races: [Race] = []
  private var candidates: [Int32] = []
  private var firsts: [Int32] = []

  var count: Int { events.count }

  /// Takes steps off until so many are left.
  mutating func truncate(to count: Int) {
    guard count < events.count else { return }
    chains.truncate(to: Int(events[count].firstLink))
    while events.count > count {
      let event = events.removeLast()
      last[Int(event.process)] = event.previous
    }
  }

  /// Appends a step and finds what it races with.
  mutating func append(_ step: RecordedStep) {
    let index = Int32(truncatingIfNeeded: events.count)
    let process = Int(step.process)
    makeRoom(for: process)
    let previous = last[process]
    events.append(
      Event(
        process: step.process, cause: step.cause, previous: previous,
        firstLink: Int32(truncatingIfNeeded: chains.links.count)))
    if !races.isEmpty { races.removeAll(keepingCapacity: true) }
    writeRow(copying: previous)
    join(step.cause)
    raceWithWhatNothingHides(step, at: index)
    for access in step.accesses {
      // What a step did before it began in line is not hidden by what it comes after there: who
      // gets in line and is let in at once could have come before the one who was there first.
      if access.role == .ordered, !candidates.isEmpty { raceWithCandidates(at: index) }
      follow(access)
    }
    if !candidates.isEmpty { raceWithCandidates(at: index) }
    clocks[Int(index) * width + process] = index
    last[process] = index
    for access in step.accesses { chains.append(access, of: index) }
  }

  // MARK: Clocks

  private mutating func makeRoom(for process: Int) {
    while last.count <= process { last.append(-1) }
    guard process >= width else { return }
    let wider = max(width * 2, process + 1)
    var rows = [Int32](repeating: -1, count: events.count * wider)
    for row in events.indices {
      for column in 0..<width { rows[row * wider + column] = clocks[row * width + column] }
    }
    (clocks, width) = (rows, wider)
  }

  /// Begins the newest step's row with another's, or with nothing for -1.
  private mutating func writeRow(copying step: Int32) {
    let width = width
    let start = (events.count - 1) * width
    while clocks.count < start + width { clocks.append(-1) }
    clocks.withUnsafeMutableBufferPointer { clocks in
      for column in 0..<width {
        clocks[start + column] = step < 0 ? -1 : clocks[Int(step) * width + column]
      }
    }
  }

  /// Whether `earlier` is, or comes before, the step that `later` is.
  @inline(__always)
  private func precedes(_ earlier: Int32, _ later: Int32) -> Bool {
    clocks[Int(later) * width + Int(events[Int(earlier)].process)] >= earlier
  }

  /// Has the step last appended come after another; returns whether it did not yet.
  @discardableResult
  private mutating func join(_ step: Int32) -> Bool {
    let newest = events.count - 1
    guard step >= 0, step < newest, !precedes(step, Int32(truncatingIfNeeded: newest)) else {
      return false
    }
    let width = width
    let (from, to) = (Int(step) * width, newest * width)
    clocks.withUnsafeMutableBufferPointer { clocks in
      for column in 0..<width where clocks[from + column] > clocks[to + column] {
        clocks[to + column] = clocks[from + column]
      }
    }
    return true
  }

  // MARK: Races

  /// Acquisitions, and enqueues that would have gone first: so far the newest step comes only after
  /// its own process's last and its cause, and what it does not come after by these, it need not.
  private mutating func raceWithWhatNothingHides(_ step: RecordedStep, at index: Int32) {
    for access in step.accesses {
      switch access.role {
      case .plain, .ordered: continue
      case .acquire:
        var link = chains.head(of: access.object)
        while link >= 0, chains.links[Int(link)].role != .acquire {
          link = chains.links[Int(link)].previous
        }
        if link >= 0 { raceIndirectly(with: chains.links[Int(link)].step, at: index) }
      case .overtakable:
        var link = chains.lastWrite(from: chains.head(of: access.object))
        // Each enqueue comes after those before it in the same line.
        while link >= 0, raceIndirectly(with: chains.links[Int(link)].step, at: index) {
          link = chains.links[Int(link)].previousWrite
        }
      }
    }
  }

  @discardableResult
  private mutating func raceIndirectly(with step: Int32, at index: Int32) -> Bool {
    if precedes(step, index) { return false }
    races.append(Race(earlier: step, later: index, isIndirect: true))
    return true
  }

  /// Comes after what an access depends on, or notes it as a candidate for a race.
  private mutating func follow(_ access: RecordedStep.Access) {
    var link = chains.head(of: access.object)
    if !access.isWrite { link = chains.lastWrite(from: link) }
    while link >= 0 {
      let found = chains.links[Int(link)]
      if access.role == .plain { note(found.step) } else { join(found.step) }
      if found.isWrite { return }
      link = found.previous
    }
  }

  /// Keeps candidates latest first; those of one object come so.
  private mutating func note(_ candidate: Int32) {
    var place = candidates.count
    candidates.append(candidate)
    while place > 0, candidates[place - 1] < candidate {
      candidates.swapAt(place - 1, place)
      place -= 1
    }
  }

  /// A candidate that comes before a later one is no race, but a consequence.
  private mutating func raceWithCandidates(at index: Int32) {
    for place in candidates.indices where join(candidates[place]) {
      races.append(Race(earlier: candidates[place], later: index, isIndirect: false))
    }
    candidates.removeAll(keepingCapacity: true)
  }

  // MARK: Reversals

  /// Who can begin the reversal of a race: the steps since the earlier one that do not come after
  /// it, and then the later one. O(steps between + processes²).
  mutating func beginnings(ofReversing race: Race) -> ProcessSet {
    var (beginnings, seen) = (ProcessSet(), ProcessSet())
    seen.insert(events[Int(race.earlier)].process)
    if !firsts.isEmpty { firsts.removeAll(keepingCapacity: true) }
    for step in (race.earlier + 1)..<race.later {
      let process = events[Int(step)].process
      guard !seen.contains(process) else { continue }
      seen.insert(process)
      guard !precedes(race.earlier, step) else { continue }
      if !firsts.contains(where: { precedes($0, step) }) { beginnings.insert(process) }
      firsts.append(step)
    }
    let process = events[Int(race.later)].process
    guard !seen.contains(process) else { return beginnings }
    let isPreceded =
      race.isIndirect
      ? isPreceded(race.later, since: race.earlier)
      : firsts.contains { precedes($0, race.later) }
    if !isPreceded { beginnings.insert(process) }
    return beginnings
  }

  /// Whether a step would come after one of those that a reversal takes before it, where its clock
  /// cannot tell, as it holds what comes after the earlier step of the race too.
  private func isPreceded(_ later: Int32, since earlier: Int32) -> Bool {
    let event = events[Int(later)]
    for step in (earlier + 1)..<later where !precedes(earlier, step) {
      if event.previous >= step && precedes(step, event.previous) { return true }
      if event.cause >= step && precedes(step, event.cause) { return true }
      let own = links(of: later)
      if links(of: step).contains(where: { conflicts($0, with: own) }) { return true }
    }
    return false
  }

  private func links(of step: Int32) -> ArraySlice<AccessChains.Link> {
    let next = Int(step) + 1
    let end = next < events.count ? Int(events[next].firstLink) : chains.links.count
    return chains.links[Int(events[Int(step)].firstLink)..<end]
  }

  private func conflicts(
    _ link: AccessChains.Link, with others: ArraySlice<AccessChains.Link>
  ) -> Bool {
    others.contains { $0.object == link.object && ($0.isWrite || link.isWrite) }
  }
}
