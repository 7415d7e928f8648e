import Evidence

/// The index of a reports folder, drawn from all its records.
struct ReportIndex {
  /// The records by name.
  let records: [ExperimentRecord]

  /// The index of records in any order.
  init(_ records: [ExperimentRecord]) {
    self.records = records.sorted { $0.description.name < $1.description.name }
  }

  /// The text of `README.md`; `reports` are the texts of the reports by name, for the glossary.
  func markdown(reports: [String: String]) throws -> String {
    let parts =
      try opening() + verdicts() + tradeOff() + claims() + guide() + path()
      + glossary(reports) + environments()
    return parts.joined(separator: "\n\n").trimmedLines
  }

  // MARK: Verdicts

  private func opening() throws -> [String] {
    let questions = try records.map { record in
      let question = try Prose(of: record).fill(record.description.question, in: "question")
      return "\(lesson(record)): \(question)"
    }
    return [
      "<!-- Drawn from data/. Do not edit: render it again. -->",
      "# What the study found",
      """
      One image cache is kept safe in different ways and held under the same instruments. Four \
      published write-ups make claims about such caches; the experiments test them, on \
      Linux, and say what they cannot show.
      """,
      "What was asked:",
      Markdown.list(questions),
    ]
  }

  private func verdicts() throws -> [String] {
    ["## Verdicts", try VerdictTable(self, folder: "").markdown()]
  }

  /// A link to a record's report.
  func lesson(_ record: ExperimentRecord, folder: String = "") -> String {
    let name = record.description.name
    return Markdown.link(Markdown.text(name), to: "\(folder)\(name).md")
  }

  // MARK: Trade-off

  /// A trait with the record it comes from.
  struct Finding {
    let trait: Conclusion.Trait
    let record: ExperimentRecord
  }

  /// All traits, in the order of records.
  var findings: [Finding] {
    records.flatMap { record in
      record.conclusion.traits.map { Finding(trait: $0, record: record) }
    }
  }

  private func tradeOff() throws -> [String] {
    let findings = findings
    let backends = distinct(findings.map(\.trait.backend))
    let qualities = distinct(findings.map(\.trait.quality))
    guard !findings.isEmpty else { return [] }
    let rows = try backends.map { backend in
      try [Markdown.code(backend)]
        + qualities.map { quality in
          let cell = findings.filter { $0.trait.backend == backend && $0.trait.quality == quality }
          return cell.isEmpty ? "—" : try cell.map(told).joined(separator: "; ")
        }
    }
    let header =
      ["Backend"]
      + qualities.map { quality in
        let sources = findings.filter { $0.trait.quality == quality }.map(\.record.linkTarget)
        return distinct(sources).reduce(Markdown.text(quality)) { text, target in
          "\(text) \(Markdown.link("↗", to: target))"
        }
      }
    return [
      "## The trade-off", Markdown.table(header, rows),
      "+ count on it · ± under conditions · − do not count on it · — not tested",
    ]
  }

  private func told(_ finding: Finding) throws -> String {
    let text = try fill(finding)
    return finding.trait.standing.map { "\($0.sign) \(text)" } ?? text
  }

  /// The text of a trait with its fields filled.
  func fill(_ finding: Finding) throws -> String {
    let trait = finding.trait
    return try Prose(of: finding.record).fill(
      trait.text, in: "trait '\(trait.quality)' of \(trait.backend)")
  }

  private func guide() throws -> [String] {
    let rows = try DecisionGuide(self).rows()
    guard !rows.isEmpty else { return [] }
    return [
      "## Which backend, when",
      Markdown.table(["You need", "Take", "Take care with", "Do not count on", "Mended by"], rows),
    ]
  }

  // MARK: Claims

  private func claims() throws -> [String] {
    let rows = Claim.catalogue.map { claim in
      [
        "<a id=\"\(claim.anchor)\"></a>\(claim.id)", Markdown.singleLine(claim.text),
        claim.source.rawValue, verdicts(on: claim),
      ]
    }
    let sources = Claim.Source.allCases.map { source in
      let title = source.title.map { "“\(Markdown.text($0))”, " } ?? ""
      return "*\(source.rawValue)*: \(title)\(source.kind)"
    }
    return [
      "## The claims",
      "Four write-ups, all in Korean, make them:",
      Markdown.list(sources),
      "The wording is ours.",
      Markdown.table(["Id", "Claim", "By", "Verdict"], rows),
    ]
  }

