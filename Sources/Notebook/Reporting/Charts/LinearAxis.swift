import Foundation

/// A linear axis: equal steps are equal differences.
struct LinearAxis: Equatable, PlotAxis {
  /// The numbers at its two ends.
  let lower: Double
  let upper: Double
  /// Where its ends lie, in pixels; the lower one may have the larger place, as on the way up.
  let start: Double
  let end: Double

  /// An axis from nothing to a number, for lengths.
  init(to upper: Double, start: Double, end: Double) {
    lower = 0
    self.upper = upper > 0 ? upper : 1
    self.start = start
    self.end = end
  }

  /// An axis on which all numbers have a place, with room to both sides.
  init(showing numbers: [Double], start: Double, end: Double) {
    let least = numbers.min() ?? 0
    let most = numbers.max() ?? 0
    // Numbers that are all the same still want an axis; its width is theirs in size.
    let spread = most > least ? most - least : max(most.magnitude * 0.1, 1)
    lower = (least + most - spread) / 2 - spread * 0.1
    upper = (least + most + spread) / 2 + spread * 0.1
    self.start = start
    self.end = end
  }

  func position(of number: Double) -> Double {
    start + (end - start) * (number - lower) / (upper - lower)
  }

  func ticks(width: Double) -> [Double] {
    let room = max(2, abs(end - start) / width)
    let coarsest = pow(10, log10(upper - lower).rounded(.up))
    let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1].map { $0 * coarsest }
    let step = steps.first { (upper - lower) / $0 <= room } ?? coarsest
    let first = Int((lower / step).rounded(.up))
    let last = Int((upper / step).rounded(.down))
    return first <= last ? (first...last).map { Double($0) * step } : []
  }
}
