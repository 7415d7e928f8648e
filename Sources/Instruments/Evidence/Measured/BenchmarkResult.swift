/// What all processes together say of one benchmark.
public struct BenchmarkResult: Codable, Equatable, Sendable {
  /// The benchmark's id.
  public var benchmark: String
  /// The row that all others are held against.
  public var baseline: String
  /// Fresh processes that measured it.
  public var processes: Int
  /// The chance that all intervals of the benchmark hold at once, from 0 to 1.
  public var confidence: Double
  /// The baseline against itself.
  public var twin: Ratio
  /// What it cost to read the clock twice around an empty call.
  public var timer: [Quantile]
  /// The rows, the baseline among them, in the order measured.
  public var rows: [MeasuredRow]
  /// What speaks against the whole.
  public var warnings: [MeasurementWarning]

  /// The result of one benchmark.
  public init(
    benchmark: String, baseline: String, processes: Int, confidence: Double, twin: Ratio,
    timer: [Quantile], rows: [MeasuredRow], warnings: [MeasurementWarning]
  ) {
    self.benchmark = benchmark
    self.baseline = baseline
    self.processes = processes
    self.confidence = confidence
    self.twin = twin
    self.timer = timer
    self.rows = rows
    self.warnings = warnings
  }

  /// The row of an id, if it was measured.
  public subscript(row: String) -> MeasuredRow? { rows.first { $0.row == row } }
}

/// What all processes together say of one row.
public struct MeasuredRow: Codable, Equatable, Sendable {
  /// The row's id.
  public var row: String
  /// Nanoseconds per operation, the median of all epochs.
  public var nanoseconds: Double
  /// Between which half of all epochs lie, in nanoseconds per operation.
  public var quartiles: Interval
  /// Its time over the baseline's; `nil` for the baseline.
  public var ratio: Ratio?
  /// What may be said of it against the baseline; `nil` for the baseline.
  public var separation: Separation?
  /// Times per operation that a thread gave its processor up to wait; `nil` where they were not
  /// counted.
  public var switches: Double?
  /// Allocations per operation; `nil` where they cannot be counted.
  public var allocations: Double?
  /// Percentiles of single operations, one after another.
  public var service: [Quantile]
  /// Percentiles of operations asked for at set rates.
  public var response: [ResponseTimes]
  /// Rounds whose pair of epochs was counted.
  public var rounds: Int
  /// Rounds discarded by the rule declared before the run.
  public var discarded: Int
  /// What speaks against it.
  public var warnings: [MeasurementWarning]

  /// The result of one row.
  public init(
    row: String, nanoseconds: Double, quartiles: Interval, ratio: Ratio?,
    separation: Separation?, switches: Double? = nil, allocations: Double? = nil,
    service: [Quantile] = [], response: [ResponseTimes] = [], rounds: Int, discarded: Int = 0,
    warnings: [MeasurementWarning] = []
  ) {
    self.row = row
    self.nanoseconds = nanoseconds
    self.quartiles = quartiles
    self.ratio = ratio
    self.separation = separation
    self.switches = switches
    self.allocations = allocations
    self.service = service
    self.response = response
    self.rounds = rounds
    self.discarded = discarded
    self.warnings = warnings
  }
}

/// How many times as long as the baseline something took.
public struct Ratio: Codable, Equatable, Sendable {
  /// The median over all rounds of all processes.
  public var estimate: Double
  /// The bootstrap interval, corrected for the number of comparisons.
  public var interval: Interval
  /// The sign test's interval at the same confidence, as a cross-check.
  public var signTest: Interval
  /// The estimate of each process, in the order they ran.
  public var processes: [Double]

  /// A ratio with its intervals.
  public init(estimate: Double, interval: Interval, signTest: Interval, processes: [Double]) {
    self.estimate = estimate
    self.interval = interval
    self.signTest = signTest
    self.processes = processes
  }
}

/// What may be said of a row against the baseline.
public enum Separation: String, Codable, CaseIterable, Sendable {
  /// It took less time.
  case faster
  /// It took more time.
  case slower
  /// The noise is as large as the difference.
  case notSeparated = "not separated"
}

/// One percentile of a histogram.
public struct Quantile: Codable, Equatable, Sendable {
  /// The part of all that is not above it, from 0 to 1.
  public var share: Double
  /// The number, here in nanoseconds.
  public var value: Double

  /// A percentile.
  public init(share: Double, value: Double) {
    self.share = share
    self.value = value
  }
}

/// Percentiles of operations asked for at one rate.
public struct ResponseTimes: Codable, Equatable, Sendable {
  /// The rate as a part of what one caller can do at most, from 0 to 1.
  public var load: Double
  /// From when each was to begin until it was done, in nanoseconds.
  public var quantiles: [Quantile]

  /// The percentiles at one rate.
  public init(load: Double, quantiles: [Quantile]) {
    self.load = load
    self.quantiles = quantiles
  }
}
