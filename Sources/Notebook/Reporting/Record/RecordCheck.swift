import Evidence

extension ExperimentRecord {
  /// Throws where the parts of the record do not fit together.
  func check() throws {
    let described = namingProblem ?? partProblem ?? numberProblem ?? claimProblem
    let observed = variantProblem ?? benchmarkProblem ?? readingProblem ?? lengthProblem
    if let problem = described ?? observed ?? pictureProblem ?? explorationProblem
      ?? highlightProblem
    {
      throw ReportingError.inconsistent(record: description.name, problem: problem)
    }
  }

  private var namingProblem: String? {
    let name = description.name
    guard Self.canName(name) else { return "'\(name)' cannot name a file" }
    let programs = description.programs.map { (id: $0.id, kind: "program") }
    let benchmarks = description.benchmarks.map { (id: $0.id, kind: "benchmark") }
    let tables = description.quantities.map { (id: $0.id, kind: "quantity table") }
    let sheets = description.pictures.map { (id: $0.id, kind: "picture sheet") }
    let parts = programs + benchmarks + tables + sheets
    if let part = parts.first(where: { !Self.isFileName($0.id) }) {
      return "\(part.kind) '\(part.id)' cannot name a file"
    }
    // Some file systems do not tell capitals apart, and a benchmark has a second picture.
    let files =
      parts.map { $0.id.lowercased() } + benchmarks.map { "\($0.id.lowercased())-tails" }
      + explorationGroups.map(\.file)
    if let id = duplicate(in: files) { return "two parts would be drawn into '\(id)'" }
    if let id = description.leads.first(where: { id in !parts.contains { $0.id == id } }) {
      return "'\(id)' is to lead and is no part"
    }
    if let id = duplicate(in: description.leads) { return "'\(id)' is to lead twice" }
    return nil
  }

  /// What is wrong within one part of the description.
  private var partProblem: String? {
    for program in description.programs {
      if let id = duplicate(in: program.rows.map(\.id)) {
        return "two rows of \(program.id) are '\(id)'"
      }
      if let id = duplicate(in: program.columns.map(\.id)) {
        return "two columns of \(program.id) are '\(id)'"
      }
    }
    let quantities = description.quantities.flatMap(\.quantities)
    if let id = duplicate(in: quantities.map(\.id)) { return "two quantities are '\(id)'" }
    return firstProblem(in: description.benchmarks, \.problem)
      ?? firstProblem(in: quantities, \.problem)
      ?? firstProblem(in: description.quantities, \.gridProblem)
      ?? firstProblem(in: description.pictures, \.problem)
  }

  /// What no run could have counted or taken, and what sums of would overflow.
  private var numberProblem: String? {
    guard (0...10_000).contains(description.minutes) else {
      return "\(description.minutes) minutes to read it"
    }
    guard (1...1_000_000).contains(run.trials) else { return "\(run.trials) trials" }
    guard (0...1e9).contains(run.seconds) else { return "a run of \(run.seconds) seconds" }
    for source in sources where source.line < 1 {
      return "the source '\(source.name)' begins on line \(source.line)"
    }
    for variant in variants {
      let impossible = variant.tally.counts.filter { !(0...1_000_000_000_000).contains($0.value) }
      if let (name, count) = impossible.min(by: { $0.key < $1.key }) {
        return "\(variant.program), \(variant.row) on \(variant.column) was '\(name)' "
          + "\(count) times"
      }
    }
    return nil
  }

  private var variantProblem: String? {
    var seen: Set<[String]> = []
    for variant in variants {
      guard let program = description.programs.first(where: { $0.id == variant.program }) else {
        return "a variant ran the program '\(variant.program)', which is not described"
      }
      guard program.rows.contains(where: { $0.id == variant.row }) else {
        return "a variant of \(program.id) ran the row '\(variant.row)', which is not described"
      }
      guard program.columns.contains(where: { $0.id == variant.column }) else {
        return "a variant of \(program.id) ran on '\(variant.column)', which is not described"
      }
      guard seen.insert([variant.program, variant.row, variant.column]).inserted else {
        return "\(program.id), \(variant.row) on \(variant.column) is there twice"
      }
    }
    return nil
  }

  private var claimProblem: String? {
    if let id = duplicate(in: description.claims.map(\.id)) { return "claim \(id) is there twice" }
    if let claim = description.claims.first(where: { Claim.named($0.id) == nil }) {
      return "claim '\(claim.id)' is not in the catalogue"
    }
    let tested = Set(description.claims.map(\.id))
    return conclusion.verdicts.keys.filter { !tested.contains($0) }.min().map {
      "a verdict on '\($0)', which is not among the claims it tests"
    }
  }

  private var highlightProblem: String? {
    guard let highlight = description.highlight else { return nil }
    let rows: [String]
    let columns: [String]
    if let program = description.programs.first(where: { $0.id == highlight.program }) {
      rows = program.rows.map(\.id)
      columns = program.columns.map(\.id)
    } else if let benchmark = description.benchmarks.first(where: { $0.id == highlight.program }) {
      rows = benchmark.rows.map(\.id)
      columns = []
    } else if let table = description.quantities.first(where: { $0.id == highlight.program }),
      let grid = table.grid, grid.chart != nil
    {
      rows = grid.rows.map(\.id)
      columns = []
    } else {
      return "the highlight shows '\(highlight.program)', which is no program, no benchmark and no "
        + "grid with a picture"
    }
    let unknown =
      highlight.rows.first { !rows.contains($0) }
      ?? highlight.columns.first { !columns.contains($0) }
    return unknown.map { "the highlight shows '\($0)', which \(highlight.program) does not have" }
  }

  /// Whether a record of this name has a file of its own.
  static func canName(_ name: String) -> Bool {
    isFileName(name) && name.lowercased() != "readme"
  }

  static func isFileName(_ name: String) -> Bool {
    !name.isEmpty && name.first != "."
      && name.unicodeScalars.allSatisfy {
        $0.isASCII && ($0.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains($0))
      }
  }
}

/// The first element that is there before.
func duplicate<Element: Hashable>(in elements: [Element]) -> Element? {
  var seen: Set<Element> = []
  return elements.first { !seen.insert($0).inserted }
}

/// The first problem that any element has.
func firstProblem<Element>(in elements: [Element], _ problem: (Element) -> String?) -> String? {
  for element in elements {
    if let problem = problem(element) { return problem }
  }
  return nil
}
