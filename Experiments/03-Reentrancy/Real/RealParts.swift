import Evidence
import Reporting
import StudyKit

extension RealPart {
  /// Both deadlocks, in children that may hang.
  static let deadlocking = RealPart(
    programs: [deadlocks], variants: DeadlockTrial.all.map { $0.record() },
    probes: Dictionary(uniqueKeysWithValues: DeadlockTrial.all.map { ($0.name, $0.probe) }),
    why: deadlockWhy, doesNotShow: deadlockLimits, method: deadlockMethod,
    quotedFiles: ["Experiments/03-Reentrancy/Real/Deadlocks.swift"],
    length: { .seconds(1) + $0.standstill * 2 }, fields: endFields
  ) { context in
    context.report(0, deadlocks.title)
    let asked = DeadlockTrial.all.filter { context.includes($0.keeper.rawValue) }
    return Observations(variants: try await several(asked) { try await $0.run(context) })
  }

  /// Waiting on a full pool, in children that may stand still.
  static let fillingThePool = RealPart(
    programs: [fullPool], variants: CrowdTrial.all.map { $0.record() },
    quantities: [besideFullPool],
    probes: Dictionary(uniqueKeysWithValues: CrowdTrial.all.map { ($0.name, $0.probe) })
      .merging(Filling.allCases.map { ($0.probeName, $0.waits) }) { $1 },
    why: fullPoolWhy, cures: [fullPoolCure], doesNotShow: fullPoolLimits, method: fullPoolMethod,
    quotedFiles: ["Experiments/03-Reentrancy/Real/FullPool.swift"],
    length: { _ in .seconds(1) + longestWait + .seconds(Pulse.seconds * Double(crowdPatience)) },
    fields: servedFields
  ) { context in
    context.report(0, fullPool.title)
    let asked = CrowdTrial.all.filter { context.includes($0.column.rawValue) }
    let variants = try await several(asked) { try await $0.run(context) }
    context.report(0.6, besideFullPool.title)
    return Observations(variants: variants, readings: try await waitsBesideFullPool(context))
  }

  /// A hit beside a load.
  static let blockingTheLine = RealPart(
    benchmarks: [blockedLine], why: blockedLineWhy, doesNotShow: blockedLineLimits,
    method: blockedLineMethod, quotedFiles: ["Experiments/03-Reentrancy/Real/BlockedLine.swift"],
    length: { $0 == .quick ? .seconds(1) : .seconds(4) }
  ) { context in
    Observations(benchmarks: [await timeBlockedLine(context)])
  }
}

/// How each way into a deadlock ended: `hung in 3 of 3 runs`.
@Sendable
private func endFields(_ findings: Findings) -> [String: String] {
  var fields: [String: String] = [:]
  for trial in DeadlockTrial.all {
    let tally =
      findings.variant(deadlocks.id, trial.row.id, trial.keeper.rawValue)?.tally ?? Tally()
    let ends = ChildEnd.allCases.filter { tally[$0.rawValue] > 0 }.map {
      "\($0.rawValue) in \(Numbers.part(tally[$0.rawValue], of: tally.total)) runs"
    }
    fields[trial.name] = ends.isEmpty ? Conclusion.notRun : ends.joined(separator: " and ")
  }
  return fields
}

/// How often everyone in a crowd was served, by way and cache.
@Sendable
private func servedFields(_ findings: Findings) -> [String: String] {
  var fields: [String: String] = [:]
  for trial in CrowdTrial.all {
    let tally = findings.variant(fullPool.id, trial.way.rawValue, trial.column.rawValue)?.tally
    fields[trial.name] =
      tally.map { Numbers.part($0[CrowdEnd.all.rawValue], of: $0.total) } ?? Conclusion.notRun
  }
  return fields
}

extension Profile {
  /// The beats of a child in which nothing new is heard before it counts as hung.
  var patience: Int {
    switch self {
    case .quick: 30
    case .standard: 60
    case .full: 200
    }
  }

  /// How long they take where there is a processor for the child.
  var standstill: Duration { .seconds(Pulse.seconds * Double(patience)) }
}

/// Does something for each element, some at a time, since most of them only wait; in order.
func several<Element: Sendable, Value: Sendable>(
  _ elements: [Element], _ body: @escaping @Sendable (Element) async throws -> Value
) async throws -> [Value] {
  let width = 6
  var values: [Value?] = Array(repeating: nil, count: elements.count)
  try await withThrowingTaskGroup(of: (Int, Value).self) { group in
    for (index, element) in elements.enumerated() {
      if index >= width, let (done, value) = try await group.next() { values[done] = value }
      group.addTask { (index, try await body(element)) }
    }
    for try await (done, value) in group { values[done] = value }
  }
  return values.compactMap(\.self)
}
