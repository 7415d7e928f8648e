import Evidence

/// The part of a report that teaches one benchmark: vote, picture, costs, tails.
struct BenchmarkLesson {
  private let benchmark: Benchmark
  private let measured: MeasuredBenchmark?
  private let report: ExperimentReport
  private let explainsFigures: Bool

  /// Readies one benchmark of a report; the first of them explains how to read the figures.
  init(_ benchmark: Benchmark, in report: ExperimentReport, explainsFigures: Bool) {
    self.benchmark = benchmark
    self.report = report
    self.explainsFigures = explainsFigures
    measured = MeasuredBenchmark(benchmark, of: report.record)
  }

  /// The paragraphs, lists and tables, in order.
  func parts() throws -> [String] {
    guard let measured else { return try vote() + [Self.notRun] }
    let costs = try vote() + costs(measured)
    let understanding = explainsFigures ? [FigureGuide(measured).folded] : []
    return costs + understanding + TailLesson(measured, in: report.record).parts()
  }

  private static let notRun = "*Not run here.*"

  /// Where the chart of what one operation cost lies in the reports folder.
  static func chart(of benchmark: Benchmark, in record: ExperimentRecord) -> String {
    "charts/\(record.description.name)-\(benchmark.id).svg"
  }

  // MARK: Vote

  private func vote() throws -> [String] {
    let prose = report.prose
    let rows = try benchmark.rows.map { row in
      let summary = try prose.fill(row.summary, in: "row \(row.id) of \(benchmark.id)")
      let baseline = row.id == benchmark.baseline ? " (the baseline)" : ""
      return "**\(Markdown.text(row.title))**\(baseline): \(summary)"
    }
    let baseline = benchmark.rows.first { $0.id == benchmark.baseline }?.title ?? ""
    let question =
      try benchmark.question.map { try prose.fill($0, in: "question of \(benchmark.id)") }
      ?? "Put the rows in order, the cheapest first. Which are slower than "
      + "*\(Markdown.text(baseline))*, which faster, and which can no clock tell from it?"
    return [
      "## The benchmark: \(Markdown.text(benchmark.title))",
      try prose.fill(benchmark.summary, in: "summary of \(benchmark.id)"),
      Markdown.fence(benchmark.listing, language: "swift"),
      "Its rows:", Markdown.list(rows),
      "**Vote before you open.** \(question)",
    ] + (measured.map { [Markdown.folded("Prediction and outcome", predictions($0))] } ?? [])
  }

  /// The rows from the cheapest to the dearest, as a class will have ordered them.
  private func predictions(_ measured: MeasuredBenchmark) -> String {
    let rows = measured.rowsByCost.map { row in
      [
        Markdown.text(row.described.title),
        row.described.prediction?.phrase ?? "—",
        row.measured.ratio.map { "\(verdict(row)), \(Numbers.ratio($0))" } ?? "the baseline",
        row.judgement.map { $0 == .asPredicted ? $0.rawValue : "**\($0.rawValue)**" } ?? "—",
      ]
    }
    return Markdown.table(
      ["Row, the cheapest first", "Predicted", "Came out", "As predicted?"], rows)
  }

  // MARK: Costs

  private func costs(_ measured: MeasuredBenchmark) -> [String] {
    let target = Self.chart(of: benchmark, in: report.record)
    return [
      "### What one operation cost",
      "![\(Markdown.text(benchmark.title)): the table below as a picture](\(target))",
      table(measured), Self.legend,
    ] + warnings(measured) + [twin(measured)] + absent(measured)
      + [Markdown.folded("Rounds, processes and the second interval", details(measured))]
  }

  private static let legend =
    "▼ faster than the baseline · ▲ slower · ● not separated: the noise is as large as the "
    + "difference · ⚠ see the warnings, one on the baseline counts for all · — not measured"

