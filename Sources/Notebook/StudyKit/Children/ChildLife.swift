/// Something that happens to a running child, from whichever thread noticed.
enum Happening: Equatable, Sendable {
  /// It wrote a line to its standard output.
  case output(String)
  /// It wrote a line to its standard error.
  case complaint(String)
  /// One of its two streams has ended.
  case closed
  /// The process has ended.
  case ended(ChildProcess.End)
  /// It has outlived its limit.
  case late
  /// This process was told to stop.
  case interrupted
}

/// The life of a child as a state machine: happenings in, one thing to do out.
struct ChildLife {
  /// What the parent does next.
  enum Action: Equatable {
    case nothing
    case hear(ChildProcess.Sign)
    case stop
    case leave
  }

  private static let wordsKept = 6
  private var end: ChildProcess.End?
  private var stoppedAs: ChildProcess.End?
  private var openStreams = 2
  private var lastWords: [String] = []

  /// What is left, once told to leave.
  var remains: ChildProcess.Remains {
    ChildProcess.Remains(end: stoppedAs ?? end ?? .interrupted, lastWords: lastWords)
  }

  /// Takes note, and says what to do.
  mutating func react(to happening: Happening) -> Action {
    switch happening {
    case .output(let line): return hear(line)
    case .complaint(let line):
      guard !Self.isBareFrame(line) else { return .nothing }
      lastWords = (lastWords + [line]).suffix(Self.wordsKept)
      return .hear(.line(line))
    case .closed:
      openStreams -= 1
    case .ended(let reason):
      end = reason
    case .late, .interrupted:
      // Its streams may be held open by something it left behind: then do not wait for their end.
      guard end == nil else { return .leave }
      // An experiment that is stopped for being late stays late, even if we are interrupted next.
      stoppedAs = stoppedAs ?? (happening == .late ? .hung : .interrupted)
      return .stop
    }
    // Once it was stopped, something it left behind may hold a stream open for ever.
    let isOver = end != nil && (openStreams == 0 || stoppedAs != nil)
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

  private func hear(_ line: String) -> Action {
    switch ChildEvent.read(line) {
    case .event(let event): .hear(.event(event))
    case .stray: .hear(.line(line))
    case .otherVersion(let version):
      .hear(.event(.failure("it speaks version \(version) of the events; build it again")))
    }
  }
}
