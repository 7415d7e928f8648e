import Caching
import Evidence
import Foundation
import Imaging
import Measurement
import Reporting
import StudyKit

/// What does a memory hit cost, and who pays for it?
let hitCost = Experiment(
  description: description, variants: TurnVariant.all.map { $0.record() },
  quotedFiles: [
    "Experiments/02-HitCost/Asking.swift", "Experiments/02-HitCost/Loops.swift",
    "Experiments/02-HitCost/Paths.swift", "Experiments/02-HitCost/PeekableCache.swift",
  ],
  trialLength: { $0.trialLength }, trial: runTrial,
  probes: [
    "first-callback": { _ in await firstCallbackHits() },
    "first-rewrite": { _ in await firstRewriteHits() },
  ],
  pool: { BenchmarkResult(pooling: $0, seed: $1) }, conclude: conclude)

extension Profile {
  fileprivate var trialLength: Duration {
    switch self {
    case .quick: .seconds(6)
    case .standard: .seconds(24)
    case .full: .seconds(60)
    }
  }

  /// How one benchmark is measured. One hit by an actor's own code, or one of many in a hop, is
  /// mostly the way there, so these rows have no tails.
  fileprivate func plan(for rows: [Row]) -> MeasurementPlan {
    var plan =
      switch self {
      case .quick: MeasurementPlan(rounds: 20, serviceSamples: 1_000, responseSamples: 200)
      case .standard: MeasurementPlan(rounds: 200, serviceSamples: 4_000, responseSamples: 2_000)
      case .full: MeasurementPlan(rounds: 300, serviceSamples: 20_000, responseSamples: 4_000)
      }
    plan.serviceRows = Set(rows.map(\.described.id)).subtracting(["actor-inside", "actor-many"])
    plan.responseRows = [
      "lock", "mutex", "actor", "queue-sync", "queue-async", "callback", "rewrite",
    ]
    return plan
  }

  /// Hits asked for by each view, and hits followed on each path.
  fileprivate var repetitions: Int {
    switch self {
    case .quick: 50
    case .standard: 400
    case .full: 1_000
    }
  }

  /// Fresh processes for the first hit on each path, in one trial.
  fileprivate var freshProcesses: Int { self == .quick ? 1 : 5 }
}

@concurrent
private func runTrial(_ context: TrialContext) async throws -> Observations {
  let shelf = await Shelf(
    try firstPhotograph(in: context.photos) { try Pixels(contentsOf: $0) })
  var observed = Observations(readings: try await firstHits(context))
  for (index, stage) in Stage.all.enumerated() {
    observed.benchmarks.append(
      await stage.isOnMain
        ? stage.sampleOnMain(shelf, context, part: index)
        : stage.sample(shelf, context, part: index))
  }
  observed.readings += observed.benchmarks.compactMap(lockOverFloor)
  let hits = context.profile.repetitions
  observed.readings += await pathReadings(shelf, hits: hits)
  context.report(Double(Stage.all.count) / Double(Stage.all.count + 1), turnProgram.title)
  for variant in TurnVariant.all where context.includes(variant.backend.name) {
    observed.variants.append(await variant.run(hits, picture: shelf.picture))
  }
  return observed
}

/// One benchmark, and where its callers are.
private struct Stage: Sendable {
  let benchmark: Benchmark
  let rows: [Row]
  let isOnMain: Bool

  static let all = [
    Stage(benchmark: poolBenchmark, rows: poolRows, isOnMain: false),
    Stage(benchmark: mainBenchmark, rows: mainRows, isOnMain: true),
    Stage(benchmark: pathBenchmark, rows: pathRows, isOnMain: true),
  ]

  /// Measures the rows asked for, on whatever actor it is called.
  func sample(_ shelf: Shelf, _ context: TrialContext, part: Int) async -> BenchmarkSample {
    let wanted = Set(context.rows(of: benchmark).map(\.id))
    return await measure(
      benchmark.id,
      rows.filter { wanted.contains($0.described.id) }.map { $0.workload(on: shelf) },
      against: benchmark.baseline, plan: context.profile.plan(for: rows), seed: context.seed
    ) { done in
      // The turns come after all stages.
      context.report((Double(part) + done) / Double(Self.all.count + 1), benchmark.title)
    }
  }

  @MainActor
  func sampleOnMain(_ shelf: Shelf, _ context: TrialContext, part: Int) async -> BenchmarkSample {
    await sample(shelf, context, part: part)
  }
}

/// The first and the thousandth hit, each pair in a process of its own, the paths in turn.
private func firstHits(_ context: TrialContext) async throws -> [Reading] {
  var readings: [Reading] = []
  for path in ["callback", "rewrite"] {
    var times: [[Double]] = []
    for _ in 0..<context.profile.freshProcesses {
      times.append(try await context.probe("first-\(path)"))
    }
    readings.append(Reading("first-\(path)", times.map { $0[0] }))
    readings.append(Reading("thousandth-\(path)", times.map { $0[1] }))
  }
  return readings
}

/// The smallest picture: a probe is to show what the path costs, not what decoding does.
private let dot = Pixels(width: 1, height: 1, bytes: [0, 0, 0, 255])

private func firstCallbackHits() async -> [Double] {
  let cache = LockedCache<Pixels, NSLock>(limits: limits)
  cache.setValue(dot, for: key, cost: dot.byteCount)
  let path = CallbackPath(cache)
  return await firstAndThousandth { path.retrieve(key, on: .mainOrAtOnce) { blackHole($0) } }
}

private func firstRewriteHits() async -> [Double] {
  let cache = RewrittenCache(limits: limits)
  await cache.store(dot, for: key)
  return await firstAndThousandth { blackHole(try? await cache.retrieve(key)) }
}
