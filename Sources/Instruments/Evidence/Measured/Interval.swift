/// The numbers between two ends, both included.
public struct Interval: Codable, Equatable, Sendable {
  /// The lower end.
  public var lower: Double
  /// The upper end, not below the lower.
  public var upper: Double

  /// The numbers from `lower` to `upper`.
  public init(_ lower: Double, _ upper: Double) {
    self.lower = lower
    self.upper = upper
  }

  /// Whether a number lies in it.
  public func contains(_ number: Double) -> Bool { lower <= number && number <= upper }

  /// Whether some number lies in both.
  public func overlaps(_ other: Interval) -> Bool {
    lower <= other.upper && other.lower <= upper
  }
}
