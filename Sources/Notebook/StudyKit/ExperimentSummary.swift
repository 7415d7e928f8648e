import Evidence
package import Reporting

/// What an experiment says of itself under `--describe`.
package struct ExperimentSummary: Codable, Equatable, Sendable {
  /// The experiment's executable and report.
  package var name: String
  /// The question it answers.
  package var question: String
  /// The ids of the claims it tests.
  package var claims: [String]
  /// Its programs, by id and title.
  package var programs: [Program]
  /// The backends it can be narrowed to.
  package var backends: [String]
  /// Every variant with its prediction; left out where only the rest is wanted.
  package var variants: [VariantRecord]?
  /// What it times, each row with its prediction; left out likewise.
  package var benchmarks: [Benchmark]?
  /// What else it reads off, each quantity with its limits; left out likewise.
  package var quantities: [QuantityTable]?
  /// The small programs that can be run under every schedule.
  package var explorable: [ExplorableSummary]
  /// How long a run takes under each profile, all trials together.
  package var seconds: [String: Double]

  /// A program in short.
  package struct Program: Codable, Equatable, Sendable {
    /// A short name.
    package var id: String
    /// Its heading.
    package var title: String
  }

  /// Describes an experiment.
  package init(_ experiment: Experiment, withPredictions: Bool = false) {
    name = experiment.description.name
    question = experiment.description.question
    claims = experiment.description.claims.map(\.id)
    programs = experiment.description.programs.map { Program(id: $0.id, title: $0.title) }
    backends = experiment.backends
    explorable = experiment.explorable.map(\.summary)
    if withPredictions {
      variants = experiment.variants
      benchmarks = experiment.description.benchmarks
      quantities = experiment.description.quantities
    }
    seconds = Dictionary(
      uniqueKeysWithValues: Profile.allCases.map {
        ($0.rawValue, experiment.length(under: $0).seconds)
      })
  }

  /// How long a run takes under a profile.
  package func length(under profile: Profile) -> Duration {
    .seconds(seconds[profile.rawValue] ?? 0)
  }

  /// The explorations that a study holds beside the trials.
  package var studiedExplorations: Int {
    explorable.reduce(0) { $0 + $1.studiedParts }
  }

  /// The summary for a reader.
  package var text: String {
    var table = TextTable()
    table.add(["Claims", claims.isEmpty ? "none" : claims.joined(separator: ", ")])
    for program in programs { table.add(["Program", "\(program.id): \(program.title)"]) }
    for benchmark in benchmarks ?? [] {
      table.add(["Benchmark", "\(benchmark.id): \(benchmark.title)"])
    }
    for quantities in quantities ?? [] {
      table.add(["Quantities", "\(quantities.id): \(quantities.title)"])
    }
    for program in explorable {
      table.add(["Explorable", "\(program.name): \(program.description.summary)"])
    }
    if !backends.isEmpty { table.add(["Backends", backends.joined(separator: ", ")]) }
    for profile in Profile.allCases {
      let trials = profile.trials == 1 ? "1 trial" : "\(profile.trials) trials"
      table.add(["Length", "\(profile.rawValue): \(length(under: profile).spoken), \(trials)"])
    }
    return ([name, question] + table.lines + predictions + separations + limits)
      .joined(separator: "\n")
  }

  /// What is predicted, a table for each program: of the outcomes declared, how many are expected,
  /// allowed and forbidden.
  private var predictions: [String] {
    programs.flatMap { program -> [String] in
      let declared = (variants ?? []).filter { $0.program == program.id }
      guard !declared.isEmpty else { return [] }
      let columns = backends.filter { name in declared.contains { $0.column == name } }
      var table = TextTable()
      table.add(["Predicted of \(program.id)"] + columns)
      for row in distinct(declared.map(\.row)) {
        let cells = columns.map { column in
          declared.first { $0.row == row && $0.column == column }.map(shares) ?? "-"
        }
        table.add([row] + cells)
      }
      return [""] + table.lines
    } + (variants?.isEmpty == false ? ["", "Outcomes: expected/allowed/forbidden."] : [])
  }

  /// What is predicted of every row timed.
  private var separations: [String] {
    (benchmarks ?? []).flatMap { benchmark -> [String] in
      var table = TextTable()
      table.add(["Predicted of \(benchmark.id)", "against \(benchmark.baseline)"])
      for row in benchmark.rows where row.id != benchmark.baseline {
        table.add([row.id, row.prediction?.rawValue ?? "-"])
      }
      return [""] + table.lines
    }
  }

  /// What every quantity is held against.
  private var limits: [String] {
    (quantities ?? []).flatMap { quantities -> [String] in
      // Of a grid, whose cells are many, only those that are held against something.
      let told = quantities.quantities.filter { quantities.grid == nil || $0.limits != nil }
      guard !told.isEmpty else { return [] }
      var table = TextTable()
      table.add(["Declared of \(quantities.id)"])
      for quantity in told {
        table.add([quantity.title, quantity.limits ?? "no limit"])
      }
      return [""] + table.lines
    }
  }

  private func shares(_ variant: VariantRecord) -> String {
    [Grade.expected, .interesting, .forbidden].map { grade in
      "\(variant.prediction.outcomes.count { $0.grade == grade })"
    }.joined(separator: "/")
  }
}

extension Experiment {
  /// How long a run takes, its explorations and all trials.
  package func length(under profile: Profile) -> Duration {
    studied(RunRequest()).reduce(trialLength(profile) * profile.trials) { $0 + $1.length }
  }
}
