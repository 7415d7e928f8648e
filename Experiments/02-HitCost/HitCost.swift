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
    "Experiments/02-HitCost/Loops.swift", "Experiments/02-HitCost/Paths.swift",
    "Experiments/02-HitCost/PeekableCache.swift", "Experiments/02-HitCost/Turns.swift",
    "Experiments/02-HitCost/View.swift",
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
    let single = rows.map(\.described.id).filter { !["actor-inside", "actor-many"].contains($0) }
    let rounds = [20, 200, 300], service = [1_000, 4_000, 20_000], response = [200, 2_000, 4_000]
    let size = Self.allCases.firstIndex(of: self) ?? 0
    return MeasurementPlan(
      rounds: rounds[size], serviceSamples: service[size], responseSamples: response[size],
      serviceRows: Set(single),
      responseRows: ["lock", "mutex", "actor", "queue-sync", "queue-async", "callback", "rewrite"])
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
  let shelf = await Shelf(try photograph(in: context.photos))
  var observed = Observations()
  observed.readings = try await firstHits(context)
  let stages: [(Benchmark, [Row], isOnMain: Bool)] = [
    (poolBenchmark, poolRows, false), (mainBenchmark, mainRows, true),
    (pathBenchmark, pathRows, true),
  ]
  for (index, (benchmark, rows, isOnMain)) in stages.enumerated() {
    let workloads = rows.filter { row in
      row.described.id == benchmark.baseline || row.described.backend.map(context.includes) ?? true
    }.map { $0.workload(shelf) }
    let report: @Sendable (Double) -> Void = {
      context.report((Double(index) + $0) / Double(stages.count + 1), benchmark.title)
    }
    let measuring = Measuring(
      benchmark: benchmark, workloads: workloads, plan: context.profile.plan(for: rows),
      seed: context.seed,
      report: report)
    observed.benchmarks.append(await isOnMain ? measuring.onMain() : measuring.onPool())
  }
  observed.readings += observed.benchmarks.compactMap(lockOverFloor)
  let hits = context.profile.repetitions
  observed.readings += await pathReadings(shelf, hits: hits)
  context.report(Double(stages.count) / Double(stages.count + 1), turnProgram.title)
  for variant in TurnVariant.all where context.includes(variant.backend.name) {
    observed.variants.append(await variant.run(hits, picture: shelf.picture))
  }
  return observed
}

/// One benchmark, measured where its callers are.
private struct Measuring: Sendable {
  let benchmark: Benchmark
  let workloads: [Workload]
  let plan: MeasurementPlan
  let seed: UInt64
  let report: @Sendable (Double) -> Void

  @concurrent func onPool() async -> BenchmarkSample { await sample() }
  @MainActor func onMain() async -> BenchmarkSample { await sample() }

  private func sample() async -> BenchmarkSample {
    await measure(
      benchmark.id, workloads, against: benchmark.baseline, plan: plan, seed: seed, report: report)
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

/// The first photograph of a folder, decoded.
private func photograph(in folder: String) throws -> Pixels {
  let names: [String]
  do {
    names = try FileManager.default.contentsOfDirectory(atPath: folder)
  } catch {
    throw UsageError("cannot read the folder of photographs \(folder); pass --photos DIR")
  }
  guard let name = names.filter({ $0.hasSuffix(".jpg") }).min() else {
    throw UsageError("no .jpg in \(folder); pass --photos DIR with a photograph")
  }
  do {
    return try Pixels(contentsOf: URL(filePath: folder).appending(path: name).path)
  } catch {
    throw UsageError("\(error)")
  }
}
