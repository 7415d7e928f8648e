import CInterleaving
import Synchronization

/// What an engine and its supervisor agree on: whether the program's own code runs right now.
///
/// Only while it does may the supervisor give the engine up, and from then on no thread of the
/// engine comes out of that code again: whoever would is stopped. So the supervisor may read
/// whatever is written outside of steps only.
final class Handshake: Sendable {
  /// A state in the low bits; above it the number of the step, or the signal of a trap.
  private let word = Atomic<UInt64>(State.scheduling.rawValue)
  /// The thread that runs the step.
  private let runner = Atomic<UInt32>(0)
  /// How often the program's code was entered.
  private let beats = Atomic<UInt64>(0)

  enum State: UInt64 {
    /// The engine's own code runs, or its baton is under way.
    case scheduling
    /// The program's code runs.
    case inStep
    /// The supervisor has given the engine up.
    case abandoned
    /// The program's code trapped.
    case trapped
    /// The engine stopped by itself, for ever.
    case halted
  }

  /// A step as the supervisor sees it.
  struct Step: Equatable {
    fileprivate let word: UInt64
    let thread: UInt32
  }

  // MARK: The engine's side

  /// The program's code begins.
  @inline(__always)
  func enter(on thread: UInt32) {
    // Written by whoever holds the baton, so that adding needs no atomic step.
    let beat = beats.load(ordering: .relaxed) &+ 1
    beats.store(beat, ordering: .relaxed)
    // Whoever reads this thread sees by the word that the step before is over.
    runner.store(thread, ordering: .releasing)
    word.store(beat << 3 | State.inStep.rawValue, ordering: .releasing)
  }

  /// The program's code has ended; does not return where the engine was given up meanwhile.
  @inline(__always)
  func leave() {
    let expected = beats.load(ordering: .relaxed) << 3 | State.inStep.rawValue
    let (isOurs, _) = word.compareExchange(
      expected: expected, desired: State.scheduling.rawValue, ordering: .acquiringAndReleasing)
    if !isOurs { interleaving_stop() }
  }

  /// Stops the engine for good, outside of steps.
  func halt() -> Never {
    word.store(State.halted.rawValue, ordering: .releasing)
    interleaving_stop()
  }

  /// Notes a trap, from within its handler; returns whether the thread is to be stopped. One that
  /// trapped outside of steps is the explorer's own fault, and ends the process.
  func trap(_ signal: Int32) -> Bool {
    let seen = word.load(ordering: .acquiring)
    switch State(rawValue: seen & 7) {
    case .inStep:
      let trapped = UInt64(UInt32(bitPattern: signal)) << 3 | State.trapped.rawValue
      _ = word.compareExchange(
        expected: seen, desired: trapped, ordering: .acquiringAndReleasing)
      return true
    case .abandoned, .trapped: return true
    case .scheduling, .halted, nil: return false
    }
  }

  // MARK: The supervisor's side

  /// The step that runs, if one does.
  var step: Step? {
    let seen = word.load(ordering: .acquiring)
    guard seen & 7 == State.inStep.rawValue else { return nil }
    let thread = runner.load(ordering: .acquiring)
    return word.load(ordering: .relaxed) == seen ? Step(word: seen, thread: thread) : nil
  }

  /// The signal of a trap, if there was one.
  var trapSignal: Int32? {
    let seen = word.load(ordering: .acquiring)
    guard seen & 7 == State.trapped.rawValue else { return nil }
    return Int32(bitPattern: UInt32(truncatingIfNeeded: seen >> 3))
  }

  /// Whether the engine stopped by itself.
  var isHalted: Bool { word.load(ordering: .acquiring) == State.halted.rawValue }

  /// Gives the engine up, provided that this very step still runs.
  func abandon(_ step: Step) -> Bool {
    word.compareExchange(
      expected: step.word, desired: State.abandoned.rawValue, ordering: .acquiringAndReleasing
    ).exchanged
  }
}
