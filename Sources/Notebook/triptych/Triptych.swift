import Foundation
import StudyKit

/// The command: forwards to the experiments, collects and draws.
struct Triptych {
  let study: Study
  let console: Console
  /// How a run learns that it should stop.
  var catchInterruption: @Sendable () throws(UsageError) -> Interruption = {
    () throws(UsageError) in try .catchingSignals()
  }

  /// What the command can be asked, in the order of its help.
  enum Call: String, CaseIterable {
    case list, run, render, explore, thumbnail, compare, doctor

    /// The words that may follow it.
    var operands: String {
      switch self {
      case .run: " [NAME…|all]"
      case .explore: " NAME [PROGRAM…]"
      case .thumbnail: " IN OUT --max-pixel-size N"
      case .compare: " OLD NEW"
      case .list, .render, .doctor: ""
      }
    }

    /// What it does, a line.
    var about: String {
      switch self {
      case .list: "the experiments: name, question, claims, last verdicts"
      case .run: "run experiments, write data and reports, end with the verdicts"
      case .render: "draw the reports again from saved data"
      case .explore: "every schedule of an experiment's small programs; without one, their list"
      case .thumbnail: "a JPEG or WebP made smaller while it is decoded"
      case .compare: "what differs beyond the noise between two folders of reports"
      case .doctor: "whether this machine is ready, or what to do"
      }
    }

    /// What its own help says beside that.
    var details: String? {
      switch self {
      case .explore: exploring
      case .thumbnail:
        """
        OUT ends in .jpg or .webp. The thumbnail is never larger than the picture; its longest side
        has N pixels, or N times S where N is in points. A colour profile is carried over, unless it
        is for grey or inks; what is transparent is laid over white in a JPEG. OUT is replaced only
        once all of it is written.
        """
      default: nil
      }
    }

    private var exploring: String {
      """
      PROGRAM is a name, a beginning of names, or a pattern as '*/ActorCache'. Each is run under
      every schedule, under each policy it is declared for, in a process of its own; what came out
      is printed with the shortest way to what was not expected. Exit status: 0 nothing forbidden,
      unknown or wrong; 1 some was; 2 an unusable request; 3 a limit came first, and nothing was
      found before it.
      """
    }

    /// Where it takes or leaves reports unless told otherwise.
    private var usualReports: String {
      switch self {
      case .run, .compare, .doctor: "Reports/local"
      case .list: "Reports/local, then Reports"
      case .render: "Reports/local; Reports where there is none"
      case .explore, .thumbnail: "none"
      }
    }

    /// Its options.
    var options: [CommandOption] {
      let json = CommandOption("json", summary: "print the result as JSON")
      let help = CommandOption("help", summary: "print this")
      let reports = CommandOption(
        "reports", .one("DIR"), summary: "the folder of reports (\(usualReports))")
      switch self {
      case .list: return [reports, json, help]
      case .run: return [reports] + RunRequest.options
      case .render:
        let readme = CommandOption(
          "readme", .one("FILE"), summary: "a text whose table of verdicts is renewed as well")
        return [reports, readme, help]
      case .explore:
        let seed = CommandOption(
          "seed", .one("N"), summary: "what all randomness follows from (1)")
        return ExplorationRequest.options + [seed, json, help]
      case .thumbnail: return ThumbnailCommand.options + [json, help]
      case .compare:
        let strict = CommandOption("strict", summary: "fail where something differs")
        return [strict, json, help]
      case .doctor: return [reports, json, help]
      }
    }
  }

  /// Serves a command line, the words after the command's name, and returns the exit status.
  func run(_ words: [String]) async -> Int32 {
    do {
      return try await serve(words)
    } catch {
      console.note("triptych: \(error)")
      return RunStatus.unusable.rawValue
    }
  }

  private func serve(_ words: [String]) async throws -> Int32 {
    guard let first = words.first else {
      console.note(Self.help)
      return RunStatus.unusable.rawValue
    }
    if ["--help", "-h", "help"].contains(first) {
      let asked = first == "help" ? words.dropFirst().first : nil
      try console.print(try asked.map { Self.help(for: try Self.call($0)) } ?? Self.help)
      return RunStatus.fine.rawValue
    }
    let call = try Self.call(first)
    let line = try parseCommandLine(Array(words.dropFirst()), options: call.options)
    if line.has("help") {
      try console.print(Self.help(for: call))
      return RunStatus.fine.rawValue
    }
    if call.operands.isEmpty, let word = line.operands.first {
      throw UsageError("unexpected argument \(word); triptych \(call.rawValue) takes options only")
    }
    // Whoever starts children needs what stops them.
    if [.run, .list, .explore].contains(call) { _ = try Supervisor.shared() }
    switch call {
    case .list: return try await ListCommand(study: study, console: console).run(line)
    case .run:
      let plan = try await RunPlan(line, study: study)
      let interruption = try catchInterruption()
      do {
        return try await RunCommand(
          study: study, console: console, plan: plan, interruption: interruption
        ).run()
      } catch {
        // A terminal that closes takes the output with it; the status still tells of the signal.
        guard let status = interruption.status else { throw error }
        console.note("triptych: \(error)")
        return status
      }
    case .render: return try RenderCommand(study: study, console: console).run(line)
    case .explore: return try await explore(line)
    case .thumbnail: return try ThumbnailCommand(console: console).run(line)
    case .compare: return try CompareCommand(console: console).run(line)
    case .doctor: return try DoctorCommand(study: study, console: console).run(line)
    }
  }

  private func explore(_ line: ParsedCommandLine) async throws -> Int32 {
    guard let first = line.operands.first else {
      throw UsageError("name an experiment: triptych explore NAME (triptych list names them)")
    }
    let names = try study.resolve([first])
    guard names.count == 1 else {
      throw UsageError("explore takes one experiment; name it (triptych list names them)")
    }
    let request = try ExplorationRequest(line)
    let summary = try await study.describe(names[0])
    let command = ExploreCommand(
      experiment: summary.name, executable: study.executable(of: summary.name),
      programs: summary.explorable, console: console)
    return try await command.run(
      Array(line.operands.dropFirst()), request, asJSON: line.has("json"),
      catchInterruption: catchInterruption)
  }

  private static func call(_ word: String) throws(UsageError) -> Call {
    if let call = Call(rawValue: word) { return call }
    let names = Call.allCases.map(\.rawValue)
    let kind = word.hasPrefix("-") ? "option" : "command"
    throw UsageError(
      "unknown \(kind) \(word)\(suggestion(for: word, among: names)) "
        + "(commands: \(names.joined(separator: ", ")))")
  }

  private static var help: String {
    var table = TextTable()
    for call in Call.allCases {
      table.add(["triptych \(call.rawValue)\(call.operands)", call.about])
    }
    return """
      One image cache, kept safe in many ways, held under the same instruments.

      \(table.lines.map { "  \($0)" }.joined(separator: "\n"))

      triptych COMMAND --help tells the options. Exit status: 0 ran, nothing forbidden or unknown;
      1 forbidden, unknown, crashed or hung, or a disagreement under --strict; 2 unusable request or
      input; 3 undecided, where a limit ended an exploration that found nothing; 128 + signal
      interrupted (130 for Ctrl-C).
      """
  }

  private static func help(for call: Call) -> String {
    let details = call.details.map { "\n\n\($0)" } ?? ""
    return helpText(
      usage: "triptych \(call.rawValue)\(call.operands) [options]",
      about: call.about + "." + details, options: call.options)
  }
}
