/// All that is drawn from a set of records, as texts by path in the reports folder.
struct ReportSet {
  private let records: [ExperimentRecord]
  private let root: String

  /// The reports of records in any order; `root` is the way to the package's root.
  init(_ records: [ExperimentRecord], root: String = "..") {
    self.records = records
    self.root = root
  }

  /// The texts. Throws ``ReportingError`` before anything could be half drawn.
  func files() throws -> [String: String] {
    var files: [String: String] = [:]
    var reports: [String: String] = [:]
    for record in records {
      let report = try record.report(root: root)
      reports[record.description.name] = report
      files[record.linkTarget] = report
      for program in record.description.programs where ProgramLesson.isDrawn(program, in: record) {
        files[ProgramLesson.chart(of: program, in: record)] =
          MatrixChart(ProgramMatrix(program, of: record)).svg.rendered
      }
      for group in record.explorationGroups {
        guard let chart = ExplorationLesson.chart(of: group, in: record) else { continue }
        files[chart.path] = chart.picture.svg.rendered
      }
      for benchmark in record.description.benchmarks {
        guard let measured = MeasuredBenchmark(benchmark, of: record) else { continue }
        files[BenchmarkLesson.chart(of: benchmark, in: record)] = CostChart(measured).svg.rendered
        guard !measured.rowsWithTails.isEmpty else { continue }
        files[TailLesson.chart(of: benchmark, in: record)] = TailChart(measured).svg.rendered
      }
      for table in record.description.quantities {
        guard let chart = GridChart(table, of: record) else { continue }
        files[chart.path] = chart.svg.rendered
      }
      for sheet in record.description.pictures {
        guard let chart = try PictureChart(sheet, of: record) else { continue }
        files[chart.path] = chart.svg.rendered
      }
    }
    for chart in HighlightChart.all(of: records) { files[chart.path] = chart.svg.rendered }
    files["README.md"] = try ReportIndex(records).markdown(reports: reports)
    return files.mapValues(\.visible)
  }
}

extension String {
  /// The text without what a terminal or a browser would obey instead of showing it: control
  /// characters other than line ends and tabs, and those that turn the direction of writing.
  var visible: String {
    var text = ""
    text.unicodeScalars.append(
      contentsOf: unicodeScalars.filter { scalar in
        if scalar == "\n" || scalar == "\t" { return true }
        return scalar.properties.generalCategory != .control && !scalar.properties.isBidiControl
      })
    return text
  }
}
