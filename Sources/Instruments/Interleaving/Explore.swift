public import Evidence
import Foundation

/// A small program to be run under every schedule.
public struct ExploredProgram: Sendable {
  /// Its name: schedule ids are bound to it.
  public let name: String
  let setUp: @Sendable (World) -> Void

  /// Names a program; `setUp` makes everything anew for each schedule.
  public init(_ name: String, setUp: @escaping @Sendable (World) -> Void) {
    self.name = name
    self.setUp = setUp
  }

  /// Runs it under every schedule that the options ask for, on a thread of its own.
  ///
  /// Throws an ``ExplorationError`` where it cannot begin or a schedule id is not this program's.
  public func explore(
    _ options: ExplorationOptions = ExplorationOptions(),
    onProgress: @escaping @Sendable (ExplorationProgress) -> Void = { _ in }
  ) async throws -> Exploration {
    try await withCheckedThrowingContinuation { continuation in
      let thread = Thread {
        continuation.resume(with: Result { try exploreHere(options, onProgress) })
      }
      thread.stackSize = 1 << 20
      thread.start()
    }
  }

  private func exploreHere(
    _ options: ExplorationOptions, _ onProgress: @escaping (ExplorationProgress) -> Void
  ) throws -> Exploration {
    if let fault = Runtime.fault { throw ExplorationError.unsupportedRuntime(fault) }
    if let id = options.schedule { return try replay(id, options) }
    let strategy = options.strategy.strategy(seed: options.seed, limits: options.limits)
    return Explorer(self, options, strategy: strategy, onProgress: onProgress).explore()
  }

  private func replay(_ text: String, _ options: ExplorationOptions) throws -> Exploration {
    guard let id = ScheduleID(text) else { throw ExplorationError.malformedSchedule(text) }
    guard !id.isOfAnother(than: name) else {
      throw ExplorationError.scheduleOfAnotherProgram(text, program: name)
    }
    guard id.build == ScheduleID.ownBuild else {
      throw ExplorationError.scheduleOfAnotherBuild(text, own: ScheduleID.buildDescription)
    }
    var options = options
    options.policy = id.policy
    let explorer = Explorer(self, options, strategy: Replay([]), onProgress: { _ in })
    return try explorer.replay(id, text)
  }
}

/// Explores a small program: runs it under every schedule that matters, and grades nothing.
///
/// In a test. The program sets its world up anew for each schedule: `world.task`, `world.thread`,
/// executors and locks for what is tested, and `world.outcome` for what is told at the end. The
/// program is named after the test, and by the label where a test explores several.
/// The environment variable `INTERLEAVING_SCHEDULE` replays one schedule instead, if it is one of
/// this program's.
public func explore(
  _ label: String = "", strategy: SearchStrategy = .depthFirst,
  policy: ExecutorPolicy = .defaultActor, seed: UInt64 = 1,
  limits: ExplorationLimits = ExplorationLimits(), fileID: String = #fileID,
  function: String = #function, _ setUp: @escaping @Sendable (World) -> Void
) async throws -> Exploration {
  let name = "\(fileID) \(function)" + (label.isEmpty ? "" : " \(label)")
  let asked = ProcessInfo.processInfo.environment["INTERLEAVING_SCHEDULE"]
  let isOfAnother = asked.flatMap(ScheduleID.init)?.isOfAnother(than: name) ?? false
  var found = try await ExploredProgram(name, setUp: setUp).explore(
    ExplorationOptions(
      strategy: strategy, policy: policy, seed: seed, limits: limits,
      schedule: isOfAnother ? nil : asked))
  found.replay = "swift test --filter \(testFilter(function))"
  if isOfAnother {
    found.notes.append(
      "INTERLEAVING_SCHEDULE names a schedule of another program, so this one was explored.")
  }
  return found
}

/// What names a test on a command line, by its function: without arguments, and in quotes where its
/// name is a sentence. It is a regular expression there, hence a dot for what a shell or one of
/// those would take for something else.
private func testFilter(_ function: String) -> String {
  let name = function.prefix { $0 != "(" }.filter { $0 != "`" }
  func isOfWord(_ letter: Character) -> Bool {
    letter.isLetter || letter.isNumber || letter == "_"
  }
  if name.allSatisfy(isOfWord) { return name }
  return "'\(String(name.map { isOfWord($0) || " -,".contains($0) ? $0 : "." }))'"
}
