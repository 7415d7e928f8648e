import CInterleaving
import Dispatch
import Evidence
import Foundation
import Synchronization

/// Watches over an engine's threads from a thread of its own.
enum Supervisor {
  /// How the work on an engine came to an end.
  enum Ending: Equatable {
    case ended
    /// The program's code trapped, by a signal.
    case trapped(Int32)
    /// The program's code waited for something outside for as long as a step may.
    case blocked
    /// The program's code kept a processor for as long as a step may.
    case spinning
    /// The engine stopped itself, as told.
    case halted
  }

  /// Runs `body` on a thread of the engine's until it ends or has to be given up.
  ///
  /// A step counts as blocked by the time in which its thread was seen waiting, and as spinning by
  /// the processor time it took: a thread that merely gets no processor does neither.
  static func watch(
    _ engine: Engine, until deadline: ContinuousClock.Instant? = nil,
    _ body: @escaping @Sendable (Engine) -> Void
  ) -> Ending {
    let done = DispatchSemaphore(value: 0)
    let thread = Thread {
      engine.enter(as: engine.main)
      body(engine)
      engine.endThreads()
      engine.leave()
      done.signal()
    }
    thread.stackSize = 1 << 20
    thread.start()

    let stall = engine.stall
    let interval = min(max(stall / 20, .milliseconds(1)), .milliseconds(25))
    var watched: Watched?
    while done.wait(timeout: .now() + .nanoseconds(interval.nanoseconds)) == .timedOut {
      let now = ContinuousClock.now
      if let deadline, now >= deadline { engine.isOutOfTime.store(true, ordering: .relaxed) }
      if let signal = engine.handshake.trapSignal { return .trapped(signal) }
      if engine.handshake.isHalted { return .halted }
      guard let step = engine.handshake.step else {
        watched = nil
        continue
      }
      let activity = interleaving_activity(step.thread)
      guard var same = watched, same.step == step else {
        watched = Watched(step, activity, at: now)
        continue
      }
      // Where the supervisor itself was kept waiting, what it sees says little of that time.
      if activity.is_waiting { same.waited += min(now - same.last, interval * 2) }
      same.last = now
      watched = same
      let ran = activity.processor_nanoseconds &- same.processor
      let isSpinning = ran >= UInt64(stall.nanoseconds)
      guard isSpinning || same.waited >= stall, engine.handshake.abandon(step) else { continue }
      interleaving_neglect(step.thread)
      return isSpinning ? .spinning : .blocked
    }
    return .ended
  }

  /// A step that was seen more than once.
  private struct Watched {
    let step: Handshake.Step
    let processor: UInt64
    var last: ContinuousClock.Instant
    var waited = Duration.zero

    init(
      _ step: Handshake.Step, _ activity: interleaving_activity, at now: ContinuousClock.Instant
    ) {
      self.step = step
      processor = activity.processor_nanoseconds
      last = now
    }
  }
}
