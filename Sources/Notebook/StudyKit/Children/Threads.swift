import Foundation

/// Starts a thread that nobody joins, and says so where the system has none left: Foundation's
/// `Thread` would be silent and its body never run.
func startThread(_ body: @escaping @Sendable () -> Void) throws(UsageError) {
  let context = Unmanaged.passRetained(ThreadBody(run: body))
  #if canImport(Darwin)
    var thread: pthread_t?
    let error = pthread_create(&thread, nil, { runBody($0) }, context.toOpaque())
  #else
    var thread = pthread_t()
    let error = pthread_create(&thread, nil, { runBody($0) }, context.toOpaque())
  #endif
  guard error == 0 else {
    context.release()
    throw UsageError(
      "no thread can be started (\(String(cString: strerror(error)))): end other programs, or "
        + "raise the limits that ulimit -u and ulimit -v show")
  }
}

private final class ThreadBody: Sendable {
  let run: @Sendable () -> Void
  init(run: @escaping @Sendable () -> Void) { self.run = run }
}

private func runBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  pthread_detach(pthread_self())
  if let context { Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run() }
  return nil
}
