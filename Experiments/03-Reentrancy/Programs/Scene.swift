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

extension World {
  /// Starts a thread that cancels a task, as a user does who scrolls on; counts when the cancel has
  /// returned.
  func user(cancels task: Task<Void, Never>, called name: String, marking returned: Count) {
    thread("user") { [self] in
      note("cancels \(name)")
      task.cancel()
      returned.add()
      note("cancel has returned")
    }
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
