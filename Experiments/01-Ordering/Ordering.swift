import Caching
import Evidence
import Imaging
import Reporting
import Stress
import StudyKit

/// In what order do store, update and read take effect?
let ordering = Experiment(
  description: describe(programs, backends: Backend<Pixels>.all),
  variants: variants.map(\.declared),
  quotedFiles: [
    "Experiments/01-Ordering/Calling.swift", "Experiments/01-Ordering/SetTwice.swift",
    "Sources/Subject/Caching/Backends/ActorCache.swift",
    "Sources/Subject/Caching/Backends/MailboxCache.swift",
    "Sources/Subject/Caching/Backends/QueueCache.swift",
    "Sources/Subject/Caching/Backends/QueueExecutor.swift",
  ],
  trialLength: { $0.trialLength }, trial: runTrial,
  conclude: { conclude($0.variants) })

let programs = [storeUpdateRead, setTwice, setTwiceNumbered]

private let variants = Variant.all(of: programs, on: Backend<Pixels>.all)

extension Profile {
  /// Time enough for every variant's repetitions on two idle cores, and then as much again.
  fileprivate var trialLength: Duration {
    switch self {
    case .quick: .seconds(8)
    case .standard: .seconds(20)
    case .full: .seconds(60)
    }
  }

  /// The most repetitions of one variant in one trial.
  fileprivate var repetitions: Int {
    switch self {
    case .quick: 100
    case .standard: 400
    case .full: 1_000
    }
  }
}

/// Runs every variant once, each within its share of the trial's time.
///
/// Time that one variant leaves over goes to those after it; one that overruns leaves them at least
/// a quarter of their share.
@Sendable
private func runTrial(_ context: TrialContext) async throws -> Observations {
  let pictures = try Pictures(folder: context.photos)
  let variants = variants.filter { context.includes($0.backend.name) }
  let clock = ContinuousClock()
  let start = clock.now
  var records: [VariantRecord] = []
  for (index, variant) in variants.enumerated() {
    let name = "\(variant.program.id), \(variant.caller.row.id) on \(variant.backend.name)"
    context.report(Double(index) / Double(variants.count), name)
    let share = context.profile.trialLength / variants.count
    let left = start + share * (index + 1) - clock.now
    var seed = SeededGenerator(seed: context.seed, part: name)
    let limits = StressLimits(
      repetitions: context.profile.repetitions, time: max(share / 4, left))
    records.append(await variant.run(limits, seed: seed.next(), pictures: pictures))
  }
  return Observations(variants: records)
}
