import Evidence

/// The part of a report that tells how long single operations took: two results, never one.
struct TailLesson {
  private let measured: MeasuredBenchmark
  private let record: ExperimentRecord

  /// Readies the tails of what was measured.
  init(_ measured: MeasuredBenchmark, in record: ExperimentRecord) {
    self.measured = measured
    self.record = record
  }

  /// Where the chart lies in the reports folder.
  static func chart(of benchmark: Benchmark, in record: ExperimentRecord) -> String {
    "charts/\(record.description.name)-\(benchmark.id)-tails.svg"
  }

  /// The paragraphs and tables; none where no single operation was timed.
  func parts() -> [String] {
    service() + response()
  }

  private static let percentiles = TailChart.shares.map(Numbers.percentile)

  private func cells(_ quantiles: [Quantile]) -> [String] {
    TailChart.shares.map { quantiles.value(at: $0).map(Numbers.nanoseconds) ?? "too few samples" }
  }

  private func service() -> [String] {
    let shown = measured.rowsWithTails
    guard !shown.isEmpty else { return [] }
    let rows = shown.map { [Markdown.text($0.described.title)] + cells($0.measured.service) }
    let timer = [["*the clock and an empty call*"] + cells(measured.result.timer)]
    let title = Markdown.text("\(measured.benchmark.title): single operations")
    let target = Self.chart(of: measured.benchmark, in: record)
    return [
      "### How long single operations took: service time",
      "One operation after another, each timed alone, from its start to its end. The clock's own "
        + "time is part of every number; in a row that awaits, so is the await of its loop.",
      "![\(title), the table below as a picture](\(target))",
      Markdown.table(["Row"] + Self.percentiles, rows + timer),
    ]
  }

  private func response() -> [String] {
    let rows = measured.rows.flatMap { row in
      row.measured.response.map { times in
        [Markdown.text(row.described.title), Numbers.share(times.load)] + cells(times.quantiles)
      }
    }
    guard !rows.isEmpty else { return [] }
    return [
      "### How long they took when asked for at a set rate: response time",
      "Operations are asked for at set moments, whether or not the one before is done, at a part "
        + "of the rate that one caller can reach. Each is timed from the moment it was to begin. "
        + "Service and response time are two results, never one: the first says how long an "
        + "operation takes once it has begun, the second also how long it waited to begin.",
      Markdown.table(["Row", "Load"] + Self.percentiles, rows),
    ]
  }
}
