import Caching
import Evidence
import Foundation
import Imaging
import Measurement
import Reporting

/// What is read off beside the benchmarks.
let pathTable = QuantityTable(
  id: "path-parts", title: "Where the time goes on each path",
  summary: "One hit at a time is followed on its way. A *hop* is a move from one executor to "
    + "another; whether it changes the thread is the runtime's affair. Each part is the median "
    + "over the hits of one process. The clock is read at every stop and each part has a median of "
    + "its own, so the sum is not the whole above.",
  quantities: [
    .init(id: "rewrite-hops", title: "Actor rewrite: hops a hit", unit: ""),
    .init(id: "rewrite-threads", title: "Actor rewrite: changes of thread", unit: "", places: 2),
    .init(id: rewriteParts[0], title: "… main actor to cache actor", unit: "ns"),
    .init(id: rewriteParts[1], title: "… cache actor to storage actor", unit: "ns"),
    .init(id: rewriteParts[2], title: "… look-up in the storage actor", unit: "ns"),
    .init(id: rewriteParts[3], title: "… storage actor back to main actor", unit: "ns"),
    .init(id: "rewrite-sum", title: "Actor rewrite: sum of its parts", unit: "ns"),
    .init(id: "callback-hops", title: "Callbacks, handed on at once: hops a hit", unit: ""),
    .init(id: callbackParts[0], title: "… look-up under the lock", unit: "ns"),
    .init(id: callbackParts[1], title: "… completion", unit: "ns"),
    .init(id: "callback-sum", title: "Callbacks: sum of their parts", unit: "ns"),
    .init(id: "queued-handover", title: "… completion through the main queue instead", unit: "ns"),
  ])

private let rewriteParts = [
  "rewrite-to-cache", "rewrite-to-storage", "rewrite-lookup", "rewrite-back",
]
private let callbackParts = ["callback-lookup", "callback-handover"]

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
      id: "lock-over-floor", title: "A hit on LockedCache over the floor", unit: "×", places: 2,
      atMost: 1.5)
  ])

/// Follows hits on both paths.
@MainActor
func pathReadings(_ shelf: Shelf, hits: Int) async -> [Reading] {
  var rewrite: [Trace] = []
  var callback: [Trace] = []
  var queued: [Trace] = []
  for _ in 0..<hits {
    rewrite.append(await traceOfRewrite(shelf.rewrite))
    callback.append(await traceOfCallback(shelf.callback, on: .mainOrAtOnce))
    queued.append(await traceOfCallback(shelf.callback, on: .main))
  }
  let way = medianParts(rewrite)
  let call = medianParts(callback)
  return zip(rewriteParts + callbackParts, way + call).map { Reading($0, [$1]) } + [
    Reading("rewrite-hops", [mean(rewrite.map(\.hops))]),
    Reading("rewrite-threads", [mean(rewrite.map(\.threadChanges))]),
    Reading("rewrite-sum", [way.reduce(0, +)]),
    Reading("callback-hops", [mean(callback.map(\.hops))]),
    Reading("callback-sum", [call.reduce(0, +)]),
    Reading("queued-handover", medianParts(queued).suffix(1)),
  ]
}

/// The median of each part of a way over all hits that went it.
private func medianParts(_ traces: [Trace]) -> [Double] {
  (traces.first?.parts.indices ?? 0..<0).map { part in median(traces.map { $0.parts[part] }) }
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

private func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

private func mean(_ counts: [Int]) -> Double {
  Double(counts.reduce(0, +)) / Double(counts.count)
}

/// The lock's time over the floor's in one process, round by round.
func lockOverFloor(_ sample: BenchmarkSample) -> Reading? {
  guard let lock = sample.rows.first(where: { $0.row == "lock" }),
    let floor = sample.rows.first(where: { $0.row == "floor" })
  else { return nil }
  return Reading("lock-over-floor", [median(zip(lock.nanoseconds, floor.nanoseconds).map(/))])
}
