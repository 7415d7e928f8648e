import Evidence

/// What threads showed though every schedule of the same program was run and none leads there:
/// either the model or the instrument is wrong.
package struct ImpossibleObservation: Equatable, Sendable {
  /// The variant that threads ran.
  package var variant: VariantName
  /// The program explored.
  package var program: String
  /// What threads showed.
  package var outcome: String
  /// How often.
  package var count: Int

  /// One sentence without its stop.
  package var text: String {
    "\(variant): threads showed '\(outcome)' \(Numbers.counted(count, "time")), which the complete "
      + "exploration of \(program) calls unreachable"
  }
}

extension ExperimentRecord {
  /// What threads showed and a complete exploration under their own policy calls unreachable.
  package var impossibleObservations: [ImpossibleObservation] {
    explorations.flatMap { explored -> [ImpossibleObservation] in
      guard explored.exploration.isComplete, explored.isUnderThreadPolicy,
        let name = explored.program.variant,
        let variant = variants.first(where: { $0.name == name })
      else { return [] }
      return variant.tally.counts.sorted { $0.key < $1.key }
        .filter { $0.value > 0 && explored.exploration[$0.key] == nil }
        .map {
          ImpossibleObservation(
            variant: name, program: explored.program.name, outcome: $0.key, count: $0.value)
        }
    }
  }

  /// What fails the experiment, one sentence without its stop for each kind; empty where nothing
  /// does.
  package var failureSummary: [String] {
    let outcomes = explorations.reduce(0) { $0 + $1.failingOutcomes.count }
    let findings = explorations.reduce(0) { $0 + $1.exploration.findings.count }
    let impossible = impossibleObservations.count
    func told(_ count: Int, _ one: String, _ several: String) -> String? {
      count == 0 ? nil : count == 1 ? "1 \(one)" : "\(Numbers.count(count)) \(several)"
    }
    return [
      told(
        failingObservations, "observation was forbidden or unknown",
        "observations were forbidden or unknown"),
      told(
        outcomes, "explored outcome was forbidden or unknown",
        "explored outcomes were forbidden or unknown"),
      told(
        findings, "finding spoiled an exploration", "findings spoiled explorations"),
      told(
        impossible, "outcome was shown by threads and is unreachable by exploration",
        "outcomes were shown by threads and are unreachable by exploration"),
    ].compactMap(\.self)
  }
}

extension ExplorationRecord {
  /// Whether it was explored as the threads of its variant run.
  var isUnderThreadPolicy: Bool { policy == nil || policy == program.threadPolicy }
}
