import Evidence

/// The report of one experiment: a lesson in markdown, drawn from its record alone.
struct ExperimentReport {
  let record: ExperimentRecord
  /// The way from the reports folder to the package's root: `..`.
  let root: String
  let prose: Prose

  /// Readies the report of a record.
  init(_ record: ExperimentRecord, root: String) {
    self.record = record
    self.root = root
    prose = Prose(of: record)
  }

  /// The report's text. Throws ``ReportingError`` where prose and record do not match.
  func markdown() throws -> String {
    let opening = try opening()
    let body =
      try lessons() + why() + cures() + exercise() + doesNotShow() + methodAndEnvironment()
      + rerun()
    let words = glossary(of: (opening + body).joined(separator: "\n"))
    let footer = ["---", Markdown.link("All reports", to: "README.md")]
    return (opening + words + body + footer).joined(separator: "\n\n").trimmedLines
  }

  /// Links to the words that a text uses and the index explains.
  private func glossary(of text: String) -> [String] {
    let words = Glossary.terms(in: text).map {
      Markdown.link($0.word, to: "README.md#\($0.anchor)")
    }
    return words.isEmpty ? [] : ["Words explained: \(words.joined(separator: " · "))"]
  }

  // MARK: Opening

  private func opening() throws -> [String] {
    let description = record.description
    let headline = try prose.fill(record.conclusion.headline, in: "headline")
    let question = try prose.fill(description.question, in: "question")
    let introduction = try description.introduction.map { try prose.fill($0, in: "introduction") }
    return [
      "<!-- Drawn from data/\(description.name).json. Do not edit: render it again. -->",
      "# \(Markdown.text(description.name))",
      "*\(Markdown.singleLine(question))* · \(description.minutes) min",
      "**\(Markdown.singleLine(headline))**",
    ] + notes() + [introduction].compactMap(\.self) + (try description.claims.map(claim))
  }

  private func notes() -> [String] {
    var notes: [String] = []
    if !record.run.isEvidence {
      notes.append("> \(Markdown.text(record.run.profile)) profile: not evidence.")
    }
    let failures = record.failureSummary
    if !failures.isEmpty {
      notes.append("> ✗ \(failures.joined(separator: "; ")): the experiment failed.")
    }
    let disagreements = record.disagreements
    if !disagreements.isEmpty {
      let kinds = Disagreement.Kind.allCases.compactMap { kind -> String? in
        let count = disagreements.count { $0.kind == kind }
        return count == 0 ? nil : "\(Numbers.count(count)) \(kind.rawValue)"
      }
      notes.append("> Of what was measured: \(kinds.joined(separator: ", ")).")
    }
    if !record.run.backends.isEmpty {
      let names = record.run.backends.map(Markdown.code).joined(separator: ", ")
      notes.append("> Narrowed to \(names).")
    }
    return notes
  }

  private func claim(_ tested: TestedClaim) throws -> String {
    let verdict = record.verdict(on: tested)
    guard let paragraph = tested.paragraphs[verdict], let claim = Claim.named(tested.id) else {
      throw ReportingError.missingParagraph(
        record: record.description.name, claim: tested.id, verdict: verdict.rawValue)
    }
    let badge =
      "**\(verdict.sign) \(Markdown.text(tested.phrase(verdict)))** · "
      + Markdown.link(claim.id, to: "README.md#\(claim.anchor)") + " of \(claim.source.rawValue)"
    let text = try prose.fill(paragraph, in: "paragraph on \(tested.id), \(verdict.rawValue)")
    return "\(badge)\n\n*Claimed:* \(Markdown.singleLine(claim.text))\n\n\(text)"
  }

  // MARK: Explanation

  private func why() throws -> [String] {
    let passages = try record.description.why.compactMap { passage in
      switch passage {
      case .text(let text): try paragraph(text)
      case .choice(let field, let paragraphs):
        try choice(of: paragraphs, by: field).flatMap(paragraph)
      case .source(let name): try source(name)
      }
    }
    return passages.isEmpty ? [] : ["## Why"] + passages
  }

  /// A paragraph that says what this run saw, `nil` where it saw nothing of it.
  private func paragraph(_ text: String) throws -> String? {
    let place = "explanation"
    return try prose.isUnseen(text, in: place) ? nil : prose.fill(text, in: place)
  }

  /// The paragraph for the value of a field; `nil` where it was not run and has none for that.
  private func choice(of paragraphs: [String: String], by field: String) throws -> String? {
    let name = record.description.name
    guard let value = prose.fields[field] else {
      throw ReportingError.unknownField(record: name, field: field, place: "explanation")
    }
    guard let paragraph = paragraphs[value] else {
      guard value == Conclusion.notRun else {
        throw ReportingError.missingChoice(record: name, field: field, value: value)
      }
      return nil
    }
    return paragraph
  }

  private func source(_ name: String) throws -> String {
    guard let excerpt = record.sources.first(where: { $0.name == name }) else {
      throw ReportingError.missingSource(record: record.description.name, name: name)
    }
    let caption = "\(Markdown.text(excerpt.file)), line \(excerpt.line), as it ran"
    let target = "\(root)/\(Markdown.path(excerpt.file))#L\(excerpt.line)"
    let language = excerpt.file.hasSuffix(".swift") ? "swift" : ""
    return Markdown.fence(excerpt.text, language: language) + "\n\n"
      + Markdown.link(caption, to: target)
  }

