import Foundation
import Reporting

/// Runs an experiment's executable as its command line says, and leaves with its exit status.
///
/// All that a `main.swift` needs: `runExperiment(…)`. One binary is five things: what the
/// experiment says of itself (`--describe`), its small programs under every schedule (`--explore`),
/// one trial (`--trial N`), a piece of a trial (`--probe NAME`), and the experiment, which starts
/// explorations and trials one after another as fresh processes of the same binary. The main thread
/// serves the main actor meanwhile by a run loop, as in an app; an asynchronous `main` would leave
/// the main queue to the pool's threads.
package func runExperiment(_ experiment: Experiment) -> Never {
  prepareDescriptors()
  Interruption.unblockSignals()
  let words = Array(CommandLine.arguments.dropFirst())
  let command = ExperimentCommand(experiment: experiment)
  do throws(UsageError) {
    // The pool waits for ever where no thread is left for it.
    let stuck = try Supervisor.shared().after(.seconds(60)) {
      leave("stuck: no thread is left to run on; see ulimit -u and ulimit -v", 2)
    }
    Task.detached {
      stuck.cancel()
      exit(await command.run(words))
    }
  } catch {
    command.console.note("\(experiment.description.name): \(error)")
    exit(RunStatus.unusable.rawValue)
  }
  while true { RunLoop.main.run() }
}

/// An experiment's command line.
struct ExperimentCommand {
  let experiment: Experiment
  var console = Console()

  private static let options =
    RunRequest.options + [
      CommandOption("describe", summary: "print what it asks, as text or with --json as JSON"),
      CommandOption(
        "explore", summary: "run the PROGRAMs named under every schedule, or list them; with:"),
    ] + ExplorationRequest.options + [
      CommandOption("trial", .one("N"), summary: nil),
      CommandOption("probe", .one("NAME"), summary: nil),
      CommandOption("events", .one("FD"), summary: nil),
    ]

  /// What the command line asks for, checked before anything runs.
  private struct Call {
    var request: RunRequest
    var trial: Int?
    var probe: Experiment.Probe?
  }

  /// Serves a command line, the words after the command's name, and returns the exit status.
  func run(_ words: [String]) async -> Int32 {
    do {
      let line = try parseCommandLine(words, options: Self.options)
      if !line.has("explore"), let word = line.operands.first {
        throw UsageError(
          "unexpected argument \(word); an experiment takes options only, programs after --explore")
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
      if line.has("explore") { return try await explore(line, to: channel) }
      for option in ExplorationRequest.options where line.has(option.name) {
        throw UsageError("--\(option.name) belongs to --explore; give both or neither")
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
      usage: "\(name) [options] | \(name) --explore [PROGRAM…] [options]",
      about: wrapped(experiment.description.question, columns: 100).joined(separator: "\n"),
      options: Self.options)
  }

  private func describe(asJSON: Bool, to channel: EventChannel?) throws {
    let summary = ExperimentSummary(experiment, withPredictions: channel == nil)
    if let channel { return channel.send(.description(summary)) }
    try console.print(asJSON ? try prettyJSON(summary) : summary.text)
  }

  /// Explores in this process as a child, else in children of its own.
  private func explore(_ line: ParsedCommandLine, to channel: EventChannel?) async throws -> Int32 {
    for option in ["profile", "backend", "photos", "strict", "trial", "probe"]
    where line.has(option) {
      throw UsageError("--\(option) does not go with --explore; leave it out")
    }
    let request = try ExplorationRequest(line)
    let command = ExploreCommand(
      experiment: name, executable: ownExecutable, programs: experiment.explorable.map(\.summary),
      console: console)
    guard let channel else {
      return try await command.run(line.operands, request, asJSON: line.has("json")) {
        () throws(UsageError) in try .catchingSignals()
      }
    }
    let parts = try command.parts(line.operands, request)
    guard parts.count == 1, let part = parts.first,
      let program = experiment.explorable.first(where: { $0.summary.name == part.program.name })
    else { throw UsageError("a child explores one program under one policy; name both") }
    return await program.explore(part, telling: channel)
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
    if let name = line.last("probe") {
      guard let probe = experiment.probes[name] else {
        throw UsageError("--probe \(name) is unknown; the experiment's code names its probes")
      }
      guard line.has("events") else {
        throw UsageError(
          "--probe \(name) is a piece of a trial; give --events 1 to see what it reads")
      }
      call.probe = probe
    }
    try call.request.narrow(to: experiment.backends)
    try call.request.findPhotos(under: packageRoot())
    return call
  }

  private func serve(_ call: Call, to channel: EventChannel?) async throws -> Int32 {
    let request = call.request
    if let channel, let probe = call.probe {
      return await answer(request, seed: request.seed, channel) { .values(try await probe($0)) }
    }
    if let channel, let trial = call.trial {
      let seed = trialSeed(run: request.seed, trial: trial)
      return await answer(request, trial: trial, seed: seed, channel) {
        .observations(try await experiment.trial($0))
      }
    }
    let run = ExperimentRun(
      experiment: experiment, request: request, console: console, channel: channel,
      onlyTrial: call.trial)
    return try await run.run()
  }

  /// Does a piece of the work in this process, and tells what came of it.
  private func answer(
    _ request: RunRequest, trial: Int = 1, seed: UInt64, _ channel: EventChannel,
    _ work: (TrialContext) async throws -> ChildEvent
  ) async -> Int32 {
    let length = experiment.trialLength(request.profile)
    let context = TrialContext(
      profile: request.profile, trial: trial, seed: seed, backends: request.backends,
      photos: request.photos, probeLimit: ChildProcess.limit(stated: length),
      report: { channel.send(.progress(fraction: $0, label: $1)) })
    channel.send(.started(seconds: length.seconds))
    do {
      channel.send(try await work(context))
      return RunStatus.fine.rawValue
    } catch {
      channel.send(.failure("\(error)"))
      return (error is UsageError ? RunStatus.unusable : .failed).rawValue
    }
  }
}
