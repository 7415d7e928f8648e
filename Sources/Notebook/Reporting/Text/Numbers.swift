import Evidence

/// Numbers as reports print them, the same in every locale.
package enum Numbers {
  /// A whole number with its thousands set apart: `5,000`.
  package static func count(_ number: Int) -> String { number.grouped }

  /// `1 schedule`, `2,520 schedules`.
  package static func counted(_ number: Int, _ noun: String) -> String {
    number.counted(noun)
  }

  /// `6 of 5,000`.
  package static func part(_ part: Int, of whole: Int) -> String {
    "\(count(part)) of \(count(whole))"
  }

  /// A part as a percentage that never rounds to 0 or to 100 what is neither: `0.12 %`.
  static func percentage(_ part: Int, of whole: Int) -> String {
    guard whole > 0 else { return "—" }
    if part <= 0 { return "0 %" }
    if part >= whole { return "100 %" }
    let percent = Double(part) / Double(whole) * 100
    switch percent {
    case ..<0.01: return "< 0.01 %"
    case ..<0.995: return "\(decimal(percent, places: 2)) %"
    case ..<9.95: return "\(decimal(percent, places: 1)) %"
    case ..<99.5: return "\(decimal(percent, places: 0)) %"
    case ..<99.9: return "\(decimal(percent, places: 1)) %"
    default: return "> 99.9 %"
    }
  }

  /// A length of time: `12.3 s`, `3 min 5 s`.
  static func duration(seconds: Double) -> String {
    guard seconds.isFinite, seconds >= 0, seconds < 1e9 else { return "—" }
    guard seconds >= 59.95 else { return "\(decimal(seconds, places: 1)) s" }
    let whole = Int(seconds.rounded())
    return "\(whole / 60) min \(whole % 60) s"
  }

  /// A finite number with a fixed number of decimals, fewer where it is too large to have them.
  static func decimal(_ number: Double, places: Int) -> String {
    guard number.magnitude < 1e15 else { return "\(number)" }
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let product = (number.magnitude * scale).rounded()
    guard product < 1e15 || places == 0 else { return decimal(number, places: places - 1) }
    let scaled = Int(product)
    let sign = number < 0 && scaled > 0 ? "-" : ""
    guard places > 0 else { return "\(sign)\(scaled)" }
    let fraction = String(scaled % Int(scale))
    let zeros = String(repeating: "0", count: places - fraction.count)
    return "\(sign)\(scaled / Int(scale)).\(zeros)\(fraction)"
  }

  /// A number with a fixed number of decimals and its thousands set apart: `1,234.5`.
  static func fixed(_ number: Double, places: Int) -> String {
    let text = decimal(number, places: places)
    let whole = text.prefix { $0 != "." }
    guard let integer = Int(whole), integer != 0 else { return text }
    return count(integer) + text.dropFirst(whole.count)
  }

  /// A number with at most so many decimals, zeros at its end left out: `0.5`, `2`.
  static func trimmed(_ number: Double, places: Int) -> String {
    var text = decimal(number, places: places)
    guard text.contains("."), !text.contains("e") else { return text }
    while text.hasSuffix("0") { text.removeLast() }
    if text.hasSuffix(".") { text.removeLast() }
    return text
  }
}
