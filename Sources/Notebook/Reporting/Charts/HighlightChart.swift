/// The part of a record's matrix, benchmark or grid that tells it all, as the index shows it.
struct HighlightChart {
  /// What the picture shows, in words, for who cannot see it.
  let alternative: String
  /// Where it lies in the reports folder.
  let path: String
  /// The picture.
  let svg: SVG

  /// The highlights of all records that have one, by name of record.
  static func all(of records: [ExperimentRecord]) -> [HighlightChart] {
    records.sorted { $0.description.name < $1.description.name }.compactMap(Self.init)
  }

  private init?(_ record: ExperimentRecord) {
    let description = record.description
    guard let highlight = description.highlight else { return nil }
    let summary: String
    if let program = description.programs.first(where: { $0.id == highlight.program }) {
      let chart = MatrixChart(
        ProgramMatrix(program, of: record), title: highlight.title, rows: highlight.rows,
        columns: highlight.columns)
      (svg, summary) = (chart.svg, chart.summary)
    } else if let benchmark = description.benchmarks.first(where: { $0.id == highlight.program }),
      let measured = MeasuredBenchmark(benchmark, of: record),
      measured.rows.contains(where: { highlight.rows.contains($0.described.id) })
    {
      let chart = CostChart(measured, title: highlight.title, rows: highlight.rows)
      (svg, summary) = (chart.svg, chart.summary)
    } else if let table = description.quantities.first(where: { $0.id == highlight.program }),
      let chart = GridChart(table, of: record, title: highlight.title, rows: highlight.rows)
    {
      (svg, summary) = (chart.svg, chart.svg.summary)
    } else {
      return nil
    }
    let isSentence = highlight.title.last.map { ".?!".contains($0) } ?? true
    alternative = "\(highlight.title)\(isSentence ? "" : ".") \(summary)"
    path = "charts/\(description.name).svg"
  }
}
