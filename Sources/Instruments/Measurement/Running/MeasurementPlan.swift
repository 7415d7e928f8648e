/// How long a benchmark is measured in one process.
public struct MeasurementPlan: Codable, Equatable, Sendable {
  /// Rounds, each with one epoch of every row; at least 200 where figures are to be evidence.
  public var rounds: Int
  /// How long an epoch lasts, in nanoseconds: long beside the clock's cost, short beside a time
  /// slice of the scheduler.
  public var epochNanoseconds: Double
  /// Single operations timed of each row; 0 for none.
  public var serviceSamples: Int
  /// Operations asked for at each rate; 0 for none.
  public var responseSamples: Int
  /// The rates, as parts of what one caller can do at most.
  public var loads: [Double]
  /// The rows whose single operations are timed; `nil` for all. Leave out those of which one alone
  /// is not what the row is about.
  public var serviceRows: Set<String>?
  /// The rows asked at set rates; `nil` for all.
  public var responseRows: Set<String>?

  /// Plans a measurement.
  public init(
    rounds: Int = 200, epochNanoseconds: Double = 1_000_000, serviceSamples: Int = 10_000,
    responseSamples: Int = 10_000, loads: [Double] = [0.25, 0.5, 0.75],
    serviceRows: Set<String>? = nil, responseRows: Set<String>? = nil
  ) {
    self.rounds = rounds
    self.epochNanoseconds = epochNanoseconds
    self.serviceSamples = serviceSamples
    self.responseSamples = responseSamples
    self.loads = loads
    self.serviceRows = serviceRows
    self.responseRows = responseRows
  }
}
