import Evidence

/// The explorations that a report tells of together.
struct ExplorationGroup {
  /// The id of the program whose matrix they complete; `nil` for a program of its own.
  let program: String?
  /// Its number among the groups of a record, from 1.
  let number: Int
  /// The explorations, in the order of the record.
  let explorations: [ExplorationRecord]

  /// What the file of its picture is called: a program's own name may hold slashes.
  var file: String { "schedule-\(number)" }

  /// The steps drawn for all of them; `nil` where there are none, or none were kept.
  var drawnTrace: ScheduleTrace? {
    drawn?.outcome.found.flatMap { $0.trace.steps.isEmpty ? nil : $0.trace }
  }

  /// The schedule drawn for all of them: the gravest outcome that came out, of those one of the way
  /// of calling that is declared first, which is the fault before its cure, with fewest delays;
  /// `nil` where everything was as expected.
  var drawn: (exploration: ExplorationRecord, outcome: ExplorationRecord.Outcome)? {
    explorations.compactMap { explored in explored.surprise.map { (explored, $0) } }
      .min { left, right in
        (-left.1.gravity, place(of: left.0), left.1.found?.delays ?? 0)
          < (-right.1.gravity, place(of: right.0), right.1.found?.delays ?? 0)
      }
  }
}

extension ExplorationGroup {
  /// Which way of calling it is, in the declared order.
  private func place(of explored: ExplorationRecord) -> Int {
    let rows = distinct(explorations.map { $0.program.variant?.row })
    return rows.firstIndex(of: explored.program.variant?.row) ?? 0
  }
}

extension [ExplorationRecord] {
  /// The longest schedule that is drawn and kept: a longer one tells nobody anything.
  static var mostStepsDrawn: Int { 120 }

  /// The explorations by what they belong to, in the order in which each first appears.
  var groups: [ExplorationGroup] {
    func key(_ explored: ExplorationRecord) -> [String] {
      explored.program.variant.map { [$0.program] } ?? ["", explored.program.name]
    }
    return distinct(map(key)).enumerated().map { index, wanted in
      ExplorationGroup(
        program: wanted.count == 1 ? wanted[0] : nil, number: index + 1,
        explorations: filter { key($0) == wanted })
    }
  }

  /// The same without the traces that no report draws, which would make up most of a record; every
  /// schedule can be replayed by its id.
  package var keepingDrawnTraces: Self {
    var kept: Set<[String]> = []
    for group in groups {
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
