import Evidence

/// What was measured of one benchmark, row by row in the order described.
struct MeasuredBenchmark {
  /// The benchmark.
  let benchmark: Benchmark
  /// What all processes together say of it.
  let result: BenchmarkResult
  /// The rows that were measured.
  let rows: [Row]
  /// Whether the figures may be quoted.
  let isEvidence: Bool

  /// One row with what was declared and what came out.
  struct Row {
    /// What was declared.
    let described: Benchmark.Row
    /// What came out.
    let measured: MeasuredRow
    /// What speaks against its figures: against itself, the baseline or the whole.
    let doubts: [MeasurementWarning]
  }

  /// What was measured of a benchmark; `nil` where it was not run.
  init?(_ benchmark: Benchmark, of record: ExperimentRecord) {
    guard let result = record.benchmarks.first(where: { $0.benchmark == benchmark.id }) else {
      return nil
    }
    self.benchmark = benchmark
    self.result = result
    isEvidence = record.run.isEvidence
    let shared = (result[result.baseline]?.warnings ?? []) + result.warnings
    rows = benchmark.rows.compactMap { row in
      result[row.id].map {
        let isBaseline = row.id == result.baseline
        let doubts = (isBaseline ? [] : $0.warnings) + shared
        return Row(described: row, measured: $0, doubts: doubts)
      }
    }
  }

  /// What the baseline is called.
  var baselineTitle: String {
    benchmark.rows.first { $0.id == benchmark.baseline }?.title ?? benchmark.baseline
  }

  /// The rows from the cheapest to the dearest.
  var rowsByCost: [Row] {
    rows.sorted { ($0.measured.ratio?.estimate ?? 1) < ($1.measured.ratio?.estimate ?? 1) }
  }

  /// The rows of which single operations were timed.
  var rowsWithTails: [Row] { rows.filter { !$0.measured.service.isEmpty } }
}

extension MeasuredBenchmark.Row {
  /// What a run makes of a row's prediction.
  enum Judgement: String {
    /// It came out as was written before the run.
    case asPredicted = "as predicted"
    /// It came out otherwise.
    case notAsPredicted = "not as predicted here"
    /// Something speaks against the measurement.
    case undecided
  }

  /// What the run makes of the row's prediction; `nil` where it has none.
  var judgement: Judgement? {
    guard let prediction = described.prediction, let separation = measured.separation else {
      return nil
    }
    guard doubts.isEmpty else { return .undecided }
    return separation == prediction ? .asPredicted : .notAsPredicted
  }
}

extension Separation {
  /// The separation's sign in tables: a shape, for readers who do not see the colours.
  var sign: String {
    switch self {
    case .faster: "▼"
    case .slower: "▲"
    case .notSeparated: "●"
    }
  }

  /// The sign and the word.
  var phrase: String { "\(sign) \(rawValue)" }
}

extension [Quantile] {
  /// The percentile at a share; `nil` where too little was measured to tell.
  func value(at share: Double) -> Double? {
    first { abs($0.share - share) < 1e-9 }?.value
  }
}
