/// Which backend to take for which need, from the traits that runs have ranked.
struct DecisionGuide {
  private let index: ReportIndex

  /// The guide of an index.
  init(_ index: ReportIndex) {
    self.index = index
  }

  /// One row for every quality in which some backend was ranked.
  func rows() throws -> [[String]] {
    let ranked = index.findings.filter { $0.trait.standing != nil }
    return try distinct(ranked.map(\.trait.quality)).map { quality in
      let findings = ranked.filter { $0.trait.quality == quality }
      let needsMending = findings.filter { $0.trait.standing != .good }
      let cures = distinct(needsMending.map(\.record.description.name)).flatMap { name in
        index.records.filter { $0.description.name == name && !$0.description.cures.isEmpty }
      }
      return try [Markdown.text(quality)]
        + Conclusion.Trait.Standing.allCases.map { try backends(findings, $0) }
        + [try cures.isEmpty ? "—" : cures.map(told).joined(separator: "; ")]
    }
  }

  /// The backends of one standing, those of which the same is said together.
  private func backends(
    _ findings: [ReportIndex.Finding], _ standing: Conclusion.Trait.Standing
  ) throws -> String {
    let told = try findings.filter { $0.trait.standing == standing }.map {
      (name: Markdown.code($0.trait.backend), text: try index.fill($0))
    }
    let lines = distinct(told.map(\.text)).map { text in
      let names = told.filter { $0.text == text }.map(\.name)
      return "\(distinct(names).joined(separator: ", ")): \(text)"
    }
    return lines.isEmpty ? "—" : lines.joined(separator: "; ")
  }

  private func told(_ record: ExperimentRecord) throws -> String {
    let prose = Prose(of: record)
    let names = try record.description.cures.map { try prose.fill($0.name, in: "name of a cure") }
    let limits = Markdown.link("limits", to: "\(record.linkTarget)#the-cures")
    return "\(names.joined(separator: ", ")) (\(limits))"
  }
}
