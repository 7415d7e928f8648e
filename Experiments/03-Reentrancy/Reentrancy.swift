import Evidence
import Measurement
import Reporting
import Stress
import StudyKit

/// What does an `await` in the middle let in?
let reentrancy = Experiment(
  description: description,
  variants: programs.flatMap(\.variants) + RealPart.all.flatMap(\.variants),
  quotedFiles: quotedFaults + RealPart.all.flatMap(\.quotedFiles),
  trialLength: { $0.trialLength }, trial: runTrial,
  probes: RealPart.all.reduce(into: [:]) { $0.merge($1.probes) { $1 } },
  explorable: programs.flatMap(\.explorable),
  pool: { BenchmarkResult(pooling: $0, seed: $1) }, conclude: conclude)

/// Every fault with its cures, in the order taught.
let programs = [
  loadOnce, staleRead, cancelledInLine, sharedLoad, joinersPriority, answeredTwice, callingInside,
  waitingForEachOther,
]

private let quotedFaults =
  [
    "BlockingLoader", "CallingCache", "CheckingLoader", "LinedLoader", "PlacedLoader", "Request",
    "ScreenAndDisk", "SharingLoader", "TieredCache",
  ].map { "Experiments/03-Reentrancy/Faults/\($0).swift" }
  + ["LockedLoader", "ActorLoader"].map { "Sources/Subject/Caching/Coalescing/\($0).swift" }

extension Profile {
  fileprivate var trialLength: Duration {
    RealPart.all.reduce(stressLength) { $0 + $1.length(self) }
  }

  /// Time for all that is run on threads beside the explorer.
  fileprivate var stressLength: Duration {
    switch self {
    case .quick: .seconds(2)
    case .standard: .seconds(8)
    case .full: .seconds(30)
    }
  }
}

@concurrent
private func runTrial(_ context: TrialContext) async throws -> Observations {
  var observed = Observations()
  let length = context.profile.trialLength
  var done = context.profile.stressLength
  observed.variants = await runOnThreads(context) { context.report($0 * (done / length), $1) }
  for part in RealPart.all {
    let start = done / length
    done += part.length(context.profile)
    let share = done / length - start
    let found = try await part.run(context.part { context.report(start + share * $0, $1) })
    observed.variants += found.variants
    observed.benchmarks += found.benchmarks
    observed.readings += found.readings
  }
  return observed
}

/// Repeats every way that threads can run, each within its share of the time.
private func runOnThreads(
  _ context: TrialContext, report: (_ fraction: Double, _ label: String) -> Void
) async -> [VariantRecord] {
  let ways = programs.flatMap { program in
    program.ways.flatMap { way in
      way.keepers.compactMap { keeper in
        way.threads.map { (name: "\(program.described.id)/\(way.row.id)", keeper: keeper, run: $0) }
      }
    }
  }
  let share = context.profile.stressLength / ways.count
  var records: [VariantRecord] = []
  for (index, declared) in programs.flatMap(\.variants).enumerated()
  where context.includes(declared.column) {
    let (name, keeper, run) = ways[index]
    report(Double(index) / Double(ways.count), "\(name) on \(keeper.rawValue)")
    var seed = SeededGenerator(seed: context.seed, part: "\(declared.name)")
    var record = declared
    record.tally = await stress(
      StressLimits(repetitions: 20_000, time: share), seed: seed.next()
    ) { run(keeper, &$0) }
    records.append(record)
  }
  return records
}

extension TrialContext {
  /// The same for a part of the trial, which tells how far it is itself.
  fileprivate func part(
    _ report: @escaping @Sendable (_ fraction: Double, _ label: String) -> Void
  ) -> TrialContext {
    TrialContext(
      profile: profile, seed: seed, backends: backends, photos: photos, executable: executable,
      probeLimit: probeLimit, report: report)
  }
}
