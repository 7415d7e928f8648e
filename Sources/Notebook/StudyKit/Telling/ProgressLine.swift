/// How far a run is, as text for a terminal or for a log.
///
/// A value that only decides what to write; ``Console`` writes it.
package struct ProgressLine: Sendable {
  /// What the text is for.
  package enum Medium: Equatable, Sendable {
    /// One line, written over and over, never wider than this.
    case terminal(columns: Int)
    /// A line now and then.
    case log
  }

  private static let leastPauseOnTerminal = Duration.milliseconds(100)
  private static let leastPauseInLog = Duration.seconds(5)
  private static let eraseLine = "\r\u{1B}[2K"

  private let stated: Duration
  private var lastShown: Duration?
  private var isVisible = false

  /// Progress of a run that is said to take `stated`.
  package init(stated: Duration) {
    self.stated = stated
  }

  /// What to write now, or `nil` where the last text is too recent.
  package mutating func show(
    _ fraction: Double, _ label: String, at elapsed: Duration, on medium: Medium
  ) -> String? {
    let pause = medium == .log ? Self.leastPauseInLog : Self.leastPauseOnTerminal
    if let lastShown, elapsed - lastShown < pause { return nil }
    lastShown = elapsed
    let text = Self.text(fraction, label, left: timeLeft(stated, fraction, after: elapsed))
    guard case .terminal(let columns) = medium else { return text + "\n" }
    isVisible = true
    // A line that fills its last column wraps on some terminals and could not be erased.
    return Self.eraseLine + text.prefix(max(0, columns - 1))
  }

  /// What removes the line, so that something else can be written in its place.
  package mutating func erase() -> String {
    defer { isVisible = false }
    // Whatever was in the way, the line may come back at once.
    if isVisible { lastShown = nil }
    return isVisible ? Self.eraseLine : ""
  }

  private static func text(_ fraction: Double, _ label: String, left: Duration?) -> String {
    let percent = Int((min(max(fraction, 0), 1) * 100).rounded(.down))
    let printable = String(
      label.filter { character in
        !character.unicodeScalars.contains { $0.properties.generalCategory == .control }
      })
    let time = left.map { ", about \($0.spoken) left" } ?? ""
    return "\(percent) %\(time) · \(printable)"
  }
}

/// The time that is left: as stated at first, then at the pace so far; `nil` at the end.
package func timeLeft(_ stated: Duration, _ fraction: Double, after elapsed: Duration) -> Duration?
{
  guard fraction < 1 else { return nil }
  // A tenth in, the pace of this machine says more than what was stated for any.
  guard fraction >= 0.1 else {
    let left = stated * (1 - max(fraction, 0))
    return left > .zero ? left : nil
  }
  return elapsed * ((1 - fraction) / fraction)
}

extension Duration {
  /// Seconds, fraction included.
  package var seconds: Double { self / .seconds(1) }

  /// The duration as one would say it: `40 s`, `3 min`, `1 h 20 min`.
  package var spoken: String {
    let whole = Int(seconds.rounded(.up))
    if whole < 100 { return "\(whole) s" }
    let minutes = (whole + 30) / 60
    return minutes < 60 ? "\(minutes) min" : "\(minutes / 60) h \(minutes % 60) min"
  }
}
