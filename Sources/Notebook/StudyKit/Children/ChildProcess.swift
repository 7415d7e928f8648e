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
  package struct Termination: Equatable, Sendable {
    /// Why it ended.
    package var reason: Reason
    /// The last lines of its standard error.
    package var lastWords: [String]

    /// Why a child ended.
    package enum Reason: Equatable, Sendable {
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
  }

  /// What a running child says.
  package enum Message: Equatable, Sendable {
    /// It sent an event.
    case event(ChildEvent)
    /// Its code printed something, or complained.
    case line(String)
  }

  /// Starts the child and stays until it has ended, handing on each message in order.
  package func run(
    stoppedBy interruption: Interruption?, receive: (Message) -> Void
  ) async -> Termination {
    let (inputs, feed) = AsyncStream.makeStream(of: ChildLife.Input.self)
    let process = Process()
    process.executableURL = executable
    process.arguments = arguments + ["--events", "1"]
    process.environment = Self.environment
    process.terminationHandler = { feed.yield(.ended($0.reason)) }
    let streams: Streams
    let supervisor: Supervisor
    do {
      supervisor = try Supervisor.shared()
    } catch {
      return Termination(reason: .notStarted(error.description), lastWords: [])
    }
    // Foundation and Dispatch wait for ever where no thread is left for them, and nobody would then
    // hear of the limit.
    let stuck = supervisor.after(limit + .seconds(60)) {
      leave("stuck: no thread is left to see to a child; see ulimit -u and ulimit -v", 2)
    }
    defer { stuck.cancel() }
    do {
      streams = try startingAlone {
        let streams = Streams()
        // Before the child is started: a reader that cannot be made then leaves nothing behind.
        try readLines(of: streams.output) { feed.yield($0.map(ChildLife.Input.output) ?? .closed) }
        try readLines(of: streams.errors) {
          feed.yield($0.map(ChildLife.Input.errorOutput) ?? .closed)
        }
        process.standardInput = streams.lifeline
        process.standardOutput = streams.output
        process.standardError = streams.errors
        try process.run()
        return streams
      }
    } catch let error as UsageError {
      return Termination(reason: .notStarted(error.description), lastWords: [])
    } catch {
      return Termination(reason: .notStarted(error.systemReason), lastWords: [])
    }
    let group = process.processIdentifier
    let deadline = supervisor.after(limit) { feed.yield(.late) }
    let watch = interruption?.observe { feed.yield(.interrupted) }
    defer {
      deadline.cancel()
      watch?.cancel()
      withExtendedLifetime(streams.lifeline) {}
    }
    var life = ChildLife()
    for await input in inputs {
      switch life.react(to: input) {
      case .nothing: break
      case .receive(let message): receive(message)
      case .stop:
        // The child leads a group of its own; whatever it started inside it goes too.
        if kill(-group, SIGKILL) != 0 { kill(group, SIGKILL) }
        _ = supervisor.after(.seconds(10)) { feed.yield(.unheard) }
      case .leave: return life.termination
      }
    }
    return life.termination
  }

  private struct Streams {
    let lifeline = Pipe()
    let output = Pipe()
    let errors = Pipe()
  }

  /// Ours, and no backtracer unless asked for: its pages would bury the last words, and a stopped
  /// child would wait for it.
  private static var environment: [String: String] {
    ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { ours, _ in ours
    }
  }
}

extension Error {
  /// What the system said, where Foundation wraps it in a sentence that says nothing.
  fileprivate var systemReason: String {
    let underlying = (self as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    guard let code = underlying?.code ?? (self as? POSIXError)?.errorCode else {
      return localizedDescription
    }
    return String(cString: strerror(Int32(truncatingIfNeeded: code)))
  }
}

extension Process {
  /// How it ended, as far as the process itself tells.
  fileprivate var reason: ChildProcess.Termination.Reason {
    terminationReason == .exit ? .exited(terminationStatus) : .crashed(signal: terminationStatus)
  }
}

/// Hands on each line of a pipe, then `nil`, from a thread of its own.
///
/// A last line without an end is handed on too, unless it is the beginning of an event.
private func readLines(
  of pipe: Pipe, _ hand: @escaping @Sendable (String?) -> Void
) throws(UsageError) {
  let descriptor = dup(pipe.fileHandleForReading.fileDescriptor)
  try startThread {
    var pending = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      // Only what is new is looked through: a line that holds pictures is a megabyte long.
      var rest = buffer[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        pending.append(contentsOf: rest[..<end])
        hand(String(decoding: pending, as: UTF8.self))
        pending.removeAll()
        rest = rest[(end + 1)...]
      }
      pending.append(contentsOf: rest)
    }
    if !pending.isEmpty, !pending.starts(with: #"{""#.utf8) {
      hand(String(decoding: pending, as: UTF8.self))
    }
    close(descriptor)
    hand(nil)
  }
}
