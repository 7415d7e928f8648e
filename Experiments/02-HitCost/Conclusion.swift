import Caching
import Evidence
import Reporting
import StudyKit

/// The columns that this experiment gives the trade-off matrix.
enum Quality {
  static let pool = "a hit, from the pool"
  static let main = "a hit, from the main actor"
  static let turn = "an answer in the same turn"
}

/// What was published for the whole actor path over the whole callback path: 0.034 s and 0.003 s.
let publishedRatio = 0.034 / 0.003

/// A lock awaited counts as free while it takes less than this much of a plain call's time.
private let freeUpTo = 1.5

/// Draws the conclusion by rules fixed before the run.
@Sendable
func conclude(_ findings: Findings) -> Conclusion {
  let verdict = judge(findings)
  var fields = description.measuredFields(findings.benchmarks, findings.readings)
  fields["published-ratio"] = "\(Int(publishedRatio.rounded()))"
  let awaited = findings.benchmark(mainBenchmark.id)?["lock-awaited"]
  fields["awaiting"] =
    awaited?.ratio.map { $0.interval.upper < freeUpTo ? "free" : "dear" } ?? Conclusion.notRun
  fields.merge(scale(findings)) { $1 }
  for variant in TurnVariant.all {
    let found = findings.variant(turnProgram.id, variant.asking.row.id, variant.backend.name)
    fields["turns/\(variant.asking.row.id)/\(variant.backend.name)"] = late(found)
  }
  return Conclusion(
    headline: headline(verdict) + (verdict == .depends && awaited != nil ? awaitingALock : ""),
    verdicts: ["C2": verdict, "C6": .open], fields: fields, traits: traits(findings))
}

/// The verdict on C2, by whether the rewrite's two actors cost as much as published.
///
/// Reproduced, if they do wherever the caller is; if they do on the main actor alone, it depends on
/// the caller; else refuted.
private func judge(_ findings: Findings) -> Verdict {
  guard let path = findings.benchmark(pathBenchmark.id)?["rewrite"], let onMain = path.ratio,
    let onPool = findings.benchmark(poolBenchmark.id)?["rewrite"]?.ratio
  else { return .open }
  if path.separation == .notSeparated, !path.warnings.isEmpty { return .open }
  func isAsPublished(_ ratio: Ratio) -> Bool { ratio.interval.upper >= publishedRatio }
  guard isAsPublished(onMain) else { return .refuted }
  return isAsPublished(onPool) ? .reproduced : .depends
}

private func headline(_ verdict: Verdict) -> String {
  switch verdict {
  case .open: "This run cannot tell: it left out one of the paths, or the noise hid the difference."
  case .refuted:
    "The whole actor path took {paths/rewrite} times as long as the callback path, less than "
      + "published."
  case .reproduced:
    "A hit through two actors took {paths/rewrite} times the callback path on the main actor, and "
      + "{pool/rewrite} times a hit behind a lock even on the pool."
  case .depends:
    "A hit on an idle actor takes {pool/actor} times a hit behind a lock when a task on the pool "
      + "asks, and {main/actor} times when the main actor asks, which has to leave its thread and "
      + "come back."
  }
}

private let awaitingALock =
  " Behind the same `await`, a lock takes {main/lock-awaited} times a plain call."

/// The same figures in terms of what they are for: how much of a hit is the guard, and how many
/// hits fit into a frame.
private func scale(_ findings: Findings) -> [String: String] {
  func nanoseconds(_ benchmark: Benchmark, _ row: String) -> Double? {
    findings.benchmark(benchmark.id)?[row]?.nanoseconds
  }
  let store = nanoseconds(poolBenchmark, "store")
  func guardAlone(_ row: String) -> String? {
    guard let store, let guarded = nanoseconds(poolBenchmark, row) else { return nil }
    return Numbers.nanoseconds(guarded - store)
  }
  func frame(_ row: String) -> String? {
    nanoseconds(mainBenchmark, row).map { Numbers.count(Int(1e9 / 60 / $0)) }
  }
  return [
    "guard-lock": guardAlone("lock"), "guard-actor": guardAlone("actor"),
    "frame-lock": frame("lock"), "frame-actor": frame("actor"),
  ].mapValues { $0 ?? Conclusion.notRun }
}

/// How often the picture was not there in the turn that asked.
private func late(_ variant: VariantRecord?) -> String {
  guard let variant, variant.tally.total > 0 else { return Conclusion.notRun }
  return Numbers.part(
    variant.tally.total - variant.tally[Turn.same.rawValue], of: variant.tally.total)
}

// MARK: - The trade-off matrix

/// What each backend costs where it is asked for a hit, and whether a view can have it at once.
private func traits(_ findings: Findings) -> [Conclusion.Trait] {
  hitCost.backends.flatMap { backend in
    [
      cost(Quality.pool, of: backend, in: poolBenchmark, findings),
      cost(Quality.main, of: backend, in: mainBenchmark, findings),
      turn(of: backend, findings),
    ]
  }
}

/// The usual way to a backend from where the benchmark's callers are, which is its first row there,
/// against the lock.
private func cost(
  _ quality: String, of backend: String, in benchmark: Benchmark, _ findings: Findings
) -> Conclusion.Trait {
  let place = benchmark.rows.first { $0.id == benchmark.baseline }?.callerExecutor
  let usual = benchmark.rows.first { $0.backend == backend && $0.callerExecutor == place }
  guard let usual, let row = findings.benchmark(benchmark.id)?[usual.id] else {
    return .init(backend: backend, quality: quality, text: "—")
  }
  // What is dear depends on how often one asks, so a cost is told and not ranked.
  return .init(
    backend: backend, quality: quality,
    text: "\(Numbers.nanoseconds(row.nanoseconds)), \(Numbers.ratio(row.ratio?.estimate ?? 1))")
}

private func turn(of backend: String, _ findings: Findings) -> Conclusion.Trait {
  func inTime(_ asking: String) -> (count: Int, total: Int)? {
    let tally = findings.variant(turnProgram.id, asking, backend)?.tally ?? Tally()
    return tally.total == 0 ? nil : (tally[Turn.same.rawValue], tally.total)
  }
  func trait(_ text: String, _ standing: Conclusion.Trait.Standing?) -> Conclusion.Trait {
    .init(backend: backend, quality: Quality.turn, text: text, standing: standing)
  }
  if let plain = inTime("plain"), plain.count == plain.total { return trait("plain call", .good) }
  guard let awaited = inTime("await") else { return trait("—", nil) }
  switch awaited.count {
  case awaited.total: return trait("on the main actor, awaited", .partial)
  case 0: return trait("never", .poor)
  default: return trait("by luck", .poor)
  }
}
