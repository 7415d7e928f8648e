package import Evidence
package import Foundation
package import Reporting

/// Explores programs of one experiment at a person's or a script's request, or lists them.
package struct ExploreCommand {
  /// The experiment's name.
  package let experiment: String
  /// The experiment's executable.
  package let executable: URL
  /// Every program that the experiment lets explore.
  package let programs: [ExplorableSummary]
  /// Where to tell.
  package let console: Console

  /// Readies the command for one experiment.
  package init(
    experiment: String, executable: URL, programs: [ExplorableSummary], console: Console
  ) {
    self.experiment = experiment
    self.executable = executable
    self.programs = programs
    self.console = console
  }

  /// The answer for scripts.
  package struct Answer: Codable, Equatable {
    /// The exit status.
    package var status: Int32
    /// What became of each exploration.
    package var explorations: [Part]

    /// What became of one exploration.
    package struct Part: Codable, Equatable {
      /// The program.
      package var program: String
      /// The policy; `nil` where it has no executor to order, or a schedule's id says it.
      package var policy: ExecutorPolicy?
      /// The exit status it would have alone.
      package var status: Int32
      /// What was found.
      package var found: ExplorationRecord?
      /// Why nothing was.
      package var problem: String?
    }
  }

  /// Serves the words after the experiment's name and the options, and returns the exit status.
  package func run(
    _ words: [String], _ request: ExplorationRequest, asJSON: Bool,
    catchInterruption: () throws(UsageError) -> Interruption
  ) async throws -> Int32 {
    guard !words.isEmpty else {
      guard request.schedule == nil else { throw oneProgram([]) }
      try console.print(asJSON ? try prettyJSON(programs) : list)
      return RunStatus.fine.rawValue
    }
    let parts = try parts(words, request)
    let interruption = try catchInterruption()
    do {
      return try await explore(parts, asJSON: asJSON, stoppedBy: interruption)
    } catch {
      // A terminal that closes takes the output with it; the status still tells of the signal.
      guard let status = interruption.status else { throw error }
      console.note("\(experiment): \(error)")
      return status
    }
  }

  /// The explorations asked for, in the experiment's order.
  func parts(
    _ words: [String], _ request: ExplorationRequest
  ) throws(UsageError) -> [ExplorationPart] {
    var chosen: Set<String> = []
    for word in words { chosen.formUnion(try names(meantBy: word)) }
    guard request.schedule == nil || chosen.count == 1 else { throw oneProgram(chosen.sorted()) }
    var parts: [ExplorationPart] = []
    for program in programs where chosen.contains(program.name) {
      parts += try request.parts(of: program)
    }
    return parts
  }

  private func oneProgram(_ names: [String]) -> UsageError {
    let found = names.isEmpty ? "none is named" : "\(names.joined(separator: ", ")) are meant"
    return UsageError("--schedule replays one schedule of one program, and \(found)")
  }

  /// The programs called so: by name, by a beginning, or by a pattern with `*`.
  private func names(meantBy word: String) throws(UsageError) -> [String] {
    let names = programs.map(\.name)
    guard !names.isEmpty else { throw UsageError("\(experiment) has no program to explore") }
    if names.contains(word) { return [word] }
    let meant =
      word.contains("*")
      ? names.filter { fnmatch(word, $0, 0) == 0 } : names.filter { $0.hasPrefix(word) }
    guard word.isEmpty || meant.isEmpty else { return meant }
    throw UsageError(
      "no program of \(experiment) is called \(word)\(suggestion(for: word, among: names)) "
        + "(triptych explore \(experiment) lists them)")
  }

  private func explore(
    _ parts: [ExplorationPart], asJSON: Bool, stoppedBy interruption: Interruption
  ) async throws -> Int32 {
    var told: [Answer.Part] = []
    // A limit is no forecast: the pace tells how long it will be.
    console.expect(.zero)
    for (index, part) in parts.enumerated() where !interruption.isInterrupted {
      let child = ExplorationChild(executable: executable, part: part)
      let result = await child.explore(stoppedBy: interruption, console: console) {
        fraction, label in
        console.progress((Double(index) + fraction) / Double(parts.count), label)
      }
      guard let answer = answer(to: part, result) else { break }
      console.clearProgress()
      if let problem = answer.problem {
        console.note("\(experiment): \(part.title): \(problem)")
      }
      if !asJSON, let found = answer.found {
        if told.contains(where: { $0.found != nil }) { try console.print("") }
        try console.print(text(of: found))
      }
      told.append(answer)
    }
    console.clearProgress()
    let statuses = told.compactMap { RunStatus(rawValue: $0.status) }
    let status = interruption.status ?? RunStatus.worst(of: statuses).rawValue
    if asJSON { try console.print(try prettyJSON(Answer(status: status, explorations: told))) }
    if interruption.isInterrupted {
      console.note(
        "\(experiment): interrupted; \(told.count) of \(parts.count) explorations finished")
    }
    return status
  }

  private func answer(
    to part: ExplorationPart, _ result: ExplorationChild.Result
  ) -> Answer.Part? {
    var answer = Answer.Part(
      program: part.program.name, policy: part.policy, status: RunStatus.failed.rawValue)
    switch result {
    case .found(let record):
      answer.policy = record.policy
      answer.found = record
      answer.status = record.status.rawValue
    case .refused(let problem):
      answer.problem = problem
      answer.status = RunStatus.unusable.rawValue
    case .lost(let problem): answer.problem = problem
    case .interrupted: return nil
    }
    return answer
  }
}

extension ExplorationRecord {
  /// How a command leaves that explored this alone.
  var status: RunStatus {
    if hasFailed { return .failed }
    // A replay decides nothing, and was not to.
    if case .bounded = exploration.coverage, exploration.options.schedule == nil {
      return .undecided
    }
    return .fine
  }
}
