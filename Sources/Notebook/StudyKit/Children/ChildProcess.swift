package import Foundation

/// A child of this study: the same kind of program, started with `--events 1`.
package struct ChildProcess: Sendable {
  /// The program.
  package var executable: URL
  /// Its arguments, without `--events`.
  package var arguments: [String]
  /// How long it may live before it is stopped as hung.
  package var limit: Duration

  /// Describes a child.
  package init(executable: URL, arguments: [String], limit: Duration) {
    self.executable = executable
    self.arguments = arguments
    self.limit = limit
  }

  /// How long a child may live that says it takes `stated`: thrice that, and time to start.
  ///
  /// `processes` is how many start one after another inside it, itself included.
  package static func limit(stated: Duration, processes: Int = 1) -> Duration {
    stated * 3 + .seconds(5) * processes
  }

  /// How a child ended.
  package enum End: Equatable, Sendable {
    /// It left with this status.
    case exited(Int32)
    /// A signal ended it: a trap or a crash.
    case crashed(signal: Int32)
    /// It outlived its limit and was stopped.
    case hung
    /// We stopped it because we were interrupted.
    case interrupted
    /// It could not be started; why.
    case notStarted(String)
  }

  /// What is left of a child that has ended.
  package struct Remains: Equatable, Sendable {
    /// How it ended.
    package var end: End
    /// The last lines of its standard error.
    package var lastWords: [String]
  }

  /// What a running child does that is worth hearing.
  package enum Sign: Equatable, Sendable {
    /// It sent an event.
    case event(ChildEvent)
    /// Its code printed something, or complained.
    case line(String)
  }

  /// Starts the child and stays until it has ended, handing on each sign in order.
  package func run(
    stoppedBy interruption: Interruption?, hear: (Sign) -> Void
  ) async -> Remains {
    let (happenings, feed) = AsyncStream.makeStream(of: Happening.self)
    let process = Process()
    let lifeline = Pipe()
    let output = Pipe()
    let errors = Pipe()
    process.executableURL = executable
    process.arguments = arguments + ["--events", "1"]
    process.environment = Self.environment
    process.standardInput = lifeline
    process.standardOutput = output
    process.standardError = errors
    process.terminationHandler = { feed.yield(.ended($0.reason)) }
    do {
      try process.run()
    } catch {
      return Remains(end: .notStarted(error.localizedDescription), lastWords: [])
    }
    let group = process.processIdentifier
    readLines(of: output) { feed.yield($0.map(Happening.output) ?? .closed) }
    readLines(of: errors) { feed.yield($0.map(Happening.complaint) ?? .closed) }
    let deadline = DispatchWorkItem { feed.yield(.late) }
    DispatchQueue.global().asyncAfter(deadline: .now() + limit / .seconds(1), execute: deadline)
    let watch = interruption?.observe { feed.yield(.interrupted) }
    defer {
      deadline.cancel()
      watch?.cancel()
      withExtendedLifetime(lifeline) {}
    }
    var life = ChildLife()
    for await happening in happenings {
      switch life.react(to: happening) {
      case .nothing: break
      case .hear(let sign): hear(sign)
      case .stop:
        // The child leads a group of its own; whatever it started inside it goes too.
        if kill(-group, SIGKILL) != 0 { kill(group, SIGKILL) }
      case .leave: return life.remains
      }
    }
    return life.remains
  }

  /// Ours, and no backtracer unless asked for: its pages would bury the last words, and a stopped
  /// child would wait for it.
  private static var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { ours, _ in ours
    }
  }
}

extension Process {
  /// How it ended, as far as the process itself tells.
  fileprivate var reason: ChildProcess.End {
    terminationReason == .exit ? .exited(terminationStatus) : .crashed(signal: terminationStatus)
  }
}

/// Hands on each line of a pipe, then `nil`, from a thread of its own.
private func readLines(of pipe: Pipe, _ hand: @escaping @Sendable (String?) -> Void) {
  let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
  Thread.detachNewThread {
    var pending = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      pending.append(contentsOf: buffer.prefix(count))
      while let end = pending.firstIndex(of: UInt8(ascii: "\n")) {
        hand(String(decoding: pending[..<end], as: UTF8.self))
        pending = Data(pending[(end + 1)...])
      }
    }
    if !pending.isEmpty { hand(String(decoding: pending, as: UTF8.self)) }
    close(descriptor)
    hand(nil)
  }
}
