import Foundation

/// The child's end of the events: a descriptor that nothing else writes to.
///
/// `@unchecked Sendable`: the descriptor never changes, and whole lines are written under a lock.
package final class EventChannel: @unchecked Sendable {
  private let descriptor: Int32
  private let lock = NSLock()

  /// Takes over a descriptor for events.
  ///
  /// Where it is the standard output, whatever the code prints goes to the standard error from now
  /// on, so that no stray line can break an event.
  package init(descriptor: Int32) throws(UsageError) {
    guard fcntl(descriptor, F_GETFD) >= 0 else {
      throw UsageError("--events \(descriptor) is no open descriptor")
    }
    guard descriptor == STDOUT_FILENO else {
      self.descriptor = descriptor
      return
    }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, STDERR_FILENO + 1)
    guard copy >= 0 else {
      throw UsageError("descriptor \(descriptor) cannot be copied: \(lastSystemError())")
    }
    dup2(STDERR_FILENO, STDOUT_FILENO)
    self.descriptor = copy
  }

  /// Sends an event; one that JSON cannot hold, as a number that is not finite, becomes a failure.
  ///
  /// A parent that no longer reads is no error: the lifeline ends this process.
  package func send(_ event: ChildEvent) {
    let failure = ChildEvent.failure("internal error: its result holds a number that is not finite")
    guard let line = (try? event.line()) ?? (try? failure.line()) else { return }
    // What the code has printed so far shows before the event, and is not lost if it hangs next.
    fflush(nil)
    lock.withLock { _ = writeAll(line, to: descriptor) }
  }
}

/// Ends this process as soon as its standard input ends.
///
/// The parent holds the other end of that pipe and never writes: it closes when the parent ends,
/// however it ends, so a child never outlives it.
package func followLifeline() throws(UsageError) {
  try startThread {
    var byte: UInt8 = 0
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      guard count > 0 || (count < 0 && errno == EINTR) else { _exit(128 + SIGHUP) }
    }
  }
}
