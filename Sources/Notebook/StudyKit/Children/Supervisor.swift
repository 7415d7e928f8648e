import Foundation

/// The one thread that hears this process's signals and keeps its deadlines.
///
/// It is made before anything is started, and needs neither Dispatch nor the pool: they may be
/// stuck, or short of threads, when it is wanted.
///
/// `@unchecked Sendable`: all state is guarded by the lock.
package final class Supervisor: @unchecked Sendable {
  private let lock = NSLock()
  private var heard: @Sendable (Int32) -> Void = { _ in }
  private var countdowns: [Int: (countdown: Countdown, act: @Sendable () -> Void)] = [:]
  private var nextID = 0

  private static let started = Result<Supervisor, UsageError> { () throws(UsageError) in
    let supervisor = Supervisor()
    guard signalPipe.reading >= 0 else {
      throw UsageError("no pipe can be made: end other programs, or raise the limit of ulimit -n")
    }
    try startThread { supervisor.watch() }
    return supervisor
  }

  private init() {}

  /// This process's, started by the first who asks; throws where no thread can be made.
  package static func shared() throws(UsageError) -> Supervisor { try started.get() }

  /// Catches signals from now on. After the first of them INT and TERM end the process at once.
  func catchSignals(_ numbers: [Int32], _ hear: @escaping @Sendable (Int32) -> Void) {
    lock.withLock { heard = hear }
    for number in numbers {
      var action = sigaction()
      #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = passOn
      #else
        action.__sigaction_handler.sa_handler = passOn
      #endif
      // A terminal that closes may send HUP twice; of the others the second is meant.
      let isOnce = number == SIGHUP ? 0 : Int32(bitPattern: UInt32(SA_RESETHAND))
      action.sa_flags = Int32(SA_RESTART) | isOnce
      sigaction(number, &action, nil)
    }
  }

  /// Acts after a time, to the second, in which this process was not itself stopped.
  func after(_ time: Duration, _ act: @escaping @Sendable () -> Void) -> Watch {
    lock.withLock {
      nextID += 1
      countdowns[nextID] = (Countdown(left: time), act)
      return Watch(id: nextID, owner: self)
    }
  }

  /// Something that is to be done after a time, unless cancelled.
  struct Watch: Sendable {
    fileprivate let id: Int
    fileprivate let owner: Supervisor

    func cancel() { owner.lock.withLock { owner.countdowns[id] = nil } }
  }

  private func watch() {
    let clock = ContinuousClock()
    var last = clock.now
    var request = pollfd(fd: signalPipe.reading, events: Int16(POLLIN), revents: 0)
    while true {
      var number: UInt8 = 0
      if poll(&request, 1, 1_000) > 0, read(signalPipe.reading, &number, 1) == 1 {
        // One that the caller chose to ignore stays ignored.
        for number in [SIGINT, SIGTERM] where !Interruption.isIgnored(number) {
          signal(number, SIG_DFL)
        }
        lock.withLock { heard }(Int32(number))
        let status = 128 + Int32(number)
        _ = after(.seconds(30)) { leave("interrupted, and stuck for half a minute", status) }
      }
      let now = clock.now
      for act in due(after: last.duration(to: now)) { act() }
      last = now
    }
  }

  private func due(after elapsed: Duration) -> [@Sendable () -> Void] {
    lock.withLock {
      for id in countdowns.keys { countdowns[id]?.countdown.tick(elapsed) }
      let due = countdowns.filter { $0.value.countdown.isOver }
      for id in due.keys { countdowns[id] = nil }
      return due.values.map(\.act)
    }
  }
}

/// Ends this process whatever its other threads wait for; its children end by their lifelines.
func leave(_ message: String, _ status: Int32) {
  _ = writeAll(Data("\(message)\n".utf8), to: STDERR_FILENO)
  _exit(status)
}

/// The time left to something, counted by a thread that looks about once a second.
struct Countdown {
  private(set) var left: Duration

  /// Counts the time since the last look, of which what is far over a second was spent stopped:
  /// by Ctrl-Z, or because the machine slept.
  mutating func tick(_ elapsed: Duration) { left -= min(elapsed, .seconds(2)) }

  var isOver: Bool { left <= .zero }

  init(left: Duration) { self.left = left }
}

/// From the handler to the supervisor; a constant, which a handler may read at any time.
private let signalPipe: (reading: Int32, writing: Int32) = {
  var ends: [Int32] = [-1, -1]
  guard pipe(&ends) == 0 else { return (-1, -1) }
  for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
  _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
  return (ends[0], ends[1])
}()

/// The handler: does only what a handler may.
private func passOn(_ number: Int32) {
  let before = errno
  var byte = UInt8(truncatingIfNeeded: number)
  _ = write(signalPipe.writing, &byte, 1)
  errno = before
}
