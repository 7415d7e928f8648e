import Caching
import Evidence
import Reporting
import StudyKit

/// The columns that this experiment gives the trade-off matrix.
enum Quality {
  static let between = "nothing gets in across an await"
  static let waiting = "a handler may call again"
  static let cancel = "a cancel holds when it returns"
}

/// Draws the conclusion by rules fixed before the run.
@Sendable
func conclude(_ findings: Findings) -> Conclusion {
  let standings = Dictionary(
    uniqueKeysWithValues: Keeper.allCases.map { ($0, Standing(findings, $0)) })
  var fields = description.measuredFields(findings.benchmarks, findings.readings)
  for part in RealPart.all { fields.merge(part.fields(findings)) { $1 } }
  fields.merge(scheduleFields(findings)) { $1 }
  fields.merge(countFields(findings, standings)) { $1 }
  let order = judgeOrder(findings, standings)
  return Conclusion(
    headline: headline(order),
    verdicts: ["C1": order, "C6": judgeForms(findings, standings)], fields: fields,
    traits: standings.values.allSatisfy(\.isDecided) ? traits(standings) : [])
}

/// The verdict on C1, by where something gets in between a check and its write.
///
/// The claim calls reentrancy a reason for which an actor loses the order and a serial queue does
/// not. Reproduced, if only the actor lets others in at the `await`; if the queue does as well as
/// soon as the work is two blocks, and neither where it is one section, it depends on that.
/// Refuted, if the actor lets nobody in.
private func judgeOrder(_ findings: Findings, _ standings: [Keeper: Standing]) -> Verdict {
  guard standings.values.allSatisfy(\.isDecided), let queue = standings[.queue],
    let actor = standings[.actor]
  else { return .open }
  let awaited = [loadOnce, staleRead]
  guard awaited.allSatisfy(actor.admits) else { return .refuted }
  return awaited.allSatisfy(queue.admits) ? .depends : .reproduced
}

/// The verdict on C6, by what is written, which faults can be, and what is promised.
///
/// Refuted, if the actor's loader is no shorter or switches off as many checks, or if a fault can
/// be on the actor that cannot be behind the lock. Else reproduced, if its cache promises all that
/// the lock's does and a cure leaves nothing more; else it depends on who needs the promise.
private func judgeForms(_ findings: Findings, _ standings: [Keeper: Standing]) -> Verdict {
  func read(_ quantity: String, _ keeper: Keeper) -> Double? {
    findings.reading("\(quantity)/\(keeper.rawValue)")?.values.first
  }
  guard standings.values.allSatisfy(\.isDecided), let lock = standings[.lock],
    let actor = standings[.actor], let lockLines = read("loader-lines", .lock),
    let actorLines = read("loader-lines", .actor), let lockEscapes = read("escapes", .lock),
    let actorEscapes = read("escapes", .actor)
  else { return .open }
  guard actorLines < lockLines, actorEscapes < lockEscapes, actor.faults.allSatisfy(lock.admits)
  else { return .refuted }
  let promisesAll = Promised.all(of: .lock).isSubset(of: Promised.all(of: .actor))
  return promisesAll && actor.leftovers.allSatisfy(lock.leaves) ? .reproduced : .depends
}

/// What a cache's type promises.
enum Promised: CaseIterable {
  /// An answer before the caller's next line.
  case synchronousAnswer
  /// Calls that wait do not overtake each other by priority.
  case noOvertakingByPriority

  static func all(of keeper: Keeper) -> Set<Promised> {
    guard let backend = Form.all.first(where: { $0.keeper == keeper })?.backend else { return [] }
    return Set(
      allCases.filter { promise in
        switch promise {
        case .synchronousAnswer: backend.cacheType is any SynchronousImageCache<String>.Type
        case .noOvertakingByPriority: backend.waiting != .priority
        }
      })
  }
}

private func headline(_ verdict: Verdict) -> String {
  switch verdict {
  case .open:
    "This run cannot tell: it left out a keeper, or did not come to the end of every exploration."
  case .refuted: "On the actor nothing got in where a method awaits."
  case .reproduced:
    "Only on the actor did others get in between a check and its write: at its `await`."
  case .depends:
    "Whatever lets go in the middle lets others in: an `await` in an actor, two sections of a "
      + "lock, two blocks of a queue. Of {faults} faults {faults-lock} can be behind a lock, "
      + "{faults-queue} on a queue and {faults-actor} on an actor, which does not wait for itself; "
      + "their cures hold under every schedule, but for a cancel that is still on its way."
  }
}

// MARK: - Fields

/// Of every way, in how many schedules it goes wrong, by `program/way/keeper`.
private func scheduleFields(_ findings: Findings) -> [String: String] {
  var fields: [String: String] = [:]
  for program in programs {
    for way in program.ways {
      for keeper in way.keepers {
        let name = way.name(in: program.described.id, on: keeper)
        fields[name] = Schedules(findings, program, way, on: keeper).text
        guard way.threads != nil else { continue }
        let variant = findings.variant(program.described.id, way.row.id, keeper.rawValue)
        let total = variant?.tally.total ?? 0
        fields["threads/\(name)"] =
          variant.flatMap {
            total == 0 ? nil : Numbers.part(total - $0.expectedCount, of: total)
          } ?? Conclusion.notRun
      }
    }
  }
  return fields
}

private func countFields(
  _ findings: Findings, _ standings: [Keeper: Standing]
) -> [String: String] {
  var fields = ["faults": "\(programs.count)"]
  for (keeper, standing) in standings {
    let told = { (programs: [SmallProgram]) in
      standing.isDecided ? programs.isEmpty ? "none" : "\(programs.count)" : Conclusion.notRun
    }
    fields["faults-\(keeper.rawValue)"] = told(standing.faults)
    fields["left-\(keeper.rawValue)"] = told(standing.leftovers)
  }
  return fields
}

// MARK: - The trade-off matrix

private func traits(_ standings: [Keeper: Standing]) -> [Conclusion.Trait] {
  Form.all.flatMap { form -> [Conclusion.Trait] in
    guard let standing = standings[form.keeper] else { return [] }
    func trait(_ quality: String, _ isGood: Bool, _ good: String, _ bad: String)
      -> Conclusion.Trait
    {
      .init(
        backend: form.backendName, quality: quality, text: isGood ? good : bad,
        standing: isGood ? .good : .poor)
    }
    return [
      trait(Quality.between, !standing.admits(staleRead), "kept out", "stale value wins"),
      trait(Quality.waiting, !standing.admits(callingInside), "let in", "deadlock"),
      trait(Quality.cancel, !standing.leaves(sharedLoad), "over at once", "on its way"),
    ]
  }
}
