import Foundation

/// Starts a thread that nobody joins; ends the process where the system has none left.
///
/// Foundation's `Thread` would be silent, and whoever waits for its body would wait for ever.
func startThread(_ body: @escaping @Sendable () -> Void) {
  let context = Unmanaged.passRetained(ThreadBody(run: body)).toOpaque()
  #if canImport(Darwin)
    var thread: pthread_t?
    let error = pthread_create(&thread, nil, { runBody($0) }, context)
  #else
    var thread = pthread_t()
    let error = pthread_create(&thread, nil, { runBody($0) }, context)
  #endif
  guard error == 0 else {
    fatalError(
      "no thread can be started (\(String(cString: strerror(error)))): ask for fewer at a time, or "
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
