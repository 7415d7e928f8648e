import Evidence

/// The part of a report that teaches one program: vote, picture, what was observed.
struct ProgramLesson {
  private let program: Program
  private let matrix: ProgramMatrix
  private let report: ExperimentReport

  /// Readies one program of a report.
  init(_ program: Program, in report: ExperimentReport) {
    self.program = program
    self.report = report
    matrix = ProgramMatrix(program, of: report.record)
  }

  /// The paragraphs, lists and tables, in order; the question alone where only the explorer ran it.
  func parts() throws -> [String] {
    try vote() + (isRunByThreads ? picture() + observed() : [])
  }

  private var rowHead: String { program.axes?.row ?? "How it is called" }

  private var waysHead: String {
    program.axes == nil ? "It is called in these ways:" : "Its rows:"
  }

  private var isRunByThreads: Bool { Self.isDrawn(program, in: report.record) }

  private var explored: [ExplorationRecord] {
    report.record.explorations.filter { $0.program.variant?.program == program.id }
  }

  /// Whether a program has a picture: where only the explorer ran it there is nothing to count.
  static func isDrawn(_ program: Program, in record: ExperimentRecord) -> Bool {
    record.variants.contains { $0.program == program.id }
      || !record.explorations.contains { $0.program.variant?.program == program.id }
  }

  /// Where the program's chart lies in the reports folder.
  static func chart(of program: Program, in record: ExperimentRecord) -> String {
    "charts/\(record.description.name)-\(program.id).svg"
  }

  // MARK: Vote

  private func vote() throws -> [String] {
    let answers =
      isRunByThreads
      ? matrix.outcomes(of: matrix.all) : distinct(explored.flatMap(\.outcomes).map(\.name))
    let backends = program.columns.map { Markdown.code($0.id) }.joined(separator: ", ")
    let question =
      try program.question.map { try report.prose.fill($0, in: "question of \(program.id)") }
      ?? "Which of these answers can each backend give, and for which way of calling? "
      + "The backends: \(backends)."
    let ways = try program.rows.map { row in
      "**\(Markdown.text(row.title))**: "
        + (try report.prose.fill(row.summary, in: "row \(row.id) of \(program.id)"))
    }
    return [
      "## The program: \(Markdown.text(program.title))",
      try report.prose.fill(program.summary, in: "summary of \(program.id)"),
      Markdown.fence(program.listing, language: "swift"),
    ] + (ways.isEmpty ? [] : [waysHead, Markdown.list(ways)])
      + (answers.isEmpty
        ? [] : ["Its possible answers:", Markdown.list(answers.map(Markdown.code))])
      + ["**Vote before you \(isRunByThreads ? "open" : "read on").** \(question)"]
      + (answers.isEmpty || !isRunByThreads
        ? [] : [Markdown.folded("Prediction and outcome", predictions)])
  }

  /// One line for the backends that in one row were given the same prediction and did the like.
  private var predictions: String {
    let lines = program.rows.flatMap { row -> [[String]] in
      var groups: [[VariantRecord]] = []
      for variant in program.columns.compactMap({ matrix.variant(row, $0) }) {
        if let index = groups.firstIndex(where: { isAlike(variant, $0[0]) }) {
          groups[index].append(variant)
        } else {
          groups.append([variant])
        }
      }
      return groups.map { group in
        [
          Markdown.text(row.title),
          group.map { Markdown.code($0.column) }.joined(separator: ", "),
          declared(group[0].prediction),
          outcome(group),
        ]
      }
    }
    return Markdown.table(
      [rowHead, program.axes?.column ?? "Backend", "Predicted", "Came out"], lines) + "\n\n"
      + Self.legend
  }

  private func isAlike(_ left: VariantRecord, _ right: VariantRecord) -> Bool {
    left.prediction == right.prediction && Observation(left).worst == Observation(right).worst
  }

  /// The outcomes of each grade, the forbidden ones counted where they are many.
  private func declared(_ prediction: Prediction) -> String {
    let parts = [Grade.expected, .interesting, .forbidden].compactMap { grade -> String? in
      let names = prediction.outcomes.filter { $0.grade == grade }.map { Markdown.code($0.name) }
      guard !names.isEmpty else { return nil }
      let told =
        grade == .expected || names.count <= 2
        ? names.joined(separator: ", ") : "\(names.count) others"
      return "\(grade.sign) \(told)"
    }
    return parts.isEmpty ? "nothing" : parts.joined(separator: "; ")
  }

