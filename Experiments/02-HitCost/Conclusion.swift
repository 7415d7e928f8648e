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

/// Draws the conclusion by rules fixed before the run.
@Sendable
func conclude(_ findings: Findings) -> Conclusion {
  let verdict = judge(findings)
  var fields = description.measuredFields(findings.benchmarks, findings.readings)
  fields["published-ratio"] = "\(Int(publishedRatio.rounded()))"
  for variant in TurnVariant.all {
    let name = "turns/\(variant.asking.row.id)/\(variant.backend.name)"
    fields[name] = late(
      findings.variant(turnProgram.id, variant.asking.row.id, variant.backend.name))
  }
  return Conclusion(
    headline: headline(verdict), verdicts: ["C2": verdict, "C6": .open], fields: fields,
    traits: traits(findings))
}

/// Reproduced, if awaiting an actor costs about as much as published wherever the caller is;
/// refuted, if the whole actor path is not slower; else it depends on the caller.
private func judge(_ findings: Findings) -> Verdict {
  guard let path = findings.benchmark("paths")?["rewrite"], let separation = path.separation,
    let pool = findings.benchmark("pool")?["actor"]?.ratio
  else { return .open }
  switch separation {
  case .faster: return .refuted
  case .notSeparated: return path.warnings.isEmpty ? .refuted : .open
  case .slower: return pool.interval.upper < publishedRatio ? .depends : .reproduced
  }
}

private func headline(_ verdict: Verdict) -> String {
  switch verdict {
  case .open: "This run cannot tell: it left out one of the paths, or the noise hid the difference."
  case .refuted: "The whole actor path was not slower than the callback path: {paths/rewrite}."
  case .reproduced:
    "A hit through actors cost {paths/rewrite} times the callback path on the main actor, and "
      + "{pool/actor} times a lock even on the pool."
  case .depends:
    "An idle actor costs a task on the pool {pool/actor} times a lock; asked from the main actor "
      + "it costs {main/actor} times, because the main thread must be left and come back to. A "
      + "lock behind the same `await` costs {main/lock-awaited}."
  }
}

/// How often the picture was not there in the turn that asked.
private func late(_ variant: VariantRecord?) -> String {
  guard let variant, variant.tally.total > 0 else { return Conclusion.notRun }
  return Numbers.part(
    variant.tally.total - variant.tally[Turn.same.rawValue], of: variant.tally.total)
}

/// How each backend is best read, from each place, and whether a view can have the answer at once.
private func traits(_ findings: Findings) -> [Conclusion.Trait] {
  hitCost.backends.flatMap { backend -> [Conclusion.Trait] in
    [
      cost(Quality.pool, of: backend, in: poolBenchmark, findings),
      cost(Quality.main, of: backend, in: mainBenchmark, findings),
      turn(of: backend, findings),
    ]
  }
}

/// The cheapest row of a backend, against the lock.
private func cost(
  _ quality: String, of backend: String, in benchmark: Benchmark, _ findings: Findings
) -> Conclusion.Trait {
  let rows = benchmark.rows.filter { $0.backend == backend && !$0.callerExecutor.contains("cache") }
    .filter { !$0.id.contains("many") }
    .compactMap { findings.benchmark(benchmark.id)?[$0.id] }
  guard let best = rows.min(by: { $0.nanoseconds < $1.nanoseconds }) else {
    return .init(backend: backend, quality: quality, text: "—")
  }
  let times = best.ratio?.estimate ?? 1
  let standing: Conclusion.Trait.Standing = times <= 2 ? .good : times <= 20 ? .partial : .poor
  return .init(
    backend: backend, quality: quality,
    text: "\(Numbers.nanoseconds(best.nanoseconds)), \(Numbers.ratio(times))", standing: standing)
}

private func turn(of backend: String, _ findings: Findings) -> Conclusion.Trait {
  let variants = findings.variants.filter { $0.column == backend }
  let isSame = { (row: String) in
    variants.first { $0.row == row }.map { $0.expectedCount == $0.tally.total } ?? false
  }
  let ways: (text: String, standing: Conclusion.Trait.Standing)? =
    variants.isEmpty
    ? nil
    : isSame("plain")
      ? ("plain call", .good)
      : isSame("await") ? ("on the main actor, awaited", .partial) : ("never", .poor)
  return .init(
    backend: backend, quality: Quality.turn, text: ways?.text ?? "—", standing: ways?.standing)
}
