import Caching
import Evidence
import Imaging
import Reporting
import StudyKit

/// Observations of some variants of one program: all of them, and those out of program order.
struct Count {
  var out = 0
  var total = 0
  /// Whether anything but the expected outcome would have been forbidden throughout.
  var isPromised = true

  /// Fewer observations than this are no ground for a verdict.
  static let enough = 50

  /// Adds up the variants of a program on one backend, or on all, in some rows.
  init(
    _ variants: [VariantRecord], of program: SmallProgram = storeUpdateRead,
    on backend: String? = nil, rows: [String]
  ) {
    for variant in variants
    where variant.program == program.id && rows.contains(variant.row)
      && (backend == nil || backend == variant.column)
    {
      total += variant.tally.total
      out += variant.tally.total - variant.expectedCount
      isPromised =
        isPromised
        && variant.prediction.outcomes.allSatisfy {
          $0.grade == .expected || $0.grade == .forbidden
        }
    }
  }

  /// Adds up the ways of calling of one or more groups.
  init(_ variants: [VariantRecord], on backend: String? = nil, _ groups: Caller.Group...) {
    self.init(
      variants, on: backend,
      rows: Caller.all.filter { groups.contains($0.group) }.map(\.row.id))
  }

  var isEnough: Bool { total >= Self.enough }
  var text: String { total == 0 ? Conclusion.notRun : Numbers.part(out, of: total) }
  /// What happened to the order, as a passage chooses by it.
  var fate: String { total == 0 ? Conclusion.notRun : out == 0 ? "kept" : "lost" }

  var trait: String {
    switch (out, total) {
    case (_, 0): "—"
    case (0, _): "kept, \(Numbers.part(total, of: total))"
    default: "lost in \(Numbers.part(out, of: total))"
    }
  }

  var standing: Conclusion.Trait.Standing? {
    guard isEnough else { return nil }
    return out > 0 ? .poor : isPromised ? .good : .partial
  }
}

/// The columns that this experiment gives the trade-off matrix.
enum Quality {
  static let awaited = "order, awaited"
  static let inARow = "order, calls in a row"
  static let inARowBusy = "order, calls in a row, cache busy"
  static let taskPerCall = "order, a task per call"
}

/// Draws the conclusion by rules fixed before the run.
@Sendable
func conclude(_ findings: Findings) -> Conclusion {
  let variants = findings.variants
  let (verdict, reason) = judge(findings)
  var fields = fields(variants)
  fields.merge(ordering.description.measuredFields(findings.benchmarks, findings.readings)) { $1 }
  fields.merge(findings.reachFields) { $1 }
  fields["open-reason"] = reason ?? "it is not"
  return Conclusion(
    headline: headline(verdict), verdicts: ["C1": verdict], fields: fields,
    traits: traits(variants))
}

/// The verdict on C1; why, where it is left open.
///
/// One order lost by the queue refutes the claim, on threads or under some schedule. That threads
/// lost none proves nothing; that no schedule can, where every one was run, does.
private func judge(_ findings: Findings) -> (Verdict, reason: String?) {
  let variants = findings.variants
  let actor = Loss(findings, on: "ActorCache", .inARow, .inARowBusy)
  let queue = Loss(findings, on: "QueueCache", .inARow, .inARowBusy)
  let queueFromTasks = Loss(findings, on: "QueueCache", .taskPerCall)
  let failures =
    variants.reduce(0) { $0 + $1.tally.failures(against: $1.prediction) }
    + findings.explorations.count(where: \.hasFailed)
  if queue.isPossible { return (.refuted, nil) }
  guard [actor, queue, queueFromTasks].allSatisfy(\.isDecided) else {
    return (.open, "it left out ActorCache or QueueCache, or made too few calls to tell")
  }
  guard failures == 0 else {
    return (.open, "it saw what a promise forbids, which must be understood first")
  }
  guard findings.contradictions == 0 else {
    return (.open, "threads showed what no schedule leads to, which must be understood first")
  }
  guard actor.isPossible else {
    return actor.isExcluded
      ? (
        .open, "no schedule takes the actor's calls out of order, which its executor need not keep"
      )
      : (.open, "the actor lost no order, which random stress cannot make a proof")
  }
  return (queueFromTasks.isPossible ? .depends : .reproduced, nil)
}

/// Whether an order can be lost: by what threads showed and by what schedules lead to.
private struct Loss {
  /// Some thread or schedule lost it.
  let isPossible: Bool
  /// Every schedule was run and kept it.
  let isExcluded: Bool
  /// There is ground enough to say so.
  let isDecided: Bool