  private func table(_ measured: MeasuredBenchmark) -> String {
    let header = [
      "Row", "Caller ran on", "Time over the baseline's", "Verdict", "Per operation",
      "Switches per operation", "Allocations per operation",
    ]
    let rows = measured.rows.map { row in
      [
        Markdown.text(row.described.title), Markdown.text(row.described.callerExecutor),
        row.measured.ratio.map(Numbers.ratio) ?? "1, the baseline", verdict(row),
        time(row.measured), row.measured.switches.map(Numbers.perOperation) ?? "not counted",
        row.measured.allocations.map(Numbers.perOperation) ?? "not available here",
      ]
    }
    let twin = [
      "*A/A twin: the baseline a second time*", "", Numbers.ratio(measured.result.twin), "", "",
      "", "",
    ]
    return Markdown.table(header, rows + [twin])
  }

  private func verdict(_ row: MeasuredBenchmark.Row) -> String {
    let mark = row.doubts.isEmpty ? "" : " ⚠"
    return (row.measured.separation?.phrase ?? "baseline") + mark
  }

  /// The median, and in brackets between which half of all epochs lie.
  private func time(_ row: MeasuredRow) -> String {
    let ends = [row.quartiles.lower, row.quartiles.upper].map(Numbers.nanoseconds)
    return "\(Numbers.nanoseconds(row.nanoseconds)) (\(distinct(ends).joined(separator: " to ")))"
  }

  /// Every warning with its row, cause and remedy; those of the whole first.
  private func warnings(_ measured: MeasuredBenchmark) -> [String] {
    let whole = measured.result.warnings.map { ("all rows", $0) }
    let rows = measured.rows.flatMap { row in
      row.measured.warnings.map { (Markdown.text(row.described.title), $0) }
    }
    let items = (whole + rows).map { place, warning in
      "⚠ **\(place)**: \(Markdown.text(warning.cause)). To mend it, "
        + "\(Markdown.text(warning.remedy))."
    }
    return items.isEmpty ? [] : [Markdown.list(items)]
  }

  private func twin(_ measured: MeasuredBenchmark) -> String {
    let result = measured.result
    let processes =
      result.processes == 1 ? "1 process" : "\(Numbers.count(result.processes)) fresh processes"
    let rounds = measured.rows.map(\.measured.rounds)
    let counted = distinct([rounds.min() ?? 0, rounds.max() ?? 0]).map(Numbers.count)
    let discarded = measured.rows.map(\.measured.discarded).max() ?? 0
    let lost =
      discarded == 0
      ? "none was discarded"
      : "at most \(Numbers.count(discarded)) a row were discarded by the rule declared before "
        + "the run"
    return
      "The baseline measured against itself came to \(Numbers.ratio(result.twin)): what differs "
      + "by no more is noise. Measured in \(processes), \(counted.joined(separator: " to ")) "
      + "rounds a row; \(lost). All intervals hold at once with "
      + "\(Numbers.share(result.confidence)) confidence."
  }

  private func absent(_ measured: MeasuredBenchmark) -> [String] {
    let titles = benchmark.rows.filter { measured.result[$0.id] == nil }
      .map { Markdown.text($0.title) }
    return titles.isEmpty ? [] : ["Not run here: \(titles.joined(separator: ", "))."]
  }

  private func details(_ measured: MeasuredBenchmark) -> String {
    func line(_ name: String, _ ratio: Ratio, _ rounds: [String]) -> [String] {
      [name, ratio.processes.map(Numbers.ratio).joined(separator: ", ")]
        + [Numbers.interval(ratio.interval), Numbers.interval(ratio.signTest)] + rounds
    }
    let rows = measured.rows.compactMap { row in
      row.measured.ratio.map { ratio in
        line(
          Markdown.text(row.described.title), ratio,
          [Numbers.count(row.measured.rounds), Numbers.count(row.measured.discarded)])
      }
    }
    let header = [
      "Row", "Ratio of each process", "Bootstrap interval", "Sign-test interval", "Rounds",
      "Discarded",
    ]
    return Markdown.table(header, rows + [line("*A/A twin*", measured.result.twin, ["—", "—"])])
  }
}
