import Foundation
import Reporting

/// Runs an experiment's executable as its command line says, and leaves with its exit status.
///
/// All that a `main.swift` needs: `await runExperiment(…)`. One binary is three things: the
/// description (`--describe`), one trial (`--trial N`), and the experiment, which starts its own
/// trials one after another as fresh processes of the same binary. The main queue is free
/// meanwhile, so code isolated to the main actor runs.
package func runExperiment(_ experiment: Experiment) async -> Never {
  prepareDescriptors()
  let words = Array(CommandLine.arguments.dropFirst())
  exit(await ExperimentCommand(experiment: experiment).run(words))
}

/// An experiment's command line.
struct ExperimentCommand {
  let experiment: Experiment
  var console = Console()

  private static let options =
    RunRequest.options + [
      CommandOption("describe", summary: "print what it asks, as text or with --json as JSON"),
      CommandOption("trial", .one("N"), summary: nil),
      CommandOption("events", .one("FD"), summary: nil),
    ]

  /// What the command line asks for, checked before anything runs.
  private struct Call {
    var request: RunRequest
    var trial: Int?
  }

  /// Serves a command line, the words after the command's name, and returns the exit status.
  func run(_ words: [String]) async -> Int32 {
    do {
      let line = try parseCommandLine(words, options: Self.options)
      if let word = line.operands.first {
        throw UsageError("unexpected argument \(word); an experiment takes options only")
      }
      if line.has("help") {
        try console.print(help)
        return RunStatus.fine.rawValue
      }
      let channel = try channel(line)
      if line.has("describe") {
        try describe(asJSON: line.has("json"), to: channel)
        return RunStatus.fine.rawValue
      }
      return try await serve(try call(line), to: channel)
    } catch {
      console.note("\(name): \(error)")
      return RunStatus.unusable.rawValue
    }
  }

  private var name: String { experiment.description.name }

  private var help: String {
    helpText(
      usage: "\(name) [options]",
      about: wrapped(experiment.description.question, columns: 100).joined(separator: "\n"),
      options: Self.options)
  }

  private func describe(asJSON: Bool, to channel: EventChannel?) throws {
    let summary = ExperimentSummary(experiment, withVariants: channel == nil)
    if let channel { return channel.send(.description(summary)) }
    try console.print(asJSON ? try prettyJSON(summary) : summary.text)
  }

  /// Becomes a child, if called as one: from here on it cannot outlive its parent.
  private func channel(_ line: ParsedCommandLine) throws(UsageError) -> EventChannel? {
    guard let word = line.last("events") else { return nil }
    guard let descriptor = Int32(word), descriptor > STDIN_FILENO else {
      throw UsageError("--events \(word) is no descriptor to write to; give 1")
    }
    Interruption.restoreDefaults()
    try followLifeline()
    return try EventChannel(descriptor: descriptor)
  }

  private func call(_ line: ParsedCommandLine) throws(UsageError) -> Call {
    var call = Call(request: try RunRequest(line))
    if let word = line.last("trial") {
      guard let trial = Int(word), trial >= 1 else {
        throw UsageError("--trial \(word) is no trial; they count from 1")
      }
      call.trial = trial
    }
    try call.request.narrow(to: experiment.backends)
    try call.request.findPhotos(under: packageRoot())
    return call
  }

  private func serve(_ call: Call, to channel: EventChannel?) async throws -> Int32 {
    if let trial = call.trial, let channel {
      return await runTrial(trial, call.request, channel).rawValue
    }
    let run = ExperimentRun(
      experiment: experiment, request: call.request, console: console, channel: channel,
      onlyTrial: call.trial)
    return try await run.run()
  }

  /// One trial, in this process.
  private func runTrial(
    _ trial: Int, _ request: RunRequest, _ channel: EventChannel
  ) async -> RunStatus {
    channel.send(.started(seconds: experiment.trialLength(request.profile).seconds))
    let context = TrialContext(
      profile: request.profile, seed: trialSeed(run: request.seed, trial: trial),
      backends: request.backends, photos: request.photos,
      report: { channel.send(.progress(fraction: $0, label: $1)) })
    do {
      channel.send(.variants(try await experiment.trial(context)))
      return .fine
    } catch {
      channel.send(.failure("\(error)"))
      return error is UsageError ? .unusable : .failed
    }
  }
}