  init(_ findings: Findings, on backend: String, _ groups: Caller.Group...) {
    var count = Count(findings.variants, on: backend, rows: [])
    var reaches: [Reach] = []
    for group in groups {
      let part = Count(findings.variants, on: backend, group)
      count.out += part.out
      count.total += part.total
      reaches.append(Reach(findings, on: backend, group))
    }
    isPossible = count.out > 0 || reaches.contains { $0.out > 0 }
    isExcluded = !isPossible && reaches.allSatisfy(\.isComplete)
    isDecided = count.isEnough || isExcluded || reaches.contains { $0.out > 0 }
  }
}

/// Answers the question in a sentence; the verdict decides which.
private func headline(_ verdict: Verdict) -> String {
  switch verdict {
  case .open: "This run cannot tell: {open-reason}."
  case .refuted:
    "Even calls made in a row can lose their order on the serial queue. Threads lost it in "
      + "{queue-in-a-row} runs. Schedules can in {reach-queue-in-a-row} ways of calling."
  case .depends:
    "Made in a row at mixed priorities while the cache is busy, three calls that nobody awaits "
      + "lost their order on the actor in {store-update-read/immediate-mixed-held/ActorCache} runs "
      + "and on the serial queue in {store-update-read/immediate-mixed-held/QueueCache}; with a "
      + "task for each, even the idle queue lost it in {store-update-read/task-mixed/QueueCache}; "
      + "awaited, no backend did ({awaited})."
  case .reproduced:
    "Made in a row at mixed priorities while the cache is busy, three calls lost their order on "
      + "the actor in {store-update-read/immediate-mixed-held/ActorCache} runs and on the serial "
      + "queue in {store-update-read/immediate-mixed-held/QueueCache}."
  }
}

/// Every variant's count by `program/row/backend`, and the sums and fates that the prose quotes.
private func fields(_ variants: [VariantRecord]) -> [String: String] {
  var fields: [String: String] = [:]
  for program in programs {
    for variant in ordering.variants where variant.program == program.id {
      fields["\(program.id)/\(variant.row)/\(variant.column)"] =
        Count(variants, of: program, on: variant.column, rows: [variant.row]).text
    }
  }
  let sums = [
    "queue-in-a-row": Count(variants, on: "QueueCache", .inARow, .inARowBusy),
    "queue-from-tasks": Count(variants, on: "QueueCache", .taskPerCall),
    "actor-in-a-row": Count(variants, on: "ActorCache", .inARow, .inARowBusy),
    "actor-from-tasks": Count(variants, on: "ActorCache", .taskPerCall),
    "actor-awaited": Count(variants, on: "ActorCache", .awaited),
    "lock-from-tasks": Count(variants, on: "LockedCache", .taskPerCall),
    "mailbox-in-a-row": Count(variants, on: "MailboxCache", .inARow, .inARowBusy),
    "mailbox-from-tasks": Count(variants, on: "MailboxCache", .taskPerCall),
    "executor-in-a-row": Count(variants, on: "ExecutorActorCache", .inARow, .inARowBusy),
    "executor-from-tasks": Count(variants, on: "ExecutorActorCache", .taskPerCall),
    "main-from-main": Count(variants, on: "MainActorCache", .fromMain),
    "main-from-tasks": Count(variants, on: "MainActorCache", .taskPerCall),
    "awaited": Count(variants, .awaited),
    "awaiting": Count(variants, rows: ["awaiting"]),
    "chained": Count(variants, rows: ["chained"]),
    "two-callers": Count(variants, rows: ["two-callers"]),
    "numbered": Count(
      variants, of: setTwiceNumbered, rows: setTwiceNumbered.callers.map(\.row.id)),
    "unnumbered": Count(
      variants, of: setTwice, on: "ActorCache", rows: setTwice.callers.map(\.row.id)),
  ]
  fields.merge(sums.mapValues(\.text)) { $1 }
  let fates = [
    "actor-by-priority": Count(variants, on: "ActorCache", rows: ["immediate-mixed-held"]),
    "actor-by-reentrancy": Count(variants, on: "ActorCache", rows: ["suspends-inside-held"]),
    "lock-waiters": Count(variants, on: "LockedCache", rows: ["threads-held"]),
    "hop": Count(variants, on: "QueueCache", rows: ["main-mixed-by-pool"]),
  ]
  fields.merge(fates.mapValues(\.fate)) { $1 }
  return fields
}

private func traits(_ variants: [VariantRecord]) -> [Conclusion.Trait] {
  let qualities: [(String, Caller.Group)] = [
    (Quality.awaited, .awaited), (Quality.inARow, .inARow), (Quality.inARowBusy, .inARowBusy),
    (Quality.taskPerCall, .taskPerCall),
  ]
  return ordering.backends.flatMap { backend in
    qualities.map { quality, group in
      let count = Count(variants, on: backend, group)
      return Conclusion.Trait(
        backend: backend, quality: quality, text: count.trait, standing: count.standing)
    }
  }
}
