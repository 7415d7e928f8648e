import Caching
import Evidence
import Imaging
import Reporting
import StudyKit

/// Observations of some variants of one program: all of them, and those out of program order.
struct Count {
  var out = 0
  var total = 0
  /// Whether anything out of order would have been forbidden throughout.
  var isPromised = true

  /// Adds up the variants of a program on one backend, or on all, in some rows.
  init(
    _ variants: [VariantRecord], of program: String = storeUpdateRead.id,
    on backend: String? = nil, rows: [String]
  ) {
    for variant in variants
    where variant.program == program && rows.contains(variant.row)
      && (backend == nil || backend == variant.column)
    {
      total += variant.tally.total
      isPromised = isPromised && variant.prediction.outcomes.contains { $0.grade == .forbidden }
      out += variant.tally.total - variant.expectedCount
    }
  }

  var text: String { total == 0 ? "not run" : Numbers.part(out, of: total) }
  var trait: String {
    switch (out, total) {
    case (_, 0): "—"
    case (0, _): "kept, \(Numbers.part(total, of: total))"
    default: "lost in \(Numbers.part(out, of: total))"
    }
  }

  var standing: Conclusion.Trait.Standing? {
    switch (out, total) {
    case (_, 0): nil
    case (0, _): isPromised ? .good : .partial
    default: .poor
    }
  }
}

/// Ways of calling that a reader would not tell apart, by row.
enum Rows {
  static let awaited = ["awaiting", "chained"]
  static let inARow = ["plain", "queue-async", "handlers", "immediate", "immediate-mixed"]
  static let inARowBusy = ["handlers-held", "immediate-held", "immediate-mixed-held"]
  static let aTaskACall = [
    "task", "task-held", "task-mixed", "task-mixed-held", "detached", "detached-mixed",
    "detached-mixed-held",
  ]
}

/// Draws the conclusion by rules fixed before the run.
@Sendable
func conclude(_ variants: [VariantRecord]) -> Conclusion {
  let actor = Count(
    variants, on: "ActorCache", rows: Rows.inARow + Rows.inARowBusy + Rows.aTaskACall)
  let queue = Count(variants, on: "QueueCache", rows: Rows.inARow + Rows.inARowBusy)
  let queueFromTasks = Count(variants, on: "QueueCache", rows: Rows.aTaskACall)
  let verdict: Verdict =
    if actor.total == 0 || queue.total == 0 {
      .open
    } else if actor.out == 0 || queue.out > 0 {
      .refuted
    } else if queueFromTasks.out > 0 {
      .depends
    } else {
      .reproduced
    }
  return Conclusion(
    headline: headline(verdict), verdicts: ["C1": verdict],
    fields: fields(variants), traits: traits(variants))
}

/// Answers the question in a sentence; the verdict decides which.
private func headline(_ verdict: Verdict) -> String {
  switch verdict {
  case .open:
    "This run left out the actor or the queue, so the two were not compared."
  case .refuted:
    "Not as claimed here: unawaited calls lost their order on the actor in {actor-unawaited} runs, "
      + "and calls made in a row lost it on the serial queue in {queue-in-a-row}."
  case .depends, .reproduced:
    "Calls that nobody awaits lost their program order on the actor in {actor-unawaited} runs; "
      + "made in a row they never lost it on the serial queue ({queue-in-a-row}); awaited, they "
      + "lost it on no backend ({awaited})."
  }
}

/// Every variant's count by `program/row/backend`, and the sums that the prose quotes.
private func fields(_ variants: [VariantRecord]) -> [String: String] {
  var fields: [String: String] = [:]
  for variant in ordering.variants {
    let (program, row, backend) = (variant.program, variant.row, variant.column)
    fields["\(program)/\(row)/\(backend)"] =
      Count(variants, of: program, on: backend, rows: [row]).text
  }
  let sums: [String: Count] = [
    "actor-unawaited": Count(
      variants, on: "ActorCache", rows: Rows.inARow + Rows.inARowBusy + Rows.aTaskACall),
    "actor-awaited": Count(variants, on: "ActorCache", rows: Rows.awaited),
    "actor-from-tasks": Count(variants, on: "ActorCache", rows: Rows.aTaskACall),
    "queue-in-a-row": Count(variants, on: "QueueCache", rows: Rows.inARow + Rows.inARowBusy),
    "queue-from-tasks": Count(variants, on: "QueueCache", rows: Rows.aTaskACall),
    "lock-in-a-row": Count(variants, on: "LockedCache", rows: Rows.inARow),
    "lock-from-tasks": Count(variants, on: "LockedCache", rows: Rows.aTaskACall),
    "mailbox-handlers": Count(variants, on: "MailboxCache", rows: ["handlers", "handlers-held"]),
    "mailbox-from-tasks": Count(variants, on: "MailboxCache", rows: Rows.aTaskACall),
    "executor-in-a-row": Count(
      variants, on: "ExecutorActorCache", rows: Rows.inARow + Rows.inARowBusy),
    "main-from-main": Count(
      variants, on: "MainActorCache", rows: ["main-mixed", "main-mixed-held"]),
    "main-from-tasks": Count(variants, on: "MainActorCache", rows: Rows.aTaskACall),
    "awaited": Count(variants, rows: Rows.awaited),
    "awaiting": Count(variants, rows: ["awaiting"]),
    "chained": Count(variants, rows: ["chained"]),
    "two-callers": Count(variants, rows: ["two-callers"]),
    "numbered": Count(
      variants, of: setTwiceNumbered.id, rows: setTwiceNumbered.callers.map(\.row.id)),
  ]
  fields.merge(sums.mapValues(\.text)) { $1 }
  return fields
}

private func traits(_ variants: [VariantRecord]) -> [Conclusion.Trait] {
  let qualities = [
    ("order, awaited", Rows.awaited),
    ("order, calls in a row", Rows.inARow),
    ("order, calls in a row, cache busy", Rows.inARowBusy),
    ("order, a task per call", Rows.aTaskACall),
  ]
  return ordering.backends.flatMap { backend in
    qualities.map { quality, rows in
      let count = Count(variants, on: backend, rows: rows)
      return Conclusion.Trait(
        backend: backend, quality: quality, text: count.trait, standing: count.standing)
    }
  }
}
