import Caching
import Evidence
import Reporting
import StudyKit

/// What some ways of calling can come to under every schedule, with executors that order jobs as
/// those of the threads do.
struct Reach {
  /// Ways of calling, on one backend each, that exist.
  private(set) var ways = 0
  /// Those of which every schedule was run.
  private(set) var complete = 0
  /// Those that some schedule takes out of program order.
  private(set) var out = 0

  /// Adds up the ways of calling of one or more groups, on one backend or on all.
  init(_ findings: Findings, on backend: String? = nil, _ groups: Caller.Group...) {
    for variant in variants
    where variant.program.id == storeUpdateRead.id && groups.contains(variant.caller.group)
      && (backend == nil || backend == variant.backend.name)
    {
      ways += 1
      guard let explored = findings.exploration(of: variant.declared.name) else { continue }
      if explored.exploration.isComplete { complete += 1 }
      if explored.exploration.outcomes.contains(where: { $0.name != Order.all[0].name }) {
        out += 1
      }
    }
  }

  /// Whether nothing else can come out.
  var isComplete: Bool { ways > 0 && complete == ways }
  /// How many of the ways can come out of order: `0 of 16`.
  var text: String { complete == 0 ? Conclusion.notRun : Numbers.part(out, of: complete) }
}

extension Findings {
  /// The exploration of a variant under a policy, or under the one that its threads run under.
  func exploration(
    of variant: VariantName, _ policy: ExecutorPolicy? = nil
  ) -> ExplorationRecord? {
    explorations.first {
      $0.program.variant == variant
        && $0.policy == (policy ?? ($0.policy == nil ? nil : $0.program.threadPolicy))
    }
  }

  /// Outcomes that threads showed or could have shown, by variant, where every schedule was run.
  private var completed: [(variant: VariantRecord, explored: Exploration)] {
    variants.compactMap { variant in
      guard variant.tally.total > 0,
        let explored = exploration(of: variant.name)?.exploration, explored.isComplete
      else { return nil }
      return (variant, explored)
    }
  }

  /// What threads showed and no schedule leads to: one of the two is wrong.
  var contradictions: Int {
    completed.reduce(0) { sum, pair in
      sum + pair.variant.tally.counts.count { $0.value > 0 && pair.explored[$0.key] == nil }
    }
  }

  /// Of the outcomes that some schedule leads to, those that no thread showed, and all.
  var unseen: (count: Int, of: Int) {
    completed.reduce((0, 0)) { sum, pair in
      let missing = pair.explored.outcomes.count { pair.variant.tally[$0.name] == 0 }
      return (sum.0 + missing, sum.1 + pair.explored.outcomes.count)
    }
  }

  /// The fields of the passages on every schedule.
  var reachFields: [String: String] {
    var fields: [String: String] = [:]
    for variant in ordering.variants {
      fields["reach/\(variant.name)"] = reached(variant.name, nil)
      guard variant.column == "ActorCache" else { continue }
      for policy in ExecutorPolicy.allCases {
        fields["reach/\(variant.name)/\(policy.rawValue)"] = reached(variant.name, policy)
      }
    }
    let reaches = [
      "reach-awaited": Reach(self, .awaited),
      "reach-from-tasks": Reach(self, .taskPerCall, .pacedTasks),
      "reach-queue-in-a-row": Reach(self, on: "QueueCache", .inARow, .inARowBusy),
      "reach-actor-in-a-row": Reach(self, on: "ActorCache", .inARow, .inARowBusy),
    ]
    fields.merge(reaches.mapValues(\.text)) { $1 }
    let unseen = unseen
    fields["unseen"] =
      unseen.of == 0 ? Conclusion.notRun : Numbers.part(unseen.count, of: unseen.of)
    fields["agreement"] =
      unseen.of == 0 ? Conclusion.notRun : contradictions == 0 ? "agree" : "contradict"
    fields["idle-actor"] = idleActor
    return fields
  }

  /// How many of the declared outcomes some schedule leads to: `5 of 6`.
  private func reached(_ name: VariantName, _ policy: ExecutorPolicy?) -> String {
    guard let explored = exploration(of: name, policy), explored.exploration.isComplete,
      let declared = explored.program.prediction?.outcomes
    else { return Conclusion.notRun }
    let reached = declared.count { explored.exploration[$0.name] != nil }
    return Numbers.part(reached, of: declared.count)
  }

  /// Whether an idle actor's calls come to every order but the one that priority excludes.
  private var idleActor: String {
    let name = VariantName(
      program: storeUpdateRead.id, row: "immediate-mixed", column: "ActorCache")
    guard let explored = exploration(of: name)?.exploration, explored.isComplete else {
      return Conclusion.notRun
    }
    let others = Order.all.filter { $0.moves != [.read, .store, .update] }.map(\.name)
    return Set(explored.outcomes.map(\.name)) == Set(others) ? "all but one" : "otherwise"
  }
}
