import Caching
import Evidence
import Foundation
import Imaging
import Measurement
import Reporting

/// What is read off beside the benchmarks.
let pathTable = QuantityTable(
  id: "path-parts", title: "Where the time goes on each path",
  summary: "One hit at a time is followed on its way. A *hop* is a move "
    + "from one executor to another. Each part is the median over the hits of one process; the "
    + "clock is read at every stop, so the sum is a little more than the whole above.",
  quantities: [
    .init(id: "rewrite-hops", title: "Actor rewrite: hops", unit: "a hit", places: 1),
    .init(
      id: "rewrite-threads", title: "Actor rewrite: changes of thread", unit: "a hit", places: 1),
    .init(id: "rewrite-to-cache", title: "… main actor to cache actor", unit: "ns"),
    .init(id: "rewrite-to-storage", title: "… cache actor to storage actor", unit: "ns"),
    .init(id: "rewrite-lookup", title: "… look-up in the storage actor", unit: "ns"),
    .init(id: "rewrite-back", title: "… storage actor back to main actor", unit: "ns"),
    .init(id: "rewrite-sum", title: "Actor rewrite: sum of its parts", unit: "ns"),
    .init(
      id: "callback-hops", title: "Callbacks, handed on at once: hops", unit: "a hit", places: 1),
    .init(id: "callback-lookup", title: "… look-up under the lock", unit: "ns"),
    .init(id: "callback-handover", title: "… completion", unit: "ns"),
    .init(id: "callback-sum", title: "Callbacks: sum of their parts", unit: "ns"),
    .init(id: "queued-handover", title: "… completion through the main queue instead", unit: "ns"),
  ])

let firstTable = QuantityTable(
  id: "first-hits", title: "The first hit of a process, and the thousandth",
  summary: "A fresh process stores the picture and reads it on the main actor, a thousand times in "
    + "a row. The first reading pays for what every later one finds made: threads, pages, code.",
  quantities: [
    .init(id: "first-callback", title: "Callbacks: first hit", unit: "ns"),
    .init(id: "thousandth-callback", title: "Callbacks: thousandth hit", unit: "ns"),
    .init(id: "first-rewrite", title: "Actor rewrite: first hit", unit: "ns"),
    .init(id: "thousandth-rewrite", title: "Actor rewrite: thousandth hit", unit: "ns"),
  ])

let floorTable = QuantityTable(
  id: "floor", title: "How near the floor is the lock?",
  summary: "What a hit behind a lock costs over an `NSLock` pair around a look-up in a bare "
    + "dictionary, the least that could keep it safe: the median ratio of each process.",
  quantities: [
    .init(
      id: "lock-over-floor", title: "`LockedCache` hit over the floor", unit: "×", places: 2,
      atMost: 1.5)
  ])

/// Follows hits on both paths.
@MainActor
func pathReadings(_ shelf: Shelf, hits: Int) async -> [Reading] {
  let path = CallbackPath(shelf.locked)
  var rewrite: [Trace] = []
  var callback: [Trace] = []
  var queued: [Trace] = []
  for _ in 0..<hits {
    rewrite.append(await traceOfRewrite(shelf.rewrite))
    callback.append(await traceOfCallback(path, on: .mainOrAtOnce))
    queued.append(await traceOfCallback(path, on: .main))
  }
  func part(_ traces: [Trace], _ index: Int) -> Double { median(traces.map { $0.parts[index] }) }
  let ways = (0..<4).map { part(rewrite, $0) }
  let calls = (0..<2).map { part(callback, $0) }
  return [
    Reading("rewrite-hops", [median(rewrite.map { Double($0.hops) })]),
    Reading("rewrite-threads", [mean(rewrite.map { Double($0.threadChanges) })]),
    Reading("rewrite-to-cache", [ways[0]]), Reading("rewrite-to-storage", [ways[1]]),
    Reading("rewrite-lookup", [ways[2]]), Reading("rewrite-back", [ways[3]]),
    Reading("rewrite-sum", [ways.reduce(0, +)]),
    Reading("callback-hops", [median(callback.map { Double($0.hops) })]),
    Reading("callback-lookup", [calls[0]]), Reading("callback-handover", [calls[1]]),
    Reading("callback-sum", [calls.reduce(0, +)]),
    Reading("queued-handover", [part(queued, 1)]),
  ]
}

/// The first and the thousandth hit of a process that has done nothing else.
@MainActor
func firstAndThousandth(_ hit: @MainActor () async -> Void) async -> [Double] {
  var times: [Double] = []
  for _ in 0..<1_000 {
    let start = nanosecondsNow()
    await hit()
    times.append(Double(nanosecondsNow() - start))
  }
  return [times[0], times[999]]
}

func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

/// The lock's time over the floor's in one process, round by round.
func lockOverFloor(_ sample: BenchmarkSample) -> Reading? {
  guard let lock = sample.rows.first(where: { $0.row == "lock" }),
    let floor = sample.rows.first(where: { $0.row == "floor" })
  else { return nil }
  return Reading("lock-over-floor", [median(zip(lock.nanoseconds, floor.nanoseconds).map(/))])
}
