import Foundation

/// A result that could not be written, though someone is there to read it.
package struct OutputError: Error, CustomStringConvertible {
  /// What happened and what to do.
  package let description: String
}

/// Where a command writes: its result to one descriptor, everything else to another.
///
/// `@unchecked Sendable`: the progress line and its writing are guarded by the lock.
package final class Console: @unchecked Sendable {
  private let output: Int32
  private let errors: Int32
  private let environment: [String: String]
  private let lock = NSLock()
  private var start = ContinuousClock.now
  private var progressLine = ProgressLine(stated: .zero)

  /// A console on two descriptors, the standard ones unless told otherwise.
  package init(
    output: Int32 = STDOUT_FILENO, errors: Int32 = STDERR_FILENO,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) {
    self.output = output
    self.errors = errors
    self.environment = environment
  }

  /// How results may be emphasised: not at all in a file, nor where `NO_COLOR` or `TERM` forbid it.
  package var style: TextStyle {
    let isForbidden = environment["NO_COLOR"].map { !$0.isEmpty } ?? false
    return TextStyle(isColoured: isTerminal(output) && !isForbidden)
  }

  /// The columns a result may fill; `nil` where it is not for a terminal.
  package var outputColumns: Int? { isTerminal(output) ? columns(of: output) : nil }

  /// Writes a result. A reader that has gone has read enough: that is no error.
  package func print(_ text: String) throws(OutputError) {
    clearProgress()
    guard let error = writeAll(Data((text + "\n").utf8), to: output), error != EPIPE else { return }
    throw OutputError(
      description: "the result cannot be written: \(String(cString: strerror(error))); "
        + "send the output elsewhere")
  }

  /// Writes a line beside the result.
  package func note(_ line: String) {
    lock.withLock { write(progressLine.erase() + line + "\n") }
  }

  /// Begins the progress of something that is said to take `stated`.
  package func expect(_ stated: Duration) {
    lock.withLock {
      start = .now
      progressLine = ProgressLine(stated: stated)
    }
  }

  /// Tells how far it is, from 0 to 1, and what it is at.
  package func progress(_ fraction: Double, _ label: String) {
    let medium: ProgressLine.Medium =
      isTerminal(errors) ? .terminal(columns: columns(of: errors)) : .log
    lock.withLock {
      let elapsed = start.duration(to: .now)
      if let text = progressLine.show(fraction, label, at: elapsed, on: medium) { write(text) }
    }
  }

  /// Removes the progress line.
  package func clearProgress() {
    lock.withLock { write(progressLine.erase()) }
  }

  private func write(_ text: String) {
    // Nobody could be told of a standard error that fails.
    if !text.isEmpty { _ = writeAll(Data(text.utf8), to: errors) }
  }

  private func isTerminal(_ descriptor: Int32) -> Bool {
    isatty(descriptor) == 1 && environment["TERM"] != "dumb"
  }
}

/// The width of a terminal; 80 where it does not tell, as some say 0.
private func columns(of descriptor: Int32) -> Int {
  var size = winsize()
  guard ioctl(descriptor, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
  return Int(size.ws_col)
}

/// Emphasis for results.
package struct TextStyle: Equatable, Sendable {
  private let isColoured: Bool

  /// A style that emphasises, or does not.
  package init(isColoured: Bool) {
    self.isColoured = isColoured
  }

  /// Text to be seen first.
  package func strong(_ text: String) -> String { wrapped(text, "1") }

  /// Text of something that failed.
  package func alarming(_ text: String) -> String { wrapped(text, "31") }

  private func wrapped(_ text: String, _ code: String) -> String {
    isColoured ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
