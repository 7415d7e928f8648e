public import Evidence

extension BenchmarkResult {
  /// What fresh processes that measured the same benchmark say together.
  ///
  /// Ratios are medians over rounds, of the row's time over the baseline's in the same round; their
  /// intervals hold all together with the confidence (Bonferroni over the compared rows, and the
  /// twin's at the same level). For what is then said of a row see ``Comparison``, for what is
  /// warned of ``Gates``. A round in which the row or its baseline was preempted more than twice as
  /// often as is usual for it is discarded, unless that left fewer than half of a process's rounds.
  ///
  /// A quantile q of single operations is kept where there are 10 / (1 − q) of them, all processes
  /// together. The same seed gives the same result. O(10,000 × rounds of all rows and processes).
  ///
  /// - Precondition: there is a sample; all are of one benchmark with the same rows, the baseline
  ///   and ``BenchmarkSample/twin`` among them, and as many positive times in each row of a sample.
  public init(pooling samples: [BenchmarkSample], confidence: Double = 0.95, seed: UInt64) {
    self.init(pooling: samples, confidence: confidence, seed: seed, replicates: 10_000)
  }

  init(pooling samples: [BenchmarkSample], confidence: Double, seed: UInt64, replicates: Int) {
    guard let first = samples.first else { preconditionFailure("there is no sample to pool") }
    precondition(
      samples.allSatisfy {
        $0.benchmark == first.benchmark && $0.baseline == first.baseline
          && $0.rows.count == first.rows.count
      }, "the samples are of different benchmarks")
    let names = first.rows.map(\.row).filter { $0 != BenchmarkSample.twin }
    let bootstrap = Bootstrap(
      confidence: confidence, among: max(1, names.count - 1), replicates: replicates)
    let baselines = samples.map { $0.row(first.baseline) }
    func runs(of row: String) -> RowRuns {
      RowRuns(samples.map { $0.row(row) }, against: baselines)
    }
    func paired(_ runs: RowRuns, _ row: String) -> PairedRatio {
      PairedRatio(
        logRatios: runs.logRatios, by: bootstrap,
        using: SeededGenerator(seed: seed, part: "\(first.benchmark)/\(row)"))
    }
    let twin = paired(runs(of: BenchmarkSample.twin), BenchmarkSample.twin)
    self.init(
      benchmark: first.benchmark, baseline: first.baseline, processes: samples.count,
      confidence: confidence, twin: twin.ratio,
      timer: Histogram(merging: samples.map(\.timer)).tail,
      rows: names.map { name in
        let runs = runs(of: name)
        return runs.result(name == first.baseline ? nil : paired(runs, name), noise: twin)
      },
      warnings: [Gates.steal(samples), Gates.crowded(samples), Gates.strays(twin)]
        .compactMap(\.self))
  }
}

extension BenchmarkSample {
  fileprivate func row(_ id: String) -> RowSample {
    let found = rows.filter { $0.row == id }
    precondition(found.count == 1, "a process measured the row \(id) \(found.count) times")
    return found[0]
  }
}

extension Histogram {
  init(merging histograms: [Histogram]) {
    self.init()
    for histogram in histograms { merge(histogram) }
  }

  /// The percentiles that enough was recorded for: ten numbers at least lie beyond each.
  var tail: [Quantile] {
    [0.5, 0.9, 0.99, 0.999, 0.9999].compactMap { share in
      guard total >= Int((10 / (1 - share)).rounded()) else { return nil }
      return quantile(share).map { Quantile(share: share, value: $0) }
    }
  }
}
