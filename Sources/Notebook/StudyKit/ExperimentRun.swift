import Evidence
import Foundation
import Reporting

/// A run of an experiment: its explorations and trials, one after another, and what follows.
struct ExperimentRun {
  let experiment: Experiment
  let request: RunRequest
  let console: Console
  /// Where to tell a parent; `nil` where a person is told.
  let channel: EventChannel?
  /// The one trial to run again, as after a crash; `nil` for all of the profile.
  let onlyTrial: Int?

  /// Runs, tells, and returns the exit status.
  func run() async throws -> Int32 {
    let sources = try quotedSources()
    // A child ends by its lifeline, and by signals as any program does.
    let interruption = channel == nil ? try Interruption.catchingSignals() : nil
    let started = Date.now
    let clock = ContinuousClock.now
    let outcome = await runAll(stoppedBy: interruption)
    console.clearProgress()
    var record: ExperimentRecord?
    var failures = outcome.failures
    do throws(InternalError) {
      var findings = try experiment.addedUp(outcome.trials, seed: request.seed)
      findings.explorations = outcome.explorations.keepingDrawnTraces(
        picking: experiment.description.highlight)
      if !outcome.trials.isEmpty {
        let conditions = conditions(
          trials: outcome.trials.count, started: started,
          seconds: clock.duration(to: .now).seconds)
        record = ExperimentRecord(
          description: experiment.description, run: conditions, variants: findings.variants,
          benchmarks: findings.benchmarks, readings: findings.readings,
          pictures: findings.pictures, explorations: findings.explorations,
          conclusion: experiment.conclude(findings), sources: sources)
      }
    } catch {
      failures.append("internal error: \(error)")
    }
    tell(failures, of: record)
    if let interruption, interruption.isInterrupted {
      let finished = "\(outcome.trials.count) of \(numbers.count) trials finished"
      console.note("\(name): interrupted; \(finished)")
    }
    do {
      if let record { try show(record, isWhole: failures.isEmpty) }
    } catch {
      // A terminal that closes takes the output with it; the status still tells of the signal.
      guard interruption?.isInterrupted == true else { throw error }
    }
    if let status = interruption?.status { return status }
    if outcome.isUnusable { return RunStatus.unusable.rawValue }
    return status(of: record, failures: failures).rawValue
  }

  private var name: String { experiment.description.name }

  private var numbers: [Int] {
    onlyTrial.map { [$0] } ?? Array(1...request.profile.trials)
  }

  /// The sources are cut before the trials run: then they are the ones that ran, and a broken mark
  /// costs no time.
  private func quotedSources() throws -> [SourceExcerpt] {
    guard let root = packageRoot() else {
      console.note(
        "\(name): the source tree was not found, so nothing is quoted; a report needs it: "
          + "run from the package's folder")
      return []
    }
    let excerpts = try sourceExcerpts(from: experiment.quotedFiles, under: root)
    try checkQuotations(of: experiment.description, in: excerpts)
    return excerpts
  }

  private struct Outcome {
    var explorations: [ExplorationRecord] = []
    var trials: [Observations] = []
    var failures: [String] = []
    /// Whether a trial was refused its input; then the others would be, too.
    var isUnusable = false
  }

  /// Explores first: what threads show is then held against what can be.
  private func runAll(stoppedBy interruption: Interruption?) async -> Outcome {
    let parts = onlyTrial == nil ? experiment.studied(request) : []
    let length = experiment.trialLength(request.profile)
    let lengths = parts.map(\.length) + numbers.map { _ in length }
    let stated = lengths.reduce(.zero, +)
    channel?.send(.started(seconds: stated.seconds))
    console.expect(stated)
    let report = { (fraction: Double, label: String, index: Int) in
      let done = lengths[..<index].reduce(.zero, +) + lengths[index] * min(max(fraction, 0), 1)
      let even = (Double(index) + min(max(fraction, 0), 1)) / Double(lengths.count)
      tell(stated > .zero ? done / stated : even, label)
    }
    var outcome = Outcome()
    (outcome.explorations, outcome.failures) = await explore(
      parts, stoppedBy: interruption, report: report)
    await runTrials(into: &outcome, stoppedBy: interruption) { report($0, $1, parts.count + $2) }
    return outcome
  }

