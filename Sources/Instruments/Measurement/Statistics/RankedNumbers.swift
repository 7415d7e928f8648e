/// Numbers in rising order.
struct RankedNumbers {
  let values: [Double]

  /// Ranks the numbers, of which there is at least one. O(n log n).
  init(_ numbers: [Double]) {
    precondition(!numbers.isEmpty, "nothing was measured")
    values = numbers.sorted()
  }

  /// The number in the middle, or halfway between the two that are. O(1).
  var median: Double { quantile(0.5) }

  /// The number that a share of all lies below, from 0 to 1, on the straight line between its two
  /// neighbours (type 7 of Hyndman and Fan, 1996, which NumPy and R take too). O(1).
  func quantile(_ share: Double) -> Double {
    let place = share * Double(values.count - 1)
    let below = Int(place)
    let above = min(below + 1, values.count - 1)
    return values[below] + (values[above] - values[below]) * (place - Double(below))
  }
}
