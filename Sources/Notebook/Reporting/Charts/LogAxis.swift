import Foundation

/// A logarithmic axis: equal steps are equal factors.
struct LogAxis: Equatable, PlotAxis {
  /// The numbers at its two ends, both above 0.
  let lower: Double
  let upper: Double
  /// Where its ends lie, in pixels.
  let left: Double
  let right: Double

  /// An axis on which all numbers above 0 have a place, with room to both sides; a factor of
  /// `least` at least lies between its ends.
  init(showing numbers: [Double], least: Double = 1.2, left: Double, right: Double) {
    let positive = numbers.filter { $0 > 0 && $0.isFinite }
    let low = log10(positive.min() ?? 1)
    let high = log10(positive.max() ?? 1)
    let spread = max(high - low, log10(least))
    let middle = (low + high) / 2
    let half = spread / 2 * 1.08
    lower = pow(10, middle - half)
    upper = pow(10, middle + half)
    self.left = left
    self.right = right
  }

  /// Where a number lies; what is off the axis lies at its end.
  func position(of number: Double) -> Double {
    guard number > lower else { return left }
    guard number < upper else { return right }
    return left + (right - left) * log10(number / lower) / log10(upper / lower)
  }

  /// Round numbers for whose labels there is room, `width` pixels each.
  func ticks(width: Double) -> [Double] {
    let room = max(2, (right - left) / width)
    let span = log10(upper / lower)
    // Over less than a factor of 4, round steps serve better than 1-2-5.
    if span < log10(4) { return evenTicks(atMost: room) }
    for mantissas in [[1.0, 2, 5], [1, 3], [1]] where span * Double(mantissas.count) <= room {
      return ticks(at: mantissas, everyDecades: 1)
    }
    return ticks(at: [1], everyDecades: Int((span / room).rounded(.up)))
  }

  private func ticks(at mantissas: [Double], everyDecades step: Int) -> [Double] {
    let first = Int(log10(lower).rounded(.down))
    let last = Int(log10(upper).rounded(.up))
    return (first...last).filter { $0.isMultiple(of: step) }
      .flatMap { decade in mantissas.map { $0 * pow(10, Double(decade)) } }
      .filter { lower <= $0 && $0 <= upper }
  }

  /// Multiples of the smallest round step that leaves room.
  private func evenTicks(atMost room: Double) -> [Double] {
    let coarsest = pow(10, log10(upper - lower).rounded(.up))
    let steps = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1].map { $0 * coarsest }
    // The lower end is the widest on a logarithmic axis; the upper one is crowded.
    let step =
      steps.first { step in
        position(of: upper) - position(of: upper - step) >= (right - left) / room
      } ?? coarsest
    let first = Int((lower / step).rounded(.up))
    let last = Int((upper / step).rounded(.down))
    return first <= last ? (first...last).map { Double($0) * step } : []
  }
}
