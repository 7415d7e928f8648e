package import Evidence
import Foundation

/// Measured numbers: no more digits than the measurement has, and no digit that misleads.
extension Numbers {
  /// How many times as long, with three digits: `0.487×`, `2.91×`, `15.3×`, `1,530×`.
  package static func ratio(_ ratio: Double) -> String {
    guard ratio.isFinite else { return "—" }
    return "\(figure(ratio, places: places(ratio)))×"
  }

  /// How many times as long, with its bootstrap interval: `2.91× [2.80, 3.02]`.
  package static func ratio(_ ratio: Ratio) -> String {
    "\(estimate(of: ratio)) \(interval(of: ratio))"
  }

  /// The estimate of a ratio alone, with as many decimals as its interval: `2.91×`.
  static func estimate(of ratio: Ratio) -> String {
    guard ratio.estimate.isFinite else { return "—" }
    return "\(figure(ratio.estimate, places: places(ratio.estimate, over: ratio.interval)))×"
  }

  /// The interval of a ratio alone, with as many decimals as its estimate: `[2.80, 3.02]`.
  static func interval(of ratio: Ratio) -> String {
    interval(ratio.interval, places: places(ratio.estimate, over: ratio.interval))
  }

  /// The two ends of an interval: `[2.80, 3.02]`.
  package static func interval(_ interval: Interval) -> String {
    self.interval(interval, places: places(interval.lower, over: interval))
  }

  /// Nanoseconds in the unit that suits them: `0.42 ns`, `53.1 ns`, `541 ns`, `9.2 µs`, `1.3 ms`.
  package static func nanoseconds(_ nanoseconds: Double) -> String {
    guard nanoseconds.isFinite else { return "—" }
    let (name, size) = unit(of: nanoseconds)
    let number = nanoseconds / size
    let places =
      switch number.magnitude {
      case 0: 0
      case ..<0.995: 2
      case ..<99.95: 1
      default: 0
      }
    return "\(figure(number, places: places)) \(name)"
  }

  /// A round number of nanoseconds, as on an axis: `50 ns`, `1 µs`.
  static func tick(nanoseconds: Double) -> String {
    let (name, size) = unit(of: nanoseconds)
    return "\(trimmed(nanoseconds / size, places: 6)) \(name)"
  }

  /// A round ratio, as on an axis: `0.5×`, `1,000×`.
  static func tick(ratio: Double) -> String {
    ratio < 1_000 ? "\(trimmed(ratio, places: 9))×" : "\(fixed(ratio, places: 0))×"
  }

  /// A round number, as on an axis: `0.5`, `1,000`.
  static func tick(_ number: Double) -> String {
    number.magnitude < 1_000 ? trimmed(number, places: 9) : fixed(number, places: 0)
  }

  /// The unit that suits a number of nanoseconds, and its size in nanoseconds.
  private static func unit(of nanoseconds: Double) -> (name: String, size: Double) {
    let units = [("ns", 1.0), ("µs", 1e3), ("ms", 1e6), ("s", 1e9)]
    // Rounding may carry into the next unit: 999.6 ns is 1.0 µs.
    return units.first { nanoseconds.magnitude / $0.1 < 999.5 } ?? units[3]
  }

  /// A part of all as a percentage: `95 %`, `99.9 %`.
  package static func share(_ share: Double) -> String {
    "\(trimmed(share * 100, places: 3)) %"
  }

  /// What a percentile is called: `p50`, `p99.9`.
  package static func percentile(_ share: Double) -> String {
    "p\(trimmed(share * 100, places: 4))"
  }

  /// How often something happened per operation: `0`, `0.004`, `2`, `2.98`.
  package static func perOperation(_ count: Double) -> String {
    guard count != 0 else { return "0" }
    if count < 0.0005 { return "< 0.001" }
    return count < 1 ? trimmed(count, places: 3) : trimmed(count, places: 2)
  }

  private static func interval(_ interval: Interval, places: Int) -> String {
    guard interval.lower.isFinite, interval.upper.isFinite else { return "[—, —]" }
    return "[\(figure(interval.lower, places: places)), \(figure(interval.upper, places: places))]"
  }

  /// Decimals that give a number three digits, four decimals at most.
  private static func places(_ number: Double) -> Int {
    switch number.magnitude {
    case 99.95...: 0
    case 9.995...: 1
    case 0.9995...: 2
    case 0.09995...: 3
    default: 4
    }
  }

  /// Decimals for a number and its interval: more where the interval's ends would else look the
  /// same, or look like 1 when they are not, as if it held what it excludes.
  private static func places(_ number: Double, over interval: Interval) -> Int {
    var places = places(number)
    func misleads() -> Bool {
      let ends = [interval.lower, interval.upper]
      let texts = ends.map { decimal($0, places: places) }
      let one = decimal(1, places: places)
      return (texts[0] == texts[1] && ends[0] != ends[1])
        || zip(ends, texts).contains { $0 != 1 && $1 == one }
    }
    while places < 5, misleads() { places += 1 }
    return places
  }

  /// A number with its thousands set apart; one too small for its decimals keeps a digit.
  private static func figure(_ number: Double, places: Int) -> String {
    let unit = pow(10, -Double(places))
    if number != 0, number.magnitude < unit / 2 {
      return places < 9 ? figure(number, places: places + 1) : "0"
    }
    return fixed(number, places: places)
  }
}
