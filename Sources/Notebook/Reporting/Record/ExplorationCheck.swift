import Evidence

extension ExperimentRecord {
  /// What is wrong with an exploration: what it completes is not described, or it counts what no
  /// search can have run.
  var explorationProblem: String? {
    let runs = explorations.map { [$0.program.name, $0.policy?.rawValue ?? ""] }
    if let run = duplicate(in: runs) { return "the exploration \(run[0]) is there twice" }
    return firstProblem(in: explorations) { $0.problem ?? variantProblem(of: $0.program) }
  }

  private func variantProblem(of explored: ExplorableDescription) -> String? {
    guard let variant = explored.variant else { return nil }
    return description.describes(variant)
      ? nil : "the exploration \(explored.name) completes \(variant), which is not described"
  }
}

extension ExperimentDescription {
  /// Whether a variant has a place in the matrix of a program.
  package func describes(_ variant: VariantName) -> Bool {
    programs.contains { program in
      program.id == variant.program && program.rows.contains { $0.id == variant.row }
        && program.columns.contains { $0.id == variant.column }
    }
  }
}

extension ExplorationRecord {
  fileprivate var problem: String? {
    let name = program.name
    let counts =
      [exploration.schedules, exploration.traces ?? 0, exploration.steps]
      + exploration.outcomes.flatMap { [$0.schedules, $0.delays] }
    if let count = counts.first(where: { !(0...1_000_000_000_000).contains($0) }) {
      return "the exploration \(name) counted \(count)"
    }
    if let outcome = duplicate(in: exploration.outcomes.map(\.name)) {
      return "the exploration \(name) came to '\(outcome)' twice"
    }
    let strays = exploration.outcomes.filter { outcome in
      outcome.trace.steps.contains { !outcome.trace.tasks.indices.contains($0.task) }
        || outcome.trace.waits.contains { !outcome.trace.tasks.indices.contains($0.task) }
    }
    return strays.first.map {
      "a step on the way of \(name) to '\($0.name)' is of a task that is not named"
    }
  }
}
