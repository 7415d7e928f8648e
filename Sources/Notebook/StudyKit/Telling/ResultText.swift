import Evidence
package import Reporting

/// A finished run as text for a terminal or a log.
///
/// `columns` is the width to keep to, as far as words allow; `nil` sets tables without a limit.
package func resultText(
  of record: ExperimentRecord, columns: Int?, style: TextStyle
) throws -> String {
  let width = min(columns ?? 100, 100)
  var lines = wrapped("\(record.description.name): \(record.description.question)", columns: width)
  lines.append("")
  lines += try headline(of: record, columns: width).map(style.strong)
  for program in record.description.programs {
    lines += matrix(of: program, in: record, columns: columns)
  }
  lines += exploredLines(of: record, columns: columns)
  lines += measuredLines(of: record, columns: columns)
  let failures = failureLines(of: record)
  if !failures.isEmpty {
    lines += ["", style.alarming("Forbidden or unknown")] + failures.map { "  \($0)" }
  }
  let faults = faultLines(of: record, columns: width)
  if !faults.isEmpty { lines += ["", style.alarming("Spoiled or contradicted")] + faults }
  let disagreements = disagreementLines(of: record, columns: width)
  if !disagreements.isEmpty { lines += ["", style.strong("Not as declared")] + disagreements }
  lines += try [""] + verdictLines(of: record, columns: width)
  lines += ["", conditions(of: record.run)]
  return lines.joined(separator: "\n")
}

/// One program's variants after an empty line: rows by columns, or one a line where the terminal is
/// too narrow.
private func matrix(of program: Program, in record: ExperimentRecord, columns: Int?) -> [String] {
  let variants = record.variants.filter { $0.program == program.id }
  guard !variants.isEmpty else { return [] }
  let shown = program.columns.filter { column in variants.contains { $0.column == column.id } }
  var table = TextTable()
  table.add([""] + shown.map(\.id))
  for row in program.rows where variants.contains(where: { $0.row == row.id }) {
    let cells = shown.map { column in
      variants.first { $0.row == row.id && $0.column == column.id }.map(cell) ?? "-"
    }
    table.add([row.title] + cells)
  }
  let heading = "\(program.title) (\(program.expectedPhrase), of all)"
  return ["", heading] + table.lines(within: columns.map { $0 - 2 }).map { "  \($0)" }
}

/// A variant in one cell: how often the expected was seen, marked where something failed.
private func cell(_ variant: VariantRecord) -> String {
  let failures = variant.tally.failures(against: variant.prediction)
  let share = "\(variant.expectedCount)/\(variant.tally.total)"
  return failures == 0 ? share : "\(share) (\(failures) failed)"
}

/// What came out and fails the experiment, a line for each variant or exploration and outcome.
private func failureLines(of record: ExperimentRecord) -> [String] {
  observedFailures(of: record)
    + record.explorations.flatMap { explored in
      explored.failingOutcomes.map { outcome in
        let schedules = Numbers.counted(outcome.found?.schedules ?? 0, "schedule")
        return "\(explored.title), explored: \(outcome.name) in \(schedules), "
          + (outcome.grade?.rawValue ?? "")
      }
    }
}

/// What is wrong with explorations themselves, or between them and what threads showed.
private func faultLines(of record: ExperimentRecord, columns: Int) -> [String] {
  let findings = record.explorations.flatMap { explored in
    explored.exploration.findings.map { "\(explored.title): \($0.message)" }
  }
  return (findings + record.impossibleObservations.map(\.text))
    .flatMap { hanging($0, by: 2, columns: columns) }
}

private func observedFailures(of record: ExperimentRecord) -> [String] {
  record.variants.flatMap { variant in
    variant.tally.lines(against: variant.prediction)
      .filter { $0.grade.failsExperiment && $0.count > 0 }
      .map {
        "\(variant.program), \(variant.row), \(variant.column): \($0.name) \($0.count) of "
          + "\(variant.tally.total), \($0.grade.rawValue)"
      }
  }
}

/// The sentence that answers the question; `name` comes before it.
package func headline(
  of record: ExperimentRecord, after name: String = "", columns: Int
) throws -> [String] {
  let headline = try Prose(of: record).plain(record.conclusion.headline, in: "headline")
  return wrapped(name + headline, columns: columns)
}

/// Every claim with its verdict and the paragraph for it.
package func verdictLines(of record: ExperimentRecord, columns: Int) throws -> [String] {
  try record.description.claims.flatMap { claim in
    let verdict = record.verdict(on: claim)
    let paragraph = try Prose(of: record).plain(
      claim.paragraphs[verdict] ?? "", in: "paragraph on \(claim.id), \(verdict.rawValue)")
    let text = wrapped(paragraph, columns: max(1, columns - 4)).map { "    \($0)" }
    return ["\(claim.id)  \(claim.phrase(verdict))"] + text
  }
}

/// What was measured and did not come out as declared before the run, a sentence each.
package func disagreementLines(of record: ExperimentRecord, columns: Int) -> [String] {
  let told = record.disagreements.filter { $0.kind != .undecided }
  let undecided = record.disagreements.count - told.count
  let rows = undecided == 1 ? "1 row is" : "\(Numbers.count(undecided)) rows are"
  return
    (told.map(\.text)
    + (undecided == 0
      ? [] : ["\(rows) undecided, for the warnings at the row or at its baseline"]))
    .flatMap { hanging($0, by: 2, columns: columns) }
}

private func conditions(of run: RunConditions) -> String {
  let trials = run.trials == 1 ? "1 trial" : "\(run.trials) trials"
  let evidence = run.isEvidence ? "" : " (not evidence)"
  let backends = run.backends.isEmpty ? "" : ", only \(run.backends.joined(separator: ", "))"
  return "\(run.profile)\(evidence), \(trials), seed \(run.seed)\(backends), "
    + "\(Duration.seconds(run.seconds).spoken)"
}
