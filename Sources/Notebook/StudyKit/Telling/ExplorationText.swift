import Evidence
import Reporting

extension ExploreCommand {
  /// The programs, those together that differ only in where they run: what they do, under which
  /// policies, what is predicted; then how to go on.
  var list: String {
    guard let first = programs.first else { return "\(experiment) has no program to explore." }
    let width = min(console.outputColumns ?? 100, 100)
    var lines: [String] = []
    for (index, program) in programs.enumerated() {
      let policies = program.policies.map(\.rawValue).joined(separator: ", ")
      lines.append(
        console.style.strong(program.name) + (policies.isEmpty ? "" : "  under \(policies)"))
      let about = about(program, columns: width)
      if index + 1 < programs.count, self.about(programs[index + 1], columns: width) == about {
        continue
      }
      lines += about
    }
    return
      (lines + [
        "", "One of them, several by a beginning, or all by '*':",
        "  triptych explore \(experiment) \(first.name)",
      ]).joined(separator: "\n")
  }

  private func about(_ program: ExplorableSummary, columns: Int) -> [String] {
    let predicted = [Grade.expected, .interesting, .forbidden].compactMap { grade -> String? in
      let names = program.description.prediction?.outcomes.filter { $0.grade == grade } ?? []
      guard !names.isEmpty else { return nil }
      return "\(grade.rawValue) \(names.map(\.name).joined(separator: " | "))"
    }
    return hanging(program.description.summary, by: 2, columns: columns)
      + (predicted.isEmpty
        ? [] : hanging("Predicted: \(predicted.joined(separator: "; ")).", by: 2, columns: columns))
  }

  /// What an exploration found, the result first and the trace last.
  func text(of record: ExplorationRecord) -> String {
    let columns = min(console.outputColumns ?? 100, 100)
    let exploration = record.exploration
    var lines = [console.style.strong(record.title)]
    lines += hanging(record.coverage, by: 2, columns: columns)
    if case .complete(let relative) = exploration.coverage, !relative.isEmpty {
      lines += hanging("Relative to \(relative.joined(separator: ", ")).", by: 2, columns: columns)
    }
    lines += [""] + table(of: record)
    for finding in exploration.findings {
      let again = finding.schedule.map { " (--schedule \($0))" } ?? ""
      let told = hanging("Finding: \(finding.message.printable)\(again)", by: 2, columns: columns)
      lines += [""] + told.map(console.style.alarming)
    }
    if !exploration.notes.isEmpty { lines.append("") }
    for note in exploration.notes {
      lines += hanging("Note: \(note.printable)", by: 2, columns: columns)
    }
    return (lines + trace(of: record, columns: columns)).joined(separator: "\n")
  }

  private func table(of record: ExplorationRecord) -> [String] {
    let isGraded = record.program.prediction != nil
    var table = TextTable()
    table.add(["Outcome"] + (isGraded ? ["grade"] : []) + ["schedules", "delays", "one of them"])
    let isReplay = record.exploration.options.schedule != nil
    for outcome in record.outcomes where !isReplay || outcome.found != nil {
      let found = outcome.found
      let grade = isGraded ? [outcome.grade?.rawValue ?? "-"] : []
      table.add(
        [outcome.name.printable] + grade + [
          Numbers.count(found?.schedules ?? 0), found.map { Numbers.count($0.delays) } ?? "-",
          found?.schedule ?? "-",
        ])
    }
    return table.lines(within: console.outputColumns.map { $0 - 2 }).map { "  \($0)" }
  }

  /// The schedule worth looking at: what was replayed, else the shortest that is not as expected.
  private func trace(of record: ExplorationRecord, columns: Int) -> [String] {
    let replayed = record.exploration.options.schedule.flatMap { _ in
      record.outcomes.first { $0.found != nil }
    }
    guard let outcome = replayed ?? record.surprise, let found = outcome.found
    else { return [] }
    let grade = outcome.grade.map { ", \($0.rawValue)" } ?? ""
    let way = replayed == nil ? "The shortest way" : "The way"
    let heading = "\(way) to \(found.name.printable)\(grade)"
    let isFailure = outcome.grade?.failsExperiment == true
    let drawing = found.trace.drawing(columns: columns - 2).split(
      separator: "\n", omittingEmptySubsequences: false)
    let again = ExplorationRecord.replayCommand(
      experiment: experiment, program: record.program.name, schedule: found.schedule,
      isRelease: buildMode == "release")
    return ["", isFailure ? console.style.alarming(heading) : console.style.strong(heading)]
      + drawing.map { $0.isEmpty ? "" : "  \($0)" } + ["", "Again: \(again)"]
  }
}

/// What every exploration of a run reached, a table after an empty line; nothing where none was.
func exploredLines(of record: ExperimentRecord, columns: Int?) -> [String] {
  guard !record.explorations.isEmpty else { return [] }
  var table = TextTable()
  table.add(["", "can come out", "coverage"])
  for explored in record.explorations {
    let reached = explored.outcomes.filter { $0.found != nil }.map { outcome in
      outcome.grade.map {
        $0 == .expected ? outcome.name.printable : "\(outcome.name.printable) (\($0.rawValue))"
      }
        ?? outcome.name.printable
    }
    table.add([explored.title, reached.joined(separator: " | "), explored.coverage])
  }
  return ["", "Every schedule"] + table.lines(within: columns.map { $0 - 2 }).map { "  \($0)" }
}
