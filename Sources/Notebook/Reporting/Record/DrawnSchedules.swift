import Evidence

/// The explorations that a report tells of together.
struct ExplorationGroup {
  /// The id of the program whose matrix they complete; `nil` for a program of its own.
  let program: String?
  /// Its number among the groups of a record, from 1.
  let number: Int
  /// The explorations, in the order of the record.
  let explorations: [ExplorationRecord]
  /// What the record's description picks out, to be drawn before the rest.
  let highlight: Highlight?

  /// What the file of its picture is called: a program's own name may hold slashes.
  var file: String { "schedule-\(number)" }

  /// The steps drawn for all of them; `nil` where there are none, or none were kept.
  var drawnTrace: ScheduleTrace? {
    drawn?.outcome.found.flatMap { $0.trace.steps.isEmpty ? nil : $0.trace }
  }

  /// The schedule drawn for all of them: the gravest outcome that came out, of those the one that
  /// comes first by ``rank(of:)``; `nil` where everything was as expected.
  var drawn: (exploration: ExplorationRecord, outcome: ExplorationRecord.Outcome)? {
    explorations.compactMap { explored in explored.surprise.map { (explored, $0) } }
      .min { left, right in
        let (ofLeft, ofRight) = (rank(of: left.0), rank(of: right.0))
        return left.1.gravity == right.1.gravity
          ? (ofLeft, left.1.found?.delays ?? 0) < (ofRight, right.1.found?.delays ?? 0)
          : left.1.gravity > right.1.gravity
      }
  }

  /// Smaller is drawn first: what is picked out before the rest; a way of calling that is declared
  /// earlier, which is a fault before its cure; the policy of the threads before others.
  private func rank(of explored: ExplorationRecord) -> Int {
    let variant = explored.program.variant
    let rows = distinct(explorations.map { $0.program.variant?.row })
    let row = rows.firstIndex(of: variant?.row) ?? 0
    let isPicked =
      highlight.map { picked in
        picked.program == variant?.program && picked.rows.contains(variant?.row ?? "")
          && picked.columns.contains(variant?.column ?? "")
      } ?? false
    let isOfThreads = explored.policy == explored.program.threadPolicy
    return (isPicked ? 0 : 2 * rows.count) + 2 * row + (isOfThreads ? 0 : 1)
  }
}

extension [ExplorationRecord] {
  /// The longest schedule that is drawn and kept: a longer one tells nobody anything.
  static var mostStepsDrawn: Int { 120 }

  /// The explorations by what they belong to, in the order in which each first appears.
  func groups(picking highlight: Highlight?) -> [ExplorationGroup] {
    func key(_ explored: ExplorationRecord) -> [String] {
      explored.program.variant.map { [$0.program] } ?? ["", explored.program.name]
    }
    return distinct(map(key)).enumerated().map { index, wanted in
      ExplorationGroup(
        program: wanted.count == 1 ? wanted[0] : nil, number: index + 1,
        explorations: filter { key($0) == wanted }, highlight: highlight)
    }
  }

  /// The same without the traces that no report draws, which would make up most of a record; every
  /// schedule can be replayed by its id.
  package func keepingDrawnTraces(picking highlight: Highlight?) -> Self {
    var kept: Set<[String]> = []
    for group in groups(picking: highlight) {
      guard let (explored, outcome) = group.drawn, let trace = group.drawnTrace,
        trace.steps.count <= Self.mostStepsDrawn
      else { continue }
      kept.insert([explored.program.name, explored.policy?.rawValue ?? "", outcome.name])
    }
    return map { explored in
      var explored = explored
      explored.exploration.outcomes = explored.exploration.outcomes.map { outcome in
        let key = [explored.program.name, explored.policy?.rawValue ?? "", outcome.name]
        guard !kept.contains(key) else { return outcome }
        var outcome = outcome
        outcome.trace.steps = []
        return outcome
      }
      return explored
    }
  }
}

extension ExperimentRecord {
  /// Its explorations by what they belong to.
  var explorationGroups: [ExplorationGroup] { explorations.groups(picking: description.highlight) }
}
