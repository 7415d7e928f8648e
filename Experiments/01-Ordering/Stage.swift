import Foundation
import Stress

/// Where a program's calls are made: on real threads, or in a world of the explorer's.
///
/// All that a caller needs beside the cache, so that the code which makes the calls is the same in
/// both: what is explored is what threads ran.
protocol Stage: Sendable {
  /// Stands between two calls: others may go on meanwhile.
  func pause()
  /// Makes the calls, each on a thread of its own, all at once.
  func together(_ steps: [Step], _ call: @escaping @Sendable (Step) -> Void)
  /// Makes a call on a thread of its own.
  func onThread(_ step: Step, _ call: @escaping @Sendable (Step) -> Void)
  /// Gives a call the time to reach a busy cache before the next is made.
  func settle(_ step: Step)
  /// Suspends, as a decoder would.
  func decode() async
}

/// The threads of the machine, and pauses that follow from a seed.
final class RealThreads: Stage, @unchecked Sendable {  // used by the thread that makes the calls
  private(set) var repetition: Repetition

  init(_ repetition: Repetition) {
    self.repetition = repetition
  }

  func pause() { repetition.pause() }

  func together(_ steps: [Step], _ call: @escaping @Sendable (Step) -> Void) {
    repetition.together(steps.map { step in { call(step) } })
  }

  func onThread(_ step: Step, _ call: @escaping @Sendable (Step) -> Void) {
    Thread.detachNewThread { call(step) }
  }

  /// Nothing tells from outside that a call has arrived at an actor, so this waits until its task
  /// runs and a little longer. A call that is late all the same counts as what it is.
  func settle(_ step: Step) {
    if step.begun.wait(atMost: .milliseconds(2)) { usleep(20) }
  }

  func decode() async { try? await Task.sleep(for: .microseconds(100)) }
}
