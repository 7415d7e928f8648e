/// How far a running exploration is.
public struct ExplorationProgress: Equatable, Sendable {
  /// Schedules run so far.
  public var schedules: Int
  /// Different outcomes among them.
  public var outcomes: Int
  /// How much of the nearest limit is used up, from 0 to 1; `nil` where none can be told.
  public var fraction: Double?

  /// Describes how far it is.
  public init(schedules: Int, outcomes: Int, fraction: Double? = nil) {
    self.schedules = schedules
    self.outcomes = outcomes
    self.fraction = fraction
  }
}
