import Evidence

/// One row and its baseline in every process.
struct RowRuns {
  private let rows: [RowSample]
  private let baselines: [RowSample]
  private let counted: [CountedRounds]

  init(_ rows: [RowSample], against baselines: [RowSample]) {
    self.rows = rows
    self.baselines = baselines
    counted = zip(rows, baselines).map(CountedRounds.init)
  }

  /// Rounds that count, of all processes.
  var rounds: Int { counted.map(\.rounds.count).reduce(0, +) }

  /// Rounds discarded by the rule.
  var discarded: Int { counted.map { $0.measured - $0.rounds.count }.reduce(0, +) }

  /// The times that count, in nanoseconds per operation.
  var nanoseconds: RankedNumbers {
    RankedNumbers(
      zip(rows, counted).flatMap { row, counted in counted.rounds.map { row.nanoseconds[$0] } })
  }

  /// The natural logarithms of the ratios that count, by process, in the order of rounds.
  var logRatios: [[Double]] {
    zip(zip(rows, baselines), counted).map { pair, counted in
      let ratios = PairedRatio.logRatios(pair.0.nanoseconds, pair.1.nanoseconds)
      return counted.rounds.map { ratios[$0] }
    }
  }

  /// What the gates find, for a baseline without its ratio.
  func warnings(ratio: PairedRatio?) -> [MeasurementWarning] {
    var warnings = [Gates.starved(rows), Gates.preempted(counted)]
    if let ratio {
      warnings.append(Gates.drift(logRatios, within: ratio.ratio.interval))
      if ratio.intervalsDisagree { warnings.append(.intervalsDisagree) }
    }
    return warnings.compactMap(\.self)
  }

  /// The result, with its comparison unless it is the baseline.
  func result(_ paired: PairedRatio?, noise twin: PairedRatio) -> MeasuredRow {
    let comparison = paired.map { Comparison($0, noise: twin) }
    let times = nanoseconds
    func median(_ counts: [Double]) -> Double? {
      counts.isEmpty ? nil : RankedNumbers(counts).median
    }
    return MeasuredRow(
      row: rows[0].row, nanoseconds: times.median,
      quartiles: Interval(times.quantile(0.25), times.quantile(0.75)),
      ratio: comparison?.ratio, separation: comparison?.separation,
      switches: median(rows.compactMap(\.switches)),
      allocations: median(rows.compactMap(\.allocations)),
      service: Histogram(merging: rows.map(\.service)).tail,
      response: responses, rounds: rounds, discarded: discarded,
      warnings: warnings(ratio: paired))
  }

  /// Response times of all processes together, by rising load.
  private var responses: [ResponseTimes] {
    let samples = rows.flatMap(\.response)
    return Set(samples.map(\.load)).sorted().map { load in
      let times = samples.filter { $0.load == load }.map(\.times)
      return ResponseTimes(load: load, quantiles: Histogram(merging: times).tail)
    }
  }
}