  private func cures() throws -> [String] {
    guard !record.description.cures.isEmpty else { return [] }
    let hasPrice = record.description.cures.contains { $0.price != nil }
    let rows = try record.description.cures.map { cure in
      let price =
        try cure.price.map { try seen($0, in: "price of the cure '\(cure.name)'") } ?? "—"
      return [
        try prose.fill(cure.name, in: "name of a cure"),
        try seen(cure.covers, in: "cure '\(cure.name)'"),
        try seen(cure.limit, in: "limit of the cure '\(cure.name)'"),
      ] + (hasPrice ? [price] : [])
    }
    let header = ["Cure", "Covers", "Leaves uncured"] + (hasPrice ? ["Price"] : [])
    return ["## The cures", Markdown.table(header, rows)]
  }

  /// A cell that says what this run saw, or that it saw nothing of it.
  private func seen(_ text: String, in place: String) throws -> String {
    try prose.isUnseen(text, in: place)
      ? "\(Conclusion.notRun) here" : prose.fill(text, in: place)
  }

  private func exercise() throws -> [String] {
    let exercise = record.description.tryIt
    let parts = [exercise.change, exercise.predict, exercise.command, exercise.answer]
    guard parts.contains(where: { !$0.isEmpty }) else { return [] }
    return [
      "## Try it",
      try prose.fill(exercise.change, in: "exercise"),
      "**Predict first.** \(try prose.fill(exercise.predict, in: "exercise"))",
      Markdown.fence(exercise.command, language: "sh"),
      Markdown.folded("The answer", try prose.fill(exercise.answer, in: "answer")),
    ]
  }

  private func doesNotShow() throws -> [String] {
    guard !record.description.doesNotShow.isEmpty else { return [] }
    let items = try record.description.doesNotShow.map { try prose.fill($0, in: "limits") }
    return ["## What this does not show", Markdown.list(items)]
  }

  // MARK: Method

  private func methodAndEnvironment() throws -> [String] {
    let method = try record.description.method.map { try prose.fill($0, in: "method") }
    let run = record.run
    let facts =
      [
        ["profile", Markdown.text(run.profile)],
        ["seed", String(run.seed)],
        ["trials (fresh processes)", Numbers.count(run.trials)],
        ["started", Markdown.text(run.started)],
        ["took", Numbers.duration(seconds: run.seconds)],
      ] + (run.environment + run.tools).map { [Markdown.text($0.label), Markdown.text($0.value)] }
    return [
      "## Method and environment",
      Markdown.folded("How it was done", Markdown.list(method)),
      Markdown.folded("Where it ran", Markdown.table(["What", "Value"], facts)),
    ]
  }

  private func rerun() -> [String] {
    let name = record.description.name
    let run = record.run
    let command =
      "swift run -c release triptych run \(name)"
      + " --profile \(run.profile) --seed \(run.seed)"
    var lines = ["# The same run", command + backendOption(run.backends)]
    if let backend = backendWorthSeeing {
      lines += ["# One backend alone", command + backendOption([backend])]
    }
    if !record.explorations.isEmpty {
      lines += [
        "# Its small programs, to explore", "swift run -c release triptych explore \(name)",
      ]
    }
    return [
      "## Run it again",
      Markdown.fence(lines.joined(separator: "\n"), language: "sh"),
      "Raw data: \(Markdown.link(Markdown.code("data/\(name).json"), to: "data/\(name).json"))",
    ]
  }

  /// The backend with the most observations that were not as expected, else the first that ran.
  private var backendWorthSeeing: String? {
    var unexpected: [String: Int] = [:]
    for variant in record.variants {
      unexpected[variant.column, default: 0] += Observation(variant).unexpected
    }
    let columns = record.description.programs.filter { $0.axes == nil }
      .flatMap { $0.columns.map(\.id) }
    let timed = record.description.benchmarks.compactMap { MeasuredBenchmark($0, of: record) }
      .flatMap(\.rowsByCost).reversed().compactMap(\.described.backend)
    let ran = columns.filter { unexpected[$0] != nil } + timed
    return ran.reduce(nil) { best, id in
      guard let best else { return id }
      return unexpected[id, default: 0] > unexpected[best, default: 0] ? id : best
    }
  }

  private func backendOption(_ names: [String]) -> String {
    names.isEmpty ? "" : " --backend \(names.map(shellWord).joined(separator: " "))"
  }
}

extension ExperimentRecord {
  /// The report as markdown, as a reports folder holds it; `root` is the way from there to the
  /// package's root.
  ///
  /// Throws ``ReportingError`` where parts of the record or its prose do not match.
  package func report(root: String = "..") throws -> String {
    try check()
    return try ExperimentReport(self, root: root).markdown()
  }
}

extension Verdict {
  /// A shape before the verdict's phrase.
  var sign: String {
    switch self {
    case .reproduced: "●"
    case .refuted: "⊘"
    case .depends: "◐"
    case .open: "○"
    }
  }
}

extension String {
  /// The text with no space at the end of a line and one end of line at its end.
  var trimmedLines: String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map { line in
      var line = line
      while line.last == " " { line.removeLast() }
      return String(line)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    return lines.joined(separator: "\n") + "\n"
  }
}
