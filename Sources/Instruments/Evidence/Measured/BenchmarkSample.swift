/// What one process measured of one benchmark: rows timed in the same rounds.
public struct BenchmarkSample: Codable, Equatable, Sendable {
  /// The row that is the baseline a second time: whatever differs between the two is noise.
  public static let twin = "A/A twin"

  /// The benchmark's id.
  public var benchmark: String
  /// The row that all others are held against.
  public var baseline: String
  /// The rows, baseline and twin among them, in any order.
  public var rows: [RowSample]
  /// What it cost to read the clock twice around an empty call, beside which the rows' service
  /// times must be read.
  public var timer: Histogram
  /// The part of all cores' time that the machine gave to other guests meanwhile, from 0 to 1;
  /// `nil` where the system does not tell.
  public var steal: Double?
  /// Processors that other programs kept busy meanwhile; `nil` where the system does not tell.
  public var others: Double?

  /// The measurements of one process.
  public init(
    benchmark: String, baseline: String, rows: [RowSample], timer: Histogram = Histogram(),
    steal: Double? = nil, others: Double? = nil
  ) {
    self.benchmark = benchmark
    self.baseline = baseline
    self.rows = rows
    self.timer = timer
    self.steal = steal
    self.others = others
  }
}

/// What one process measured of one row.
public struct RowSample: Codable, Equatable, Sendable {
  /// The row's id.
  public var row: String
  /// Operations in one epoch.
  public var batch: Int
  /// Nanoseconds per operation, one epoch a round; rows of a sample have as many rounds.
  public var nanoseconds: [Double]
  /// Times that the system took the processor away during an epoch, by round.
  public var preemptions: [Int]
  /// Times that a thread of the process gave its processor up to wait, per operation; `nil` where
  /// they were not counted.
  public var switches: Double?
  /// Processor time of all threads over wall time, while it was timed.
  public var processorShare: Double
  /// Allocations per operation; `nil` where they cannot be counted.
  public var allocations: Double?
  /// Single operations in nanoseconds, one after another.
  public var service: Histogram
  /// Operations asked for at set times, whether or not the one before was done.
  public var response: [ResponseSample]

  /// The measurements of one row.
  public init(
    row: String, batch: Int, nanoseconds: [Double], preemptions: [Int], switches: Double? = nil,
    processorShare: Double = 1, allocations: Double? = nil, service: Histogram = Histogram(),
    response: [ResponseSample] = []
  ) {
    self.row = row
    self.batch = batch
    self.nanoseconds = nanoseconds
    self.preemptions = preemptions
    self.switches = switches
    self.processorShare = processorShare
    self.allocations = allocations
    self.service = service
    self.response = response
  }
}

/// Operations asked for at a set rate.
public struct ResponseSample: Codable, Equatable, Sendable {
  /// The rate as a part of what one caller can do at most, from 0 to 1.
  public var load: Double
  /// From when each operation was to begin until it was done, in nanoseconds.
  public var times: Histogram

  /// The times at one rate.
  public init(load: Double, times: Histogram) {
    self.load = load
    self.times = times
  }
}
