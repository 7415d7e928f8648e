import Foundation

/// The signals that ask this process to stop: INT, TERM and HUP.
///
/// `@unchecked Sendable`: all state is guarded by the lock.
package final class Interruption: @unchecked Sendable {
  /// Ends an observation.
  package struct Observation: Sendable {
    fileprivate let id: Int
    fileprivate weak var owner: Interruption?

    /// Hears no more.
    package func cancel() { owner?.forget(id) }
  }

  private let lock = NSLock()
  private var received: Int32?
  private var observers: [Int: @Sendable () -> Void] = [:]
  private var nextID = 0

  /// An interruption that arrives only by ``interrupt(by:)``, for tests.
  package init() {}

  /// Catches the signals of this process from now on.
  ///
  /// A signal that the caller chose to ignore, as `nohup` does, stays ignored. Throws where the
  /// thread that hears them cannot be made.
  package static func catchingSignals() throws(UsageError) -> Interruption {
    let interruption = Interruption()
    let wanted = [SIGINT, SIGTERM, SIGHUP].filter { !isIgnored($0) }
    try Supervisor.shared().catchSignals(wanted) { interruption.interrupt(by: $0) }
    return interruption
  }

  /// Lets this thread receive the signals, and every thread it starts.
  ///
  /// The threads of Dispatch block them all, and a process started from one of those inherits that.
  package static func unblockSignals() {
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, number) }
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Lets the signals end this process, as a child wants whose parent ignores them.
  package static func restoreDefaults() {
    for number in [SIGINT, SIGTERM, SIGHUP] { signal(number, SIG_DFL) }
  }

  /// The first signal received.
  package var signalNumber: Int32? { lock.withLock { received } }

  /// Whether this process was told to stop.
  package var isInterrupted: Bool { signalNumber != nil }

  /// The exit status that tells of the signal, 130 for INT.
  package var status: Int32? { signalNumber.map { 128 + $0 } }

  /// Behaves as if a signal had arrived; only the first counts.
  package func interrupt(by number: Int32) {
    let waiting = lock.withLock {
      defer { received = received ?? number }
      return received == nil ? Array(observers.values) : []
    }
    for observer in waiting { observer() }
  }

  /// Calls back at the first signal, at once if it has come already.
  package func observe(_ act: @escaping @Sendable () -> Void) -> Observation {
    let (id, isLate) = lock.withLock {
      nextID += 1
      observers[nextID] = act
      return (nextID, received != nil)
    }
    if isLate { act() }
    return Observation(id: id, owner: self)
  }

  private func forget(_ id: Int) {
    lock.withLock { observers[id] = nil }
  }

  /// Whether this process ignores a signal, as under `nohup`.
  package static func isIgnored(_ number: Int32) -> Bool {
    var action = sigaction()
    sigaction(number, nil, &action)
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
