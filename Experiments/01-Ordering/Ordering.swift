import Caching
import Evidence
import Imaging
import Measurement
import Reporting
import Stress
import StudyKit

/// In what order do store, update and read take effect?
let ordering = Experiment(
  description: describe(programs, backends: Backend<Pixels>.all),
  variants: variants.map(\.declared),
  quotedFiles: [
    "Experiments/01-Ordering/Calling.swift", "Experiments/01-Ordering/Loops.swift",
    "Experiments/01-Ordering/SetTwice.swift",
    "Sources/Subject/Caching/Backends/ActorCache.swift",
    "Sources/Subject/Caching/Backends/MailboxCache.swift",
    "Sources/Subject/Caching/Backends/QueueCache.swift",
    "Sources/Subject/Caching/Backends/QueueExecutor.swift",
  ],
  trialLength: { $0.trialLength }, trial: runTrial,
  explorable: variants.compactMap(\.explorable), pool: { BenchmarkResult(pooling: $0, seed: $1) },
  conclude: conclude)

let programs = [storeUpdateRead, setTwice, setTwiceNumbered]

let variants = Variant.all(of: programs, on: Backend<Pixels>.all)

extension Profile {
  /// Time enough for every price, and for every variant's repetitions on two idle cores and half as
  /// much again.
  fileprivate var trialLength: Duration {
    switch self {
    case .quick: .seconds(8)
    case .standard: .seconds(18)
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

/// Times the cures, while nothing else has left threads behind, and then counts the orders.
@Sendable
private func runTrial(_ context: TrialContext) async throws -> Observations {
  let pictures = try Pictures(folder: context.photos)
  let shelf = Shelf(pictures)
  let pricing = Price.length(context.profile) / context.profile.trialLength
  var samples: [BenchmarkSample] = []
  for (index, price) in Price.all.enumerated() {
    let done = Double(index) / Double(Price.all.count)
    context.report(pricing * done, price.benchmark.title)
    samples.append(await price.measured(shelf, in: context))
  }
  let variants = await countOrders(of: pictures, context, after: pricing)
  return Observations(variants: variants, benchmarks: samples)
}

/// Runs every variant once, each within its share of the time that the prices leave.
///
/// Time that one variant leaves over goes to those after it; one that overruns leaves them at least
/// a quarter of their share.
private func countOrders(
  of pictures: Pictures, _ context: TrialContext, after pricing: Double
) async -> [VariantRecord] {
  let variants = variants.filter { context.includes($0.backend.name) }
  let length = context.profile.trialLength - Price.length(context.profile)
  let clock = ContinuousClock()
  let start = clock.now
  var records: [VariantRecord] = []
  for (index, variant) in variants.enumerated() {
    let name = "\(variant.program.id), \(variant.caller.row.id) on \(variant.backend.name)"
    let done = Double(index) / Double(variants.count)
    context.report(pricing + (1 - pricing) * done, name)
    let share = length / variants.count
    let left = start + share * (index + 1) - clock.now
    var seed = SeededGenerator(seed: context.seed, part: name)
    let limits = StressLimits(
      repetitions: context.profile.repetitions, time: max(share / 4, left))
    records.append(await variant.run(limits, seed: seed.next(), pictures: pictures))
  }
  return records
}
