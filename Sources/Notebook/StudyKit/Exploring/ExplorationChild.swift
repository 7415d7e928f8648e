import Evidence
import Foundation
import Reporting

/// An exploration in a process of its own, so that a crash or a deadlock stays inside it.
struct ExplorationChild {
  /// The experiment's executable.
  let executable: URL
  /// What is explored.
  let part: ExplorationPart

  /// What came of it.
  enum Result: Equatable {
    case found(ExplorationRecord)
    /// It cannot be done as asked; why, a sentence.
    case refused(String)
    /// It gave no result; what became of it, to follow its name.
    case lost(String)
    case interrupted
  }

  /// Explores, and has the schedule worth looking at run once more in a process that is new: what
  /// comes out otherwise there hangs on what differs from process to process.
  func explore(
    stoppedBy interruption: Interruption?, console: Console,
    progress: (_ fraction: Double, _ label: String) -> Void
  ) async -> Result {
    let result = await run(stoppedBy: interruption, console: console, progress: progress)
    guard part.options.schedule == nil, case .found(var record) = result,
      let outcome = record.surprise?.found, record.exploration.findings.isEmpty
    else { return result }
    var request = ExplorationRequest()
    request.schedule = outcome.schedule
    guard let again = try? request.parts(of: part.program).first else { return result }
    let child = ExplorationChild(executable: executable, part: again)
    switch await child.run(stoppedBy: interruption, console: console, progress: { _, _ in }) {
    case .found(let other) where other.exploration.outcomes.first?.name == outcome.name: break
    case .interrupted: return .interrupted
    case .found, .refused:
      record.exploration.findings.append(
        ExplorationFinding(
          .nondeterministic(firstDifferingStep: 0),
          "The schedule of “\(outcome.name)” runs differently in a process of its own. The usual "
            + "causes: the order of a Set or Dictionary, randomness.", schedule: outcome.schedule))
    case .lost(let problem):
      return .lost("\(problem) while “\(outcome.name)” was replayed (\(outcome.schedule))")
    }
    return .found(record)
  }

  /// Starts it and stays until it has ended.
  private func run(
    stoppedBy interruption: Interruption?, console: Console,
    progress: (_ fraction: Double, _ label: String) -> Void
  ) async -> Result {
    let limit = ChildProcess.limit(stated: part.length)
    let child = ChildProcess(
      executable: executable, arguments: ["--explore", part.program.name] + part.arguments,
      limit: limit)
    var found: ExplorationRecord?
    var complaint: String?
    progress(0, part.title)
    let termination = await child.run(stoppedBy: interruption) { message in
      switch message {
      case .event(.progress(let fraction, let label)):
        progress(fraction, "\(part.title): \(label)")
      case .event(.exploration(let record)): found = record
      case .event(.failure(let message)): complaint = message
      case .event: break
      case .line(let line): console.note(line)
      }
    }
    if let found, termination.reason == .exited(0) { return .found(found) }
    if let complaint, termination.reason == .exited(RunStatus.unusable.rawValue) {
      return .refused(complaint)
    }
    return termination.reason == .interrupted
      ? .interrupted : .lost(termination.diagnosis(complaint: complaint, limit: limit))
  }
}

extension ExplorableProgram {
  /// Explores it in this process, the child's end of ``ExplorationChild``.
  func explore(_ part: ExplorationPart, telling channel: EventChannel) async -> Int32 {
    channel.send(.started(seconds: part.length.seconds))
    let pace = Pace()
    do {
      let exploration = try await run(part.options) { progress in
        guard pace.isDue() else { return }
        let schedules = Numbers.counted(progress.schedules, "schedule")
        let outcomes = Numbers.counted(progress.outcomes, "outcome")
        channel.send(
          .progress(fraction: progress.fraction ?? 0, label: "\(schedules), \(outcomes)"))
      }
      let policy = part.policy ?? (summary.policies.isEmpty ? nil : exploration.options.policy)
      channel.send(
        .exploration(
          ExplorationRecord(
            program: summary.description, policy: policy, exploration: exploration)))
      return RunStatus.fine.rawValue
    } catch {
      channel.send(.failure("\(error)"))
      return RunStatus.unusable.rawValue
    }
  }
}

/// Lets something through ten times a second: schedules end far more often than a person reads.
///
/// `@unchecked Sendable`: the last time is guarded by the lock.
private final class Pace: @unchecked Sendable {
  private let lock = NSLock()
  private var last: ContinuousClock.Instant?

  func isDue() -> Bool {
    let now = ContinuousClock.now
    return lock.withLock {
      if let last, last.duration(to: now) < .milliseconds(100) { return false }
      last = now
      return true
    }
  }
}