  /// Whether a record leaves a claim open that is another experiment's to answer, and answered.
  func isAnsweredElsewhere(_ tested: TestedClaim, than record: ExperimentRecord) -> Bool {
    guard record.verdict(on: tested) == .open, let claim = Claim.named(tested.id),
      !claim.experiments.contains(record.description.name)
    else { return false }
    return records.contains { other in
      claim.experiments.contains(other.description.name)
        && other.description.claims.contains {
          $0.id == claim.id && other.verdict(on: $0) != .open
        }
    }
  }

  private func verdicts(on claim: Claim) -> String {
    let tested = records.compactMap { record -> String? in
      guard let tested = record.description.claims.first(where: { $0.id == claim.id }),
        !isAnsweredElsewhere(tested, than: record)
      else { return nil }
      let verdict = record.verdict(on: tested)
      let phrase = Markdown.text(tested.phrase(verdict))
      return "**\(verdict.sign) \(phrase)**, \(lesson(record))\(record.evidenceNote)"
    }
    let names = Set(records.map(\.description.name))
    let awaited = claim.experiments.filter { !names.contains($0) }
    let open = awaited.isEmpty ? [] : ["○ open, \(awaited.joined(separator: ", ")) is to answer it"]
    return (tested + open).joined(separator: "; ")
  }

  // MARK: Reading

  private func path() throws -> [String] {
    let rows = try records.enumerated().map { index, record in
      [
        String(index + 1), lesson(record), String(record.description.minutes),
        try Prose(of: record).fill(record.description.question, in: "question"),
      ]
    }
    let minutes = records.reduce(0) { $0 + $1.description.minutes }
    return [
      "## A path through the lessons",
      "Read in this order, \(minutes) minutes in all. Vote before you open what is folded.",
      Markdown.table(["", "Lesson", "Minutes", "It asks"], rows),
    ]
  }

  private func glossary(_ reports: [String: String]) -> [String] {
    let uses = records.map { record in
      (record, Set(Glossary.terms(in: reports[record.description.name] ?? "").map(\.word)))
    }
    let entries = Glossary.all.compactMap { term -> String? in
      let lessons = uses.filter { $0.1.contains(term.word) }.map { lesson($0.0) }
      guard !lessons.isEmpty else { return nil }
      return "<a id=\"\(term.anchor)\"></a>**\(term.word)**: \(term.meaning) "
        + "(\(lessons.joined(separator: ", ")))"
    }
    return entries.isEmpty ? [] : ["## Glossary", Markdown.list(entries)]
  }

  private func environments() -> [String] {
    let rows = records.map { record in
      let run = record.run
      return [
        lesson(record), Markdown.text(run.profile), String(run.seed), Numbers.count(run.trials),
        Markdown.text(run.started), Numbers.duration(seconds: run.seconds),
      ]
    }
    let machines = distinct(records.map(\.run.environment)).map { environment in
      let names = records.filter { $0.run.environment == environment }.map(\.description.name)
      let facts = environment.map { [Markdown.text($0.label), Markdown.text($0.value)] }
      return Markdown.folded(
        "Where \(names.joined(separator: ", ")) ran", Markdown.table(["What", "Value"], facts))
    }
    return [
      "## How it was run",
      Markdown.table(["Lesson", "Profile", "Seed", "Trials", "Started", "Took"], rows),
    ] + machines
  }
}

extension ExperimentRecord {
  /// What follows a verdict that may not be quoted.
  var evidenceNote: String {
    run.isEvidence ? "" : " *(\(Markdown.text(run.profile)): not evidence)*"
  }

  /// The record's report in the reports folder.
  var linkTarget: String { "\(description.name).md" }
}

extension Conclusion.Trait.Standing {
  /// The standing's sign in tables, none that grades an outcome.
  var sign: String {
    switch self {
    case .good: "+"
    case .partial: "±"
    case .poor: "−"
    }
  }
}
