/// How far an exploration is.
public struct ExplorationProgress: Codable, Equatable, Sendable {
  /// Schedules run so far.
  public var schedules: Int
  /// Different outcomes so far.
  public var outcomes: Int
  /// How much of its limit it has used, from 0 to 1; `nil` where that is not known.
  public var fraction: Double?

  /// Describes progress.
  public init(schedules: Int, outcomes: Int, fraction: Double?) {
    self.schedules = schedules
    self.outcomes = outcomes
    self.fraction = fraction
  }
}
