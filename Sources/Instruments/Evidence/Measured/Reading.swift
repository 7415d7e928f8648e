/// What was read of one quantity, once or more in each process.
public struct Reading: Codable, Equatable, Sendable {
  /// The quantity's id.
  public var quantity: String
  /// What was read, in the quantity's unit.
  public var values: [Double]

  /// Readings of a quantity.
  public init(_ quantity: String, _ values: [Double]) {
    self.quantity = quantity
    self.values = values
  }
}