  private func outcome(_ variants: [VariantRecord]) -> String {
    let observations = variants.map(Observation.init)
    let total = observations.reduce(0) { $0 + $1.total }
    let parts = Grade.allCases.compactMap { grade -> String? in
      let count = observations.reduce(0) { $0 + $1[grade] }
      return count == 0 ? nil : "\(grade.sign) \(Numbers.count(count))"
    }
    return parts.isEmpty
      ? "nothing observed" : "\(parts.joined(separator: ", ")) of \(Numbers.count(total))"
  }

  // MARK: Picture

  private func picture() -> [String] {
    let chart = MatrixChart(matrix)
    let target = Self.chart(of: program, in: report.record)
    return ["![\(Markdown.text(chart.title)): the table below as a picture](\(target))"]
  }

  // MARK: Observed

  private func observed() throws -> [String] {
    let header = [rowHead] + program.columns.map { Markdown.code($0.id) }
    let rows = program.rows.map { row in
      [Markdown.text(row.title)] + program.columns.map { cell(matrix.variant(row, $0)) }
    }
    return [
      "### What was observed",
      Markdown.table(header, rows),
      Self.legend,
      Markdown.folded(
        "Every outcome of every \(program.axes == nil ? "way of calling" : "row")",
        program.rows.map(details).joined(separator: "\n\n")
      ),
    ]
  }

  static let legend =
    "✓ as expected · ▲ not as expected, but allowed · ✗ forbidden · ? nobody declared it "
    + "· — not run"

  private func cell(_ variant: VariantRecord?) -> String {
    guard let variant else { return "—" }
    let seen = Observation(variant)
    guard let worst = seen.worst else { return "nothing observed" }
    func part(_ count: Int) -> String { Numbers.part(count, of: seen.total) }
    let phrase = Markdown.text(program.expectedPhrase)
    return switch worst {
    case .expected: "\(phrase) \(part(seen.total))"
    case .interesting: "**▲ \(part(seen.unexpected)) not \(phrase)**"
    case .forbidden: "**✗ FORBIDDEN \(part(seen[.forbidden]))**"
    case .unknown: "**? UNKNOWN \(part(seen[.unknown]))**"
    }
  }

  /// Every outcome of one row with its count on every backend.
  private func details(_ row: Program.Row) -> String {
    let variants = program.columns.map { matrix.variant(row, $0) }
    let ran = variants.compactMap { $0 }
    let lines = matrix.outcomes(of: ran).map { name in
      [Markdown.code(name)] + variants.map { count(name, $0) } + [meaning(of: name, in: ran)]
    }
    let header = ["Outcome"] + program.columns.map { Markdown.code($0.id) } + ["Why it matters"]
    let table =
      ran.isEmpty ? "Not run." : Markdown.table(header, lines) + "\n\n" + callers(ran)
    return Markdown.folded(row.title, table)
  }

  private func count(_ name: String, _ variant: VariantRecord?) -> String {
    guard let variant else { return "—" }
    let grade = variant.prediction.grade(of: name)
    let count = variant.tally[name]
    guard grade != .unknown else {
      return count == 0 ? "not declared" : "**\(Numbers.count(count)) ? UNKNOWN**"
    }
    let text = "\(Numbers.count(count)) \(grade.sign)"
    return count > 0 && grade != .expected ? "**\(text)**" : text
  }

  private func meaning(of name: String, in variants: [VariantRecord]) -> String {
    let meanings = distinct(
      variants.compactMap { variant in
        variant.prediction.outcomes.first { $0.name == name }?.meaning
      })
    return meanings.isEmpty
      ? "Nobody declared it: the prediction or the program is wrong."
      : meanings.map(Markdown.text).joined(separator: " / ")
  }

  private func callers(_ variants: [VariantRecord]) -> String {
    let executors = distinct(variants.map(\.callerExecutor))
    guard executors.count > 1 else {
      return "Callers ran on: \(executors.map(Markdown.text).joined())."
    }
    let told = executors.map { executor in
      let backends = variants.filter { $0.callerExecutor == executor }
      let names = backends.map { Markdown.code($0.column) }.joined(separator: ", ")
      return "\(Markdown.text(executor)) (\(names))"
    }
    return "Callers ran on: \(told.joined(separator: "; "))."
  }
}
