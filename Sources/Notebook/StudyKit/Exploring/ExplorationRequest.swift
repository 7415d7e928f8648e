package import Evidence

/// How a person or a study wants programs explored; what is not said, each program says itself.
package struct ExplorationRequest: Equatable, Sendable {
  /// How schedules are chosen.
  package var strategy: SearchStrategy?
  /// The order of executors.
  package var policy: ExecutorPolicy?
  /// What everything random follows from.
  package var seed: UInt64?
  /// Schedules at most.
  package var schedules: Int?
  /// Time at most.
  package var time: Duration?
  /// The one schedule to replay, by its id.
  package var schedule: String?

  /// The options that an experiment and `triptych explore` share, beside seed and JSON.
  package static let options = [
    CommandOption(
      "strategy", .one("NAME"),
      summary: "depth-first, source-dpor, delay-bounded, pct or random-walk"),
    CommandOption(
      "policy", .one("NAME"),
      summary: "the order of executors: default-actor, fifo or unordered"),
    CommandOption("delays", .one("N"), summary: "departures allowed; implies delay-bounded (2)"),
    CommandOption("depth", .one("N"), summary: "depth of the bugs sought; implies pct (3)"),
    CommandOption(
      "limit", .one("N|TIME"), summary: "where to stop: schedules, a time as 30s or 5m, or both"),
    CommandOption("schedule", .one("ID"), summary: "replay this one, with its trace"),
  ]

  /// A request that leaves all to the programs.
  package init() {}

  /// Reads the options of a command line.
  package init(_ line: ParsedCommandLine) throws(UsageError) {
    strategy = try Self.strategy(line)
    if let word = line.last("policy") {
      guard let policy = ExecutorPolicy(rawValue: word) else {
        throw unknown("policy", word, among: ExecutorPolicy.allCases.map(\.rawValue))
      }
      self.policy = policy
    }
    if let word = line.last("seed") {
      guard let seed = UInt64(word) else {
        throw UsageError("--seed \(word) is no seed; give a whole number from 0 to \(UInt64.max)")
      }
      self.seed = seed
    }
    for word in line.values["limit"] ?? [] { try limit(by: word) }
    schedule = line.last("schedule")
    if schedule != nil {
      for name in ["strategy", "policy", "delays", "depth", "seed"] where line.has(name) {
        throw UsageError(
          "--\(name) does not go with --schedule, whose id says it all; leave it out")
      }
    }
  }

  private static func strategy(_ line: ParsedCommandLine) throws(UsageError) -> SearchStrategy? {
    let implied = line.has("delays") ? "delay-bounded" : line.has("depth") ? "pct" : nil
    guard let word = line.last("strategy") ?? implied else { return nil }
    func number(_ option: String, of strategy: String, else usual: Int) throws(UsageError) -> Int {
      guard let text = line.last(option) else { return usual }
      guard let number = Int(text), (0...1_000).contains(number) else {
        throw UsageError("--\(option) \(text) is no such number; give one from 0 to 1000")
      }
      return number
    }
    let names = ["depth-first", "source-dpor", "delay-bounded", "pct", "random-walk"]
    let strategy: SearchStrategy
    switch word {
    case "depth-first": strategy = .depthFirst
    case "source-dpor": strategy = .sourceDPOR
    case "delay-bounded":
      strategy = .delayBounded(delays: try number("delays", of: word, else: 2))
    case "pct": strategy = .pct(depth: try number("depth", of: word, else: 3))
    case "random-walk": strategy = .randomWalk
    default: throw unknown("strategy", word, among: names)
    }
    for (option, owner) in [("delays", "delay-bounded"), ("depth", "pct")]
    where line.has(option) && word != owner {
      throw UsageError("--\(option) belongs to --strategy \(owner), not to \(word); leave one out")
    }
    return strategy
  }

  /// Takes a plain number for schedules, and one with a unit for a time.
  private mutating func limit(by word: String) throws(UsageError) {
    if let count = Int(word), count > 0 {
      schedules = count
      return
    }
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600]
    guard let unit = word.last.flatMap({ units[$0] }), let number = Double(word.dropLast()),
      number > 0, number * unit <= 7 * 86_400
    else {
      throw UsageError(
        "--limit \(word) is no limit; give schedules as 10000, or a time as 30s, 5m or 1h")
    }
    time = .milliseconds(max(1, (number * unit * 1_000).rounded()))
  }

  /// The explorations of a program that are asked for, one for each policy.
  package func parts(
    of program: ExplorableSummary
  ) throws(UsageError) -> [ExplorationPart] {
    if let policy, !program.policies.contains(policy) {
      let known = program.policies.map(\.rawValue)
      let advice =
        known.isEmpty
        ? "it has no executor to order; leave --policy out"
        : "choose \(known.joined(separator: ", "))"
      throw UsageError("\(program.name) cannot run under \(policy.rawValue): \(advice)")
    }
    var options = program.options
    if let strategy { options.strategy = strategy }
    if let seed { options.seed = seed }
    if let time { options.limits.time = time }
    if let schedules {
      options.limits.schedules = schedules
      if !options.strategy.isExhaustive { options.limits.sample = schedules }
    }
    options.schedule = schedule
    // A schedule's id holds its policy.
    let policies = schedule == nil ? policy.map { [$0] } ?? program.policies : []
    guard !policies.isEmpty else { return [part(of: program, under: nil, options)] }
    return policies.map { part(of: program, under: $0, options) }
  }

  private func part(
    of program: ExplorableSummary, under policy: ExecutorPolicy?, _ options: ExplorationOptions
  ) -> ExplorationPart {
    var options = options
    if let policy { options.policy = policy }
    var request = self
    request.policy = policy
    return ExplorationPart(
      program: program, policy: policy, options: options, length: options.limits.time,
      arguments: request.arguments)
  }

  /// The request as arguments, for a child.
  package var arguments: [String] {
    var words: [String] = []
    if let strategy {
      words += ["--strategy", strategy.name]
      if case .delayBounded(let delays) = strategy { words += ["--delays", "\(delays)"] }
      if case .pct(let depth) = strategy { words += ["--depth", "\(depth)"] }
    }
    if let policy { words += ["--policy", policy.rawValue] }
    if let seed { words += ["--seed", "\(seed)"] }
    if let schedules { words += ["--limit", "\(schedules)"] }
    if let time { words += ["--limit", Self.written(time)] }
    if let schedule { words += ["--schedule", schedule] }
    return words
  }
}

extension ExplorationRequest {
  /// A time as `--limit` takes it: `30s`, `0.5s`.
  fileprivate static func written(_ time: Duration) -> String {
    let seconds = time.seconds
    return seconds == seconds.rounded() ? "\(Int(seconds))s" : "\(seconds)s"
  }
}

private func unknown(_ option: String, _ word: String, among names: [String]) -> UsageError {
  UsageError(
    "--\(option) \(word) is unknown; choose \(names.joined(separator: ", "))"
      + suggestion(for: word, among: names))
}
