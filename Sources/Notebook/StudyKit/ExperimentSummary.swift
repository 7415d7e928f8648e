internal import Reporting

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
  package init(_ experiment: Experiment) {
    name = experiment.description.name
    question = experiment.description.question
    claims = experiment.description.claims.map(\.id)
    programs = experiment.description.programs.map { Program(id: $0.id, title: $0.title) }
    backends = experiment.backends
    seconds = Dictionary(
      uniqueKeysWithValues: Profile.allCases.map {
        ($0.rawValue, experiment.length(under: $0).seconds)
      })
  }

  /// How long a run takes under a profile.
  package func length(under profile: Profile) -> Duration {
    .seconds(seconds[profile.rawValue] ?? 0)
  }

  /// The summary for a reader.
  package var text: String {
    var table = TextTable()
    table.add(["Claims", claims.joined(separator: ", ")])
    for program in programs { table.add(["Program", "\(program.id): \(program.title)"]) }
    table.add(["Backends", backends.joined(separator: ", ")])
    for profile in Profile.allCases {
      let trials = profile.trials == 1 ? "1 trial" : "\(profile.trials) trials"
      table.add(["Length", "\(profile.rawValue): \(length(under: profile).spoken), \(trials)"])
    }
    return ([name, question] + table.lines).joined(separator: "\n")
  }
}

extension Experiment {
  /// How long all trials of a run take.
  package func length(under profile: Profile) -> Duration {
    trialLength(profile) * profile.trials
  }
}
