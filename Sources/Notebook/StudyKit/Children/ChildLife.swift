/// The life of a child as a state machine: inputs in, one thing to do out.
struct ChildLife {
  /// Something that happens to a running child, from whichever thread noticed.
  enum Input: Equatable, Sendable {
    /// It wrote a line to its standard output.
    case output(String)
    /// It wrote a line to its standard error.
    case errorOutput(String)
    /// One of its two streams has ended.
    case closed
    /// The process has ended.
    case ended(ChildProcess.Termination.Reason)
    /// It has outlived its limit.
    case late
    /// This process was told to stop.
    case interrupted
    /// It was killed a while ago, and its end was never told.
    case unheard
  }

  /// What the parent does next.
  enum Action: Equatable {
    case nothing
    case receive(ChildProcess.Message)
    case stop
    case leave
  }

  private static let wordsKept = 6
  private var reason: ChildProcess.Termination.Reason?
  private var stoppedAs: ChildProcess.Termination.Reason?
  private var openStreams = 2
  private var lastWords: [String] = []

  /// What is left, once told to leave.
  var termination: ChildProcess.Termination {
    ChildProcess.Termination(reason: stoppedAs ?? reason ?? .interrupted, lastWords: lastWords)
  }

  /// Takes note, and says what to do.
  mutating func react(to input: Input) -> Action {
    switch input {
    case .output(let line): return receive(line)
    case .errorOutput(let line):
      guard !Self.isBareFrame(line) else { return .nothing }
      lastWords = (lastWords + [line]).suffix(Self.wordsKept)
      return .receive(.line(line))
    case .closed:
      openStreams -= 1
    case .ended(let reason):
      self.reason = reason
    case .unheard:
      return .leave
    case .late, .interrupted:
      // Its streams may be held open by something it left behind: then do not wait for their end.
      guard reason == nil else { return .leave }
      // An experiment that is stopped for being late stays late, even if we are interrupted next.
      stoppedAs = stoppedAs ?? (input == .late ? .hung : .interrupted)
      return .stop
    }
    // Once it was stopped, something it left behind may hold a stream open for ever.
    let isOver = reason != nil && (openStreams == 0 || stoppedAs != nil)
    return isOver ? .leave : .nothing
  }

  /// Whether a line is of the list of addresses that the runtime prints after a fatal error.
  ///
  /// Without symbols it tells nobody anything, and it buries the error itself.
  private static func isBareFrame(_ line: String) -> Bool {
    if line == "Current stack trace:" { return true }
    let rest = line.drop(while: \.isNumber)
    return rest.count < line.count && rest.hasPrefix("   ") && rest.contains(" 0x")
  }

  private func receive(_ line: String) -> Action {
    switch ChildEvent.read(line) {
    case .event(let event): .receive(.event(event))
    case .stray: .receive(.line(line))
    case .otherVersion(let version):
      .receive(.event(.failure("it speaks version \(version) of the events; build it again")))
    }
  }
}
