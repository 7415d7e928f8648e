import Evidence

/// The verdicts of all records on one screen: a picture and a table.
struct VerdictTable {
  private let index: ReportIndex
  private let folder: String

  /// The table of an index; `folder` is the way to the reports folder, `Reports/`, or empty.
  init(_ index: ReportIndex, folder: String) {
    self.index = index
    self.folder = folder
  }

  /// The picture's link, if there is a picture, and the table.
  func markdown() throws -> String {
    let pictures = HighlightChart.all(of: index.records).map { chart in
      "![\(Markdown.text(chart.alternative))](\(folder)\(chart.path))"
    }
    let rows = try index.records.map { record in
      let headline = try Prose(of: record).fill(record.conclusion.headline, in: "headline")
      let told = record.description.claims.filter { !index.isAnsweredElsewhere($0, than: record) }
      let verdicts = told.map { claim in
        let verdict = record.verdict(on: claim)
        let anchor = Claim.named(claim.id)?.anchor ?? ""
        return "\(Markdown.link(claim.id, to: "\(folder)README.md#\(anchor)")): "
          + "**\(verdict.sign) \(Markdown.text(claim.phrase(verdict)))**"
      }
      return [
        index.lesson(record, folder: folder),
        verdicts.isEmpty ? "—" : verdicts.joined(separator: "<br>"),
        headline + record.evidenceNote,
      ]
    }
    let table = Markdown.table(["Experiment", "Verdict on the claim", "In one sentence"], rows)
    return (pictures + [table]).joined(separator: "\n\n")
  }
}

/// The table of verdicts and its picture, for the project's own README.
package enum Verdicts {
  /// The line before the verdicts in a text that holds them.
  package static let openingMark = "<!-- verdicts -->"
  /// The line after them.
  package static let closingMark = "<!-- /verdicts -->"

  /// The verdicts as markdown, whose links lead into a reports folder beside the text.
  ///
  /// Throws ``ReportingError`` where a headline names a field that its record does not fill.
  package static func render(
    _ records: [ExperimentRecord], reports folder: String = "Reports"
  ) throws -> String {
    let folder = folder.isEmpty ? "" : "\(folder)/"
    return try VerdictTable(ReportIndex(records), folder: folder).markdown().visible
  }

  /// The text with what lies between its marks replaced.
  ///
  /// Throws ``ReportingError/missingMarks(opening:closing:)`` unless both marks are there once,
  /// the opening one first.
  package static func replace(in text: String, by verdicts: String) throws -> String {
    let opening = text.ranges(of: openingMark)
    let closing = text.ranges(of: closingMark)
    guard opening.count == 1, closing.count == 1, opening[0].upperBound <= closing[0].lowerBound
    else {
      throw ReportingError.missingMarks(opening: openingMark, closing: closingMark)
    }
    return text[..<opening[0].upperBound] + "\n\n" + verdicts + "\n\n"
      + text[closing[0].lowerBound...]
  }
}