  private func runTrials(
    into outcome: inout Outcome, stoppedBy interruption: Interruption?,
    report: (_ fraction: Double, _ label: String, _ index: Int) -> Void
  ) async {
    let length = experiment.trialLength(request.profile)
    for (index, number) in numbers.enumerated() {
      guard interruption?.isInterrupted != true else { break }
      var observations: Observations?
      var complaint: String?
      report(0, "trial \(number)", index)
      let termination = await trial(number, length: length).run(stoppedBy: interruption) {
        message in
        switch message {
        case .event(.progress(let fraction, let label)):
          report(fraction, "trial \(number): \(label)", index)
        case .event(.observations(let found)): observations = found
        case .event(.failure(let message)): complaint = message
        case .event: break
        case .line(let line): console.note(line)
        }
      }
      if let observations, termination.reason == .exited(0) {
        outcome.trials.append(observations)
      } else if let complaint, termination.reason == .exited(RunStatus.unusable.rawValue) {
        outcome.failures.append(complaint)
        outcome.isUnusable = true
        break
      } else if termination.reason != .interrupted {
        let what = termination.diagnosis(
          complaint: complaint, limit: trial(number, length: length).limit)
        outcome.failures.append("trial \(number) \(what)\n  again: \(replay(of: number))")
      }
    }
  }

  private func tell(_ fraction: Double, _ label: String) {
    if let channel {
      channel.send(.progress(fraction: fraction, label: label))
    } else {
      console.progress(fraction, "\(name), \(label)")
    }
  }

  private func trial(_ number: Int, length: Duration) -> ChildProcess {
    ChildProcess(
      executable: ownExecutable, arguments: ["--trial", "\(number)"] + request.arguments,
      limit: ChildProcess.limit(stated: length))
  }

  private func replay(of trial: Int) -> String {
    var request = request
    var usual = RunRequest()
    // The package's own photographs need not be named.
    if (try? usual.findPhotos(under: packageRoot())) != nil, usual.photos == request.photos {
      request.photos = ""
    }
    request.isStrict = false
    let words = [name, "--trial", "\(trial)"] + request.arguments
    return "SWIFT_BACKTRACE=enable=yes swift run -c release " + words.joined(separator: " ")
  }

  private func tell(_ failures: [String], of record: ExperimentRecord?) {
    for failure in failures {
      if let channel {
        channel.send(.failure(failure))
      } else {
        console.note("\(name): \(failure)")
      }
    }
  }

  /// A parent gets only a whole record: it would take a part for all and save it.
  private func show(_ record: ExperimentRecord, isWhole: Bool) throws {
    if let channel {
      if isWhole { channel.send(.record(record)) }
    } else if request.wantsJSON {
      try console.print(try prettyJSON(record))
    } else {
      try console.print(
        try resultText(of: record, columns: console.outputColumns, style: console.style))
    }
  }

  private func conditions(trials: Int, started: Date, seconds: Double) -> RunConditions {
    RunConditions(
      profile: request.profile.rawValue, isEvidence: request.profile.isEvidence,
      seed: request.seed, trials: trials, backends: request.backends,
      started: started.formatted(.iso8601), seconds: (seconds * 100).rounded() / 100,
      environment: environmentFacts(), tools: experiment.tools())
  }

  /// A refuted claim is a finding. What `--strict` refuses is a run that could not say, or in which
  /// something measured did not come out as declared.
  private func status(of record: ExperimentRecord?, failures: [String]) -> RunStatus {
    guard let record, failures.isEmpty, record.failures == 0 else { return .failed }
    let isOpen = record.conclusion.verdicts.values.contains(.open)
    return request.isStrict && (isOpen || !record.disagreements.isEmpty) ? .failed : .fine
  }
}
