import Evidence
import Measurement
import Reporting
import StudyKit

/// What does an `await` in the middle let in?
let reentrancy = Experiment(
  description: description, variants: RealPart.all.flatMap(\.variants),
  quotedFiles: RealPart.all.flatMap(\.quotedFiles),
  trialLength: { $0.trialLength }, trial: runTrial,
  probes: RealPart.all.reduce(into: [:]) { $0.merge($1.probes) { $1 } },
  explorable: programs.flatMap(\.explorable),
  pool: { BenchmarkResult(pooling: $0, seed: $1) }, conclude: conclude)

/// Every fault with its cures, in the order taught.
let programs = [
  loadOnce, staleRead, cancelledInLine, sharedLoad, joinersPriority, answeredTwice, callingInside,
  waitingForEachOther,
]

extension Profile {
  fileprivate var trialLength: Duration {
    RealPart.all.reduce(.seconds(2)) { $0 + $1.length(self) }
  }
}

@concurrent
private func runTrial(_ context: TrialContext) async throws -> Observations {
  var observed = Observations()
  for part in RealPart.all {
    let found = try await part.run(context)
    observed.variants += found.variants
    observed.benchmarks += found.benchmarks
    observed.readings += found.readings
  }
  return observed
}
