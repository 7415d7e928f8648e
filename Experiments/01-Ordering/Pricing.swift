import Evidence
import Measurement
import Reporting
import StudyKit

/// A benchmark with its loops, and whether its callers are on the main actor.
struct Price: Sendable {
  let benchmark: Benchmark
  let rows: [PricedRow]
  let isOnMain: Bool

  static let all = [
    Price(benchmark: poolPrice, rows: poolPriceRows, isOnMain: false),
    Price(benchmark: mainPrice, rows: mainPriceRows, isOnMain: true),
    Price(benchmark: numberingPrice, rows: numberingPriceRows, isOnMain: false),
  ]

  /// How much of a trial all of them take.
  static func length(_ profile: Profile) -> Duration {
    switch profile {
    case .quick: .seconds(1)
    case .standard: .seconds(5)
    case .full: .seconds(8)
    }
  }

  /// Times the rows that are to run, where their callers are.
  func measured(_ shelf: Shelf, in context: TrialContext) async -> BenchmarkSample {
    let asked = Set(context.rows(of: benchmark).map(\.id))
    let workloads = rows.filter { asked.contains($0.described.id) }.map { $0.workload(shelf) }
    return await isOnMain ? onMain(workloads, context) : onPool(workloads, context)
  }

  @concurrent
  private func onPool(_ workloads: [Workload], _ context: TrialContext) async -> BenchmarkSample {
    await sample(workloads, context)
  }

  @MainActor
  private func onMain(_ workloads: [Workload], _ context: TrialContext) async -> BenchmarkSample {
    await sample(workloads, context)
  }

  private func sample(_ workloads: [Workload], _ context: TrialContext) async -> BenchmarkSample {
    await measure(
      benchmark.id, workloads, against: benchmark.baseline, plan: context.profile.pricePlan,
      seed: context.seed)
  }
}

extension Profile {
  /// An operation takes microseconds, so a little less than a millisecond holds enough of them. The
  /// price of an order is in what all three calls take; single calls have their tails in 02-HitCost.
  fileprivate var pricePlan: MeasurementPlan {
    let rounds =
      switch self {
      case .quick: 20
      case .standard: 200
      case .full: 300
      }
    return MeasurementPlan(
      rounds: rounds, epochNanoseconds: 750_000, serviceSamples: 0, responseSamples: 0)
  }
}
