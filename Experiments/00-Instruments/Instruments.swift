import Evidence
import Measurement
import Reporting
import StudyKit

/// How far can the figures of the other reports be trusted?
let instruments = Experiment(
  description: describe(checks),
  quotedFiles: [
    "Experiments/00-Instruments/ComparisonCheck.swift",
    "Experiments/00-Instruments/ExplorerPrograms.swift",
    "Experiments/00-Instruments/LanczosReference.swift",
    "Experiments/00-Instruments/MutexPairs.swift",
    "Experiments/00-Instruments/Peers/thumbnail.c",
    "Experiments/00-Instruments/Witness/MutexPair.cpp",
    "Sources/Instruments/Measurement/BlackHole.swift",
    "Sources/Instruments/Measurement/Running/Measure.swift",
    "Sources/Instruments/Measurement/Statistics/Comparison.swift",
    "Sources/Instruments/Measurement/Statistics/Gates.swift",
    "Sources/Instruments/Measurement/Statistics/PairedRatio.swift",
  ],
  trialLength: \.trialLength, trial: runTrial,
  probes: [
    "busy": keepBusy, "block": readBlock, WitnessProgram.counterpart: timeMutexPairs,
    exploreAtLengthProbe: exploreAtLength,
  ].merging(thumbnailProbes) { $1 },
  tools: installedPeers, pool: { BenchmarkResult(pooling: $0, seed: $1) }, conclude: conclude)

/// The instruments, those that others rest on first.
let checks = [
  clockCheck, blackHoleCheck, proportionCheck, comparisonCheck(.idle), comparisonCheck(.busy),
  witnessCheck, counterCheck, contentionCheck, explorerCheck, reductionCheck, explorerMemoryCheck,
  thumbnailCheck,
]

extension Profile {
  /// Time enough for every check, with two idle cores and without.
  fileprivate var trialLength: Duration {
    switch self {
    case .quick: .seconds(13)
    case .standard: .seconds(40)
    case .full: .seconds(130)
    }
  }

  /// Rounds of each measurement.
  var rounds: Int { self == .quick ? 50 : 200 }
}

/// Tries one instrument after another, so that none disturbs another.
@concurrent @Sendable
private func runTrial(_ context: TrialContext) async throws -> Observations {
  var all = Observations()
  for (index, check) in checks.enumerated() {
    context.report(Double(index) / Double(checks.count), check.name)
    let observed = try await check.observe(context)
    all.benchmarks += observed.benchmarks
    all.readings += observed.readings
  }
  return all
}
