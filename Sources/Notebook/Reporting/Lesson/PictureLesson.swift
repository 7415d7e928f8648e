/// The part of a report that shows a sheet of pictures.
struct PictureLesson {
  private let sheet: PictureSheet
  private let report: ExperimentReport

  /// Readies one sheet of a report.
  init(_ sheet: PictureSheet, in report: ExperimentReport) {
    self.sheet = sheet
    self.report = report
  }

  /// The paragraphs and the sheet, in order.
  func parts() throws -> [String] {
    let title = Markdown.text(sheet.title)
    let opening = [
      "## The pictures: \(title)",
      try report.prose.fill(sheet.summary, in: "summary of \(sheet.id)"),
    ]
    guard let chart = try PictureChart(sheet, of: report.record) else {
      return opening + ["*Not run here.*"]
    }
    return opening + ["![\(title). \(Markdown.text(chart.summary))](\(chart.path))"]
  }
}
