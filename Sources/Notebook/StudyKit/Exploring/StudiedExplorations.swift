import Evidence
import Reporting

extension Experiment {
  /// The explorations that a run holds: of every program that a study wants and whose backend is
  /// asked for, one under each policy.
  func studied(_ request: RunRequest) -> [ExplorationPart] {
    var wanted = ExplorationRequest()
    wanted.seed = request.seed
    return explorable.map(\.summary).flatMap { program -> [ExplorationPart] in
      guard let seconds = program.studied else { return [] }
      let backend = program.description.variant?.column
      guard request.backends.isEmpty || backend.map(request.backends.contains) ?? true else {
        return []
      }
      var own = wanted
      // It then says itself that it is bounded, before it is stopped from outside.
      if program.options.limits.time > .seconds(seconds) * 3 { own.time = .seconds(seconds) * 3 }
      // Without a policy asked for, there is none to refuse.
      let parts = (try? own.parts(of: program)) ?? []
      return parts.map { part in
        var part = part
        part.length = .seconds(seconds)
        return part
      }
    }
  }
}

extension ExperimentRun {
  /// Runs the explorations one after another; tells each failure with how to see it again.
  func explore(
    _ parts: [ExplorationPart], stoppedBy interruption: Interruption?,
    report: (_ fraction: Double, _ label: String, _ part: Int) -> Void
  ) async -> (found: [ExplorationRecord], failures: [String]) {
    var found: [ExplorationRecord] = []
    var failures: [String] = []
    for (index, part) in parts.enumerated() where interruption?.isInterrupted != true {
      let child = ExplorationChild(executable: ownExecutable, part: part)
      let result = await child.explore(stoppedBy: interruption, console: console) {
        report($0, $1, index)
      }
      switch result {
      case .found(let record): found.append(record)
      case .refused(let problem), .lost(let problem):
        let words = [experiment.description.name, part.program.name] + part.arguments
        failures.append(
          "exploration \(part.title) \(problem)\n  again: swift run -c release triptych explore "
            + words.joined(separator: " "))
      case .interrupted: break
      }
    }
    return (found, failures)
  }
}
