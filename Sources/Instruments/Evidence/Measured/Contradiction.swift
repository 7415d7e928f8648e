extension Ratio {
  /// Whether two runs' ratios differ by more than their noise: no number lies in both intervals.
  public func differs(from other: Ratio) -> Bool { !interval.overlaps(other.interval) }
}

extension Separation {
  /// Whether one of the two says faster and the other slower.
  public func contradicts(_ other: Separation) -> Bool {
    self != other && self != .notSeparated && other != .notSeparated
  }
}
