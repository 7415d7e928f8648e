import Foundation

/// How a probe ended that may hang by intention.
package enum WatchedEnd: Equatable, Sendable {
  /// It came to its end; what it read.
  case returned([Double])
  /// It stood still and was stopped; the last words of its ``Pulse``.
  case stoodStill(words: String)
  /// A signal ended it, as a trap does; the last words.
  case crashed(signal: Int32, words: String)
}

extension TrialContext {
  /// Runs a probe that may hang, and stops it with all it started once it stands still: once its
  /// ``Pulse`` has told the same words `patience` times more.
  ///
  /// So standing still is counted in beats of the child, not in time: a machine too busy to run the
  /// child brings none. Throws as ``probe(_:)`` does where it ends otherwise.
  package func watch(_ name: String, patience: Int) async throws -> WatchedEnd {
    let stop = Interruption()
    var words = ""
    var repetitions = 0
    var values: [Double]?
    var complaint: String?
    let termination = await start(name, stoppedBy: stop) { event in
      switch event {
      case .progress(_, let label):
        repetitions = label == words ? repetitions + 1 : 0
        words = label
        if repetitions == patience { stop.interrupt(by: SIGTERM) }
      case .values(let read): values = read
      case .failure(let message): complaint = message
      default: break
      }
    }
    // What has answered did not hang, even if it was stopped on its way out.
    if let values { return .returned(values) }
    switch termination.reason {
    case .interrupted: return .stoodStill(words: words)
    case .crashed(let signal): return .crashed(signal: signal, words: words)
    default:
      throw ProbeError(
        description:
          "probe \(name) \(termination.diagnosis(complaint: complaint, limit: probeLimit))")
    }
  }
}

/// What a probe says of itself while it may hang, told again and again by a thread of its own.
///
/// That thread wakes, takes a lock and tells, as whoever is watched would have to do to go on:
/// while it beats, the process has a processor. It begins with the first words, and these are said
/// by the code that may hang, so that nothing is taken for hung which has not begun.
package final class Pulse: @unchecked Sendable {  // `lock` guards `words`
  private let tell: @Sendable (String) -> Void
  private let lock = NSLock()
  private var words: String?

  /// A pulse that tells a probe's parent.
  package init(_ context: TrialContext) {
    tell = { context.report(0, $0) }
  }

  /// Tells these words now and on every beat until others are said.
  package func say(_ new: String) {
    let isFirst = lock.withLock {
      defer { words = new }
      return words == nil
    }
    tell(new)
    if isFirst { Thread.detachNewThread { self.beat() } }
  }

  private func beat() {
    while true {
      Thread.sleep(forTimeInterval: Self.seconds)
      if let words = lock.withLock({ words }) { tell(words) }
    }
  }

  /// Between two beats.
  package static let seconds = 0.01
}
