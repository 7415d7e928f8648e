import Foundation

/// The text of the last error of a system call on this thread.
package func lastSystemError() -> String { String(cString: strerror(errno)) }

/// Writes all bytes; the number of the error where that fails.
func writeAll(_ data: Data, to descriptor: Int32) -> Int32? {
  data.withUnsafeBytes { bytes in
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = write(descriptor, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
      if count < 0 {
        guard errno == EINTR else { return errno }
        continue
      }
      rest = rest.dropFirst(count)
    }
    return nil
  }
}

/// Makes this process safe to write from: call it first.
///
/// A reader that goes away, or a file that may not grow so large, is reported as an error of the
/// write, not by a silent death that leaves what was half written. A standard descriptor that was
/// closed is filled, or the next file opened would take its place and receive the output; it is
/// filled so that writing to it still fails.
package func prepareDescriptors() {
  signal(SIGPIPE, SIG_IGN)
  signal(SIGXFSZ, SIG_IGN)
  for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO]
  where fcntl(descriptor, F_GETFD) < 0 {
    _ = open("/dev/null", O_RDONLY)
  }
}
