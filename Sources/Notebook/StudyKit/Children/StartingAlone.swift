import Foundation

private let startLock = NSLock()

/// Makes pipes and starts a process while nobody else does, who uses this function too.
///
/// Foundation closes in a child what is open when it looks, so the child inherits what another
/// thread opens right after: the pipe of another child, which then does not see its end, or the
/// socket by which Foundation learns that another child has ended.
///
/// Signals are let through meanwhile: a thread of Dispatch's blocks them all, and so would a child
/// that it starts, which then hears neither its own children's end nor a request to end itself.
package func startingAlone<Value>(_ start: () throws -> Value) rethrows -> Value {
  try startLock.withLock {
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return try start()
  }
}
