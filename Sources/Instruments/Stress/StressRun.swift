public import Evidence
import Foundation

/// How long a stress run goes on: until it has repeated enough or its time is up.
public struct StressLimits: Sendable {
  /// The most repetitions.
  public var repetitions: Int
  /// The time after which no further repetition begins.
  public var time: Duration

  /// Limits in repetitions and in time; whichever is reached first ends the run.
  public init(repetitions: Int, time: Duration) {
    self.repetitions = repetitions
    self.time = time
  }
}

/// Runs a small racy program again and again and counts what came out.
///
/// The body runs on a thread of its own, outside the cooperative pool, so it may block while tasks
/// that it started make progress. It runs at least once. Random stress shows what *can* happen and
/// never proves that something cannot: assert only what must never happen.
///
/// - Parameters:
///   - limits: when to stop.
///   - seed: where every pause of every repetition follows from.
///   - body: one repetition; returns the outcome's name.
/// - Returns: how often each outcome was observed.
public func stress(
  _ limits: StressLimits, seed: UInt64,
  _ body: @escaping @Sendable (inout Repetition) -> String
) async -> Tally {
  await withCheckedContinuation { continuation in
    startThread {
      let clock = ContinuousClock()
      let start = clock.now
      var tally = Tally()
      var repetition = Repetition(seed: seed)
      repeat {
        tally.record(body(&repetition))
        repetition.index += 1
      } while repetition.index < limits.repetitions
        && start.duration(to: clock.now) < limits.time
      continuation.resume(returning: tally)
    }
  }
}

/// One run of a stressed program, with its own source of variation.
public struct Repetition: Sendable {
  /// Which one it is, from 0.
  public internal(set) var index = 0
  private var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  /// Loses a little time, so that repetitions meet in different ways.
  ///
  /// Nothing half of the time, otherwise up to about a microsecond of spinning: the span in which
  /// two hand-overs between threads overlap.
  public mutating func pause() {
    let bits = generator.next()
    guard bits & 1 == 1 else { return }
    let clock = ContinuousClock()
    let end = clock.now.advanced(by: .nanoseconds(Int64((bits >> 1) & 0x3ff)))
    while clock.now < end {}
  }

  /// Runs every body on a thread of its own, let go at the same moment, and waits for all.
  ///
  /// Ends the process with a message where the system has no thread left for one of them.
  public func together(_ bodies: [@Sendable () -> Void]) {
    let ready = Latch(bodies.count)
    let start = Gate()
    let done = Latch(bodies.count)
    for body in bodies {
      startThread {
        ready.countDown()
        start.wait()
        body()
        done.countDown()
      }
    }
    ready.wait()
    start.open()
    done.wait()
  }
}
