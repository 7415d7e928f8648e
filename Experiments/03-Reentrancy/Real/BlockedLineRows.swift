import Caching
import Dispatch
import Evidence
import Foundation
import Measurement
import Reporting
import StudyKit

/// One cache beside whose load a hit is timed.
struct BlockedLineRow: Sendable {
  let described: Benchmark.Row
  let workload: @Sendable () async -> Workload

  private init(
    _ id: String, _ title: String, _ summary: String, keeper: Keeper,
    expect prediction: Separation? = nil,
    _ make: @escaping @Sendable () async -> some LoadingCache
  ) {
    described = Benchmark.Row(
      id: id, title: title, summary: summary, backend: keeper.rawValue,
      callerExecutor: "global pool", prediction: prediction)
    workload = {
      let cache = await make()
      return .asynchronous(id) { await hitBesideLoad(cache, $0) }
    }
  }

  static let all: [BlockedLineRow] = [
    BlockedLineRow(
      "loader-lock", "Lock, loads once, outside",
      "`LockedLoader`: a section before the load and one after it.", keeper: .lock
    ) { await OnceCache { LockedLoader($0) } },
    BlockedLineRow(
      "inside-lock", "Lock, loads inside", "The lock is held while it loads.", keeper: .lock,
      expect: .slower
    ) { InsideCache(LockSection(lock: NSLock())) },
    BlockedLineRow(
      "inside-queue", "Serial queue, loads inside", "The queue's line stands while it loads.",
      keeper: .queue, expect: .slower
    ) { InsideCache(DispatchQueue(label: "cache")) },
    BlockedLineRow(
      "loader-queue", "Serial queue, loads once, outside",
      "`QueueLoader`: a block before the load and one after it.", keeper: .queue
    ) { await OnceCache { QueueLoader($0) } },
    BlockedLineRow(
      "inside-actor", "Actor, loads without an await",
      "The load blocks in the actor's own job, as a plain read of a file does.", keeper: .actor,
      expect: .slower
    ) { InsideActor() },
    BlockedLineRow(
      "awaiting-actor", "Actor, awaits the load", "Reentrancy lets the hit in.", keeper: .actor
    ) { AwaitingActor() },
    BlockedLineRow(
      "loader-actor", "Actor, loads once, outside",
      "`ActorLoader`: a job before the load and one after it.", keeper: .actor
    ) { await OnceCache { ActorLoader($0) } },
  ]
}

/// What a hit has to wait beside a load of something else.
let blockedLine = Benchmark(
  id: "blocked-line", title: "A hit beside a slow load of another picture",
  summary: "The price of having no reentrancy. A load of another picture begins, a hit is asked "
    + "for, and once it is answered the load is let go: one operation. The load stands for a file "
    + "or a server and takes a millisecond, or ends as soon as the hit is answered; so a row of "
    + "about a millisecond is one whose hit waited for all of it, however long it would take.",
  listing: """
    let load = SlowLoad()
    cache.begin(load)
    await load.hasBegun()
    blackHole(await cache.hit())
    load.finish()
    await load.hasLeft()
    """,
  baseline: "loader-lock", rows: BlockedLineRow.all.map(\.described),
  question: "Which caches let the hit pass the load: the lock, the queue, the actor?")

/// Times the rows that are to run.
@concurrent
func timeBlockedLine(_ context: TrialContext) async -> BenchmarkSample {
  let asked = Set(context.rows(of: blockedLine).map(\.id))
  var workloads: [Workload] = []
  for row in BlockedLineRow.all where asked.contains(row.described.id) {
    workloads.append(await row.workload())
  }
  let rounds =
    switch context.profile {
    case .quick: 20
    case .standard: 200
    case .full: 300
    }
  // What blocks takes a millisecond, so an epoch of it is one operation.
  let plan = MeasurementPlan(
    rounds: rounds, epochNanoseconds: 1_000_000, serviceSamples: 0, responseSamples: 0)
  return await measure(
    blockedLine.id, workloads, against: blockedLine.baseline, plan: plan, seed: context.seed
  ) { context.report($0, blockedLine.title) }
}
