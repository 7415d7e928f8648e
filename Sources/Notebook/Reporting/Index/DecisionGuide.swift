/// Which backend to take for which need, from the traits that runs have ranked.
struct DecisionGuide {
  private let index: ReportIndex

  /// The guide of an index.
  init(_ index: ReportIndex) {
    self.index = index
  }

  /// One row for every quality in which some backend was ranked.
  func rows() throws -> [[String]] {
    // The order is the trade-off table's, in which what no run ranked has its place too.
    try distinct(index.findings.map(\.trait.quality)).compactMap { quality -> [String]? in
      let findings = index.findings.filter {
        $0.trait.quality == quality && $0.trait.standing != nil
      }
      guard !findings.isEmpty else { return nil }
      let needsMending = findings.contains { $0.trait.standing != .good }
      let cures =
        needsMending ? try index.records.compactMap { try namedCures(of: quality, in: $0) } : []
      return try [Markdown.text(quality)]
        + Conclusion.Trait.Standing.allCases.map { try backends(findings, $0) }
        + [cures.isEmpty ? "—" : cures.joined(separator: "; ")]
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

  /// The cures of a lesson that mend a quality, with a link to what they leave uncured.
  private func namedCures(of quality: String, in record: ExperimentRecord) throws -> String? {
    let prose = Prose(of: record)
    let names = try record.description.cures.filter { $0.mends.contains(quality) }.map {
      try prose.fill($0.name, in: "name of a cure")
    }
    let limits = Markdown.link("limits", to: "\(record.linkTarget)#the-cures")
    return names.isEmpty ? nil : "\(names.joined(separator: ", ")) (\(limits))"
  }
}
