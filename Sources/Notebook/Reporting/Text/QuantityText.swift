package import Evidence

extension Quantity {
  /// The limits declared for it: `at most 0.5 ns`, `95 to 105 ns`; `nil` for none.
  package var limits: String? {
    switch (atLeast, atMost) {
    case (nil, nil): nil
    case (let least?, nil): "at least \(number(least))\(suffix)"
    case (nil, let most?): "at most \(number(most))\(suffix)"
    case (let least?, let most?): "\(number(least)) to \(number(most))\(suffix)"
    }
  }

  /// The limits in a narrow place, without the unit: `≤ 0.5`, `95 to 105`; `nil` for none.
  package var shortLimits: String? {
    switch (atLeast, atMost) {
    case (nil, nil): nil
    case (let least?, nil): "≥ \(number(least))"
    case (nil, let most?): "≤ \(number(most))"
    case (let least?, let most?): "\(number(least)) to \(number(most))"
    }
  }

  /// A value with its unit: `0.504 ns`.
  package func told(_ value: Double) -> String { figure(value) + suffix }

  /// A value without its unit, with more decimals where it would else seem to lie on a limit that
  /// it misses: `0.504`.
  package func figure(_ value: Double) -> String {
    let missed = [
      atLeast.flatMap { value < $0 ? $0 : nil }, atMost.flatMap { value > $0 ? $0 : nil },
    ]
    var digits = places
    for limit in missed.compactMap({ $0 }) {
      while digits < places + 6, number(value, digits) == number(limit, digits) { digits += 1 }
    }
    return number(value, digits)
  }

  /// Two values, with their unit unless told otherwise: `0.3 to 0.5 ns`.
  package func told(_ lowest: Double, to highest: Double, hasUnit: Bool = true) -> String {
    let ends = distinct([number(lowest), number(highest)])
    return ends.joined(separator: " to ") + (hasUnit ? suffix : "")
  }

  /// Whether a value is within the limits; `nil` where there are none.
  package func isMet(by value: Double) -> Bool? {
    guard atLeast != nil || atMost != nil else { return nil }
    return value >= atLeast ?? -.infinity && value <= atMost ?? .infinity
  }

  /// What stands for all that was read of it; `nil` where nothing was. O(n log n).
  package func value(of reading: Reading) -> Double? {
    switch summary {
    case .median: reading.median
    case .mean:
      reading.values.isEmpty ? nil : reading.values.reduce(0, +) / Double(reading.values.count)
    case .greatest: reading.values.max()
    }
  }

  private var suffix: String { unit.isEmpty ? "" : " \(unit)" }

  private func number(_ value: Double, _ digits: Int? = nil) -> String {
    Numbers.fixed(value, places: digits ?? places)
  }
}

extension Reading {
  /// The middle of all values; `nil` where there is none. O(n log n).
  package var median: Double? {
    let sorted = values.sorted()
    guard let upper = sorted.dropFirst(sorted.count / 2).first else { return nil }
    guard sorted.count.isMultiple(of: 2) else { return upper }
    return (sorted[sorted.count / 2 - 1] + upper) / 2
  }
}
