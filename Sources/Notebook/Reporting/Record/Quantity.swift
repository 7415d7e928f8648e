/// Quantities that belong together, read off in a run and shown as one table.
package struct QuantityTable: Codable, Equatable, Sendable {
  /// A short name without spaces, unique in its experiment.
  package var id: String
  /// Its heading in the report.
  package var title: String
  /// What is read and how, a paragraph.
  package var summary: String
  /// The quantities, in the order of the report.
  package var quantities: [Quantity]
  /// How they lie in rows and columns; `nil` for one a line.
  package var grid: QuantityGrid?

  /// Describes a table.
  package init(
    id: String, title: String, summary: String, quantities: [Quantity], grid: QuantityGrid? = nil
  ) {
    self.id = id
    self.title = title
    self.summary = summary
    self.quantities = quantities
    self.grid = grid
  }
}

/// What stands for all that was read of a quantity.
package enum Summary: String, Codable, Sendable {
  /// The value in the middle: of one thing read again and again.
  case median
  /// The mean: of shares that are one share together, since all are of as many.
  case mean
  /// The largest: of what must never be exceeded.
  case greatest
}

/// One figure that a run reads off, and the limits it is held against.
package struct Quantity: Codable, Equatable, Sendable {
  /// A short name, unique in its experiment.
  package var id: String
  /// What it is, a few words.
  package var title: String
  /// Its unit as printed after the number: "ns", "%", "of 100"; empty for a bare number.
  package var unit: String
  /// Decimals to print.
  package var places: Int
  /// What of all values is held against the limits.
  package var summary: Summary
  /// The least that was declared good before the run; `nil` for no such limit.
  package var atLeast: Double?
  /// The most that was declared good before the run; `nil` for no such limit.
  package var atMost: Double?

  /// Describes a quantity.
  package init(
    id: String, title: String, unit: String, places: Int = 0, summary: Summary = .median,
    atLeast: Double? = nil, atMost: Double? = nil
  ) {
    self.id = id
    self.title = title
    self.unit = unit
    self.places = places
    self.summary = summary
    self.atLeast = atLeast
    self.atMost = atMost
  }
}
