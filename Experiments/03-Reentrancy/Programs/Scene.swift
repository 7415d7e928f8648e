import Evidence
import Interleaving
import Synchronization

/// Something that happens, counted; no step of the explorer's.
final class Count: Sendable {
  private let count = Atomic(0)

  var value: Int { count.load(ordering: .relaxed) }
  func add() { count.add(1, ordering: .relaxed) }

  /// The count with its noun: `1 load`, `2 loads`, `no load`.
  func text(_ noun: String) -> String {
    switch value {
    case 0: "no \(noun)"
    case 1: "1 \(noun)"
    default: "\(value) \(noun)s"
    }
  }
}

/// A task of the world's that others may ask whether it has been cancelled.
final class Caller: @unchecked Sendable {  // `task` is set before any step
  let name: String
  fileprivate(set) var task: Task<Void, Never>?

  init(_ name: String) { self.name = name }

  /// Whether a cancel of it has returned: a cancel is one step.
  var isCancelled: Bool { task?.isCancelled == true }
}

extension World {
  /// Starts a task that a user, who scrolls on, may cancel at any point.
  func task(
    thatUserCancels caller: Caller, operation: @escaping @Sendable () async throws -> Void
  ) {
    caller.task = task(caller.name, operation: operation)
    cancel(caller.name)
  }

  /// Says what came out by a name, the last time it was said.
  func outcome(said name: String, else otherwise: String) {
    outcome { [self] in recorded(name) ?? otherwise }
  }
}

extension Prediction {
  /// One good outcome and one bad one, which a cure forbids.
  static func good(
    _ good: String, _ goodMeaning: String, bad: String, _ badMeaning: String, isCured: Bool
  ) -> Prediction {
    Prediction([
      .init(good, .expected, goodMeaning),
      .init(bad, isCured ? .forbidden : .interesting, badMeaning),
    ])
  }
}
