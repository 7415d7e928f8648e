import Dispatch
import Evidence
import Foundation
import Reporting
import StudyKit

/// What became of a child that may hang.
enum ChildEnd: String, CaseIterable, Sendable {
  case answered, hung, trapped
}

/// One way into a deadlock or around it, tried in a process of its own.
struct DeadlockTrial: Sendable {
  let row: Program.Row
  let keeper: Keeper
  let prediction: Prediction
  /// Tries it in this process, and calls back if it ever comes to its end.
  let attempt: @Sendable (Pulse, _ answered: @escaping @Sendable () -> Void) -> Void

  /// The probe's name.
  var name: String { "\(deadlocks.id)/\(row.id)/\(keeper.rawValue)" }

  /// What is declared of it, or was observed.
  func record(_ tally: Tally = Tally()) -> VariantRecord {
    VariantRecord(
      program: deadlocks.id, row: row.id, column: keeper.rawValue,
      callerExecutor: callerExecutor, prediction: prediction, tally: tally)
  }

  private var callerExecutor: String {
    if row.id == waits.id || row.id == goesOn.id { return "main thread" }
    return keeper == .actor ? "global pool" : "a thread"
  }

  /// Tries it in this process, which hangs with it.
  @concurrent
  func probe(_ context: TrialContext) async -> [Double] {
    let pulse = Pulse(context)
    await withCheckedContinuation { answered in attempt(pulse) { answered.resume() } }
    return []
  }

  /// Tries it once in a child.
  func run(_ context: TrialContext) async throws -> VariantRecord {
    let end: ChildEnd =
      switch try await context.watch(name, patience: context.profile.patience) {
      case .returned: .answered
      case .stoodStill: .hung
      case .crashed: .trapped
      }
    return record(Tally([end.rawValue: 1]))
  }

  static let all: [DeadlockTrial] = [
    again(.lock, isInside: true, mayEnd: [.hung]),
    // Documented as a deadlock; Dispatch finds it out, and does not let it come to that.
    again(.queue, isInside: true, mayEnd: [.hung, .trapped]),
    DeadlockTrial(row: inside, keeper: .actor, prediction: .cured) {
      callActorAgain($0, answered: $1)
    },
    again(.lock, isInside: false, mayEnd: []),
    again(.queue, isInside: false, mayEnd: []),
    DeadlockTrial(row: waits, keeper: .lock, prediction: .deadlock([.hung])) {
      waitForLock($0, answered: $1)
    },
    DeadlockTrial(row: waits, keeper: .queue, prediction: .deadlock([.hung])) {
      waitForQueue($0, answered: $1)
    },
    DeadlockTrial(row: waits, keeper: .actor, prediction: .deadlock([.hung])) {
      waitForActor($0, answered: $1)
    },
    DeadlockTrial(row: goesOn, keeper: .lock, prediction: .cured) {
      takeLockThatIsLetGo($0, answered: $1)
    },
    DeadlockTrial(row: goesOn, keeper: .queue, prediction: .cured) {
      leaveWordForMain($0, answered: $1)
    },
    DeadlockTrial(row: goesOn, keeper: .actor, prediction: .cured) {
      awaitActor($0, answered: $1)
    },
  ]

  private static func again(
    _ keeper: Keeper, isInside: Bool, mayEnd ends: Set<ChildEnd>
  ) -> DeadlockTrial {
    DeadlockTrial(
      row: isInside ? inside : after, keeper: keeper,
      prediction: isInside ? .deadlock(ends) : .cured
    ) { pulse, answered in
      Thread.detachNewThread {
        isInside
          ? callAgainInside(keeper, pulse, answered: answered)
          : callAgainAfter(keeper, pulse, answered: answered)
      }
    }
  }
}

extension Prediction {
  /// Nothing waits in a circle, so there must be an answer.
  fileprivate static let cured = Prediction([
    .init(ChildEnd.answered.rawValue, .expected, "Whoever asked was answered."),
    .init(ChildEnd.hung.rawValue, .forbidden, "Nothing here waits for whoever waits for it."),
    .init(ChildEnd.trapped.rawValue, .forbidden, "Nothing here is refused."),
  ])

  /// A circle of waiting, which can end in these ways only.
  fileprivate static func deadlock(_ ends: Set<ChildEnd>) -> Prediction {
    Prediction([
      .init(
        ChildEnd.answered.rawValue, .forbidden,
        "An answer would mean that the section does not keep others out."),
      .init(
        ChildEnd.hung.rawValue, ends.contains(.hung) ? .interesting : .forbidden,
        "The process lived on, the call did not return, and the child was stopped."),
      .init(
        ChildEnd.trapped.rawValue, ends.contains(.trapped) ? .interesting : .forbidden,
        "Dispatch saw that the thread would wait for itself, and ended the process."),
    ])
  }
}

// MARK: - The program

/// The two deadlocks, and what avoids them.
let deadlocks = Program(
  id: "real-deadlocks", title: "The same deadlocks, for real",
  summary: "What the explorer calls a deadlock is here a process that hangs. Each cell is a child "
    + "of its own. It says what it is about to do and does it, while a second thread goes on "
    + "saying that the process lives; a child from which nothing else is heard for long is "
    + "stopped. Either a handler calls the cache again that is calling it, or the main thread "
    + "waits for work that itself waits for the main thread.",
  listing: """
    cache.value(for: "a") { _ in  // the handler is called inside the section,
      cache.value(for: "b") { _ in }  // where the same thread waits for it again
    }
    """,
  rows: [inside, after, waits, goesOn],
  columns: Keeper.allCases.map { .init(id: $0.rawValue, summary: $0.summary) },
  expectedPhrase: ChildEnd.answered.rawValue,
  question: "Which cells hang, which one ends its process, and which is saved by reentrancy?")

private let inside = Program.Row(
  id: "handler-inside", title: "Handler inside the section",
  summary: "The cache calls the handler before it lets go, and the handler asks it for more; the "
    + "actor awaits its handler in the middle of a method.")

private let after = Program.Row(
  id: "handler-after", title: "Handler after the section",
  summary: "The cache lets go, then calls the handler, which asks it for more.")

private let waits = Program.Row(
  id: "main-waits", title: "Main waits for io, io for main",
  summary: "The main thread waits for a lock, for a queue or, at a semaphore, for an actor's task; "
    + "whoever it waits for wants a turn of the main thread first.")

private let goesOn = Program.Row(
  id: "main-goes-on", title: "Main goes on",
  summary: "Io has let go before it wants the main thread, or only leaves word for it; or main "
    + "awaits.")
