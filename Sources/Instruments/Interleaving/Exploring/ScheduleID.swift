import CInterleaving
import Evidence

/// A schedule in a few letters: which program, toolchain and policy it belongs to, every choice,
/// and a check on what came of it.
///
/// The choices are one number in mixed radix: a step with a single option takes no room, nor does
/// going on with the first option at the end.
struct ScheduleID: Equatable {
  var program: UInt32
  var build: UInt32
  var policy: ExecutorPolicy
  var choices: Number
  var check: UInt32

  /// Describes a schedule that ran.
  init(
    program: String, policy: ExecutorPolicy, choices: [Engine.Choice], trace: ScheduleTrace
  ) {
    self.program = Self.digest(program)
    build = Self.ownBuild
    self.policy = policy
    self.choices = Number(choices)
    check = Self.check(trace)
  }

  /// What came of a schedule, in twenty bits.
  static func check(_ trace: ScheduleTrace) -> UInt32 {
    var text = trace.outcome
    for step in trace.steps {
      text += "|\(trace.tasks[step.task]) \(step.place ?? "") \(step.options) \(step.delays)"
    }
    return digest(text)
  }

  /// Whether it is a schedule of another program than the one of a name.
  func isOfAnother(than name: String) -> Bool { program != Self.digest(name) }

  /// FNV-1a, folded to twenty bits: the same in every process, which `Hasher` is not.
  static func digest(_ text: String) -> UInt32 {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 20 ^ hash >> 40) & 0xf_ffff
  }

  /// What schedules may differ by from one build to the next.
  static let ownBuild: UInt32 = digest(buildDescription) & 0x3ff

  /// Toolchain, optimisation mode, system, processor, and what is unlike the usual.
  static var buildDescription: String {
    #if compiler(>=6.4)
      let toolchain = "Swift 6.4 or later"
    #elseif compiler(>=6.3.2)
      let toolchain = "Swift 6.3.2 or later"
    #elseif compiler(>=6.3.1)
      let toolchain = "Swift 6.3.1"
    #else
      let toolchain = "Swift 6.3"
    #endif
    #if DEBUG
      let mode = "debug"
    #else
      let mode = "release"
    #endif
    #if os(Linux)
      let system = "Linux"
    #else
      let system = "macOS"
    #endif
    #if arch(x86_64)
      let processor = "x86-64"
    #else
      let processor = "ARM64"
    #endif
    let features = [
      Engine.takesQueues ? nil : "queues not stepped",
      interleaving_is_sanitized() ? "thread sanitizer" : nil,
    ]
    return ([toolchain, mode, system, processor] + features.compactMap { $0 }).joined(
      separator: ", ")
  }
}

extension ScheduleID: CustomStringConvertible {
  private static let digits = Array("0123456789abcdefghjkmnpqrstvwxyz")

  /// The id as it is printed: `k3v92xd-4hq7-m2p8`.
  var description: String {
    Self.text(program, digits: 4) + Self.text(build, digits: 2) + String(policy.rawValue.prefix(1))
      + "-" + choices.bits(of: 5).map { String(Self.digits[Int($0)]) }.joined()
      + "-" + Self.text(check, digits: 4)
  }

  private static func text(_ value: UInt32, digits count: Int) -> String {
    String((0..<count).map { digits[Int(value >> (5 * UInt32($0)) & 31)] })
  }

  /// Reads an id; `nil` where it is none.
  init?(_ text: String) {
    let letters = text.lowercased().drop(while: \.isWhitespace)
    let end = letters.lastIndex { !$0.isWhitespace }.map(letters.index(after:))
    let parts = letters[..<(end ?? letters.startIndex)]
      .split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 7, parts[2].count == 4, !parts[1].isEmpty,
      let policy = ExecutorPolicy.allCases.first(where: { $0.rawValue.first == parts[0].last }),
      let head = Self.values(parts[0].dropLast()), let middle = Self.values(parts[1]),
      let tail = Self.values(parts[2])
    else { return nil }
    program = Self.number(head[..<4])
    build = Self.number(head[4...])
    self.policy = policy
    choices = Number(digits: middle, bits: 5)
    check = Self.number(tail[...])
  }

  private static func values(_ text: Substring) -> [UInt32]? {
    let values = text.compactMap { digits.firstIndex(of: $0).map(UInt32.init) }
    return values.count == text.count ? values : nil
  }

  private static func number(_ digits: ArraySlice<UInt32>) -> UInt32 {
    digits.reversed().reduce(0) { $0 << 5 | $1 }
  }
}

extension ScheduleID {
  /// A natural number of any size, from which the choices are taken one after another.
  struct Number: Equatable {
    private var words: [UInt32] = []

    /// The choices as one number, the first taken out first. O(n²) for n choices.
    init(_ choices: [Engine.Choice]) {
      for choice in choices.reversed() {
        multiply(by: UInt32(choice.options), adding: UInt32(choice.index))
      }
    }

    init(digits: [UInt32], bits: UInt32) {
      for digit in digits.reversed() { multiply(by: 1 << bits, adding: digit) }
    }

    private mutating func multiply(by factor: UInt32, adding term: UInt32) {
      var carry = UInt64(term)
      for index in words.indices {
        let product = UInt64(words[index]) * UInt64(factor) + carry
        words[index] = UInt32(truncatingIfNeeded: product)
        carry = product >> 32
      }
      if carry > 0 { words.append(UInt32(carry)) }
    }

    /// Takes out the next choice among so many options.
    mutating func takeChoice(among options: Int) -> Int {
      var rest: UInt64 = 0
      for index in words.indices.reversed() {
        let dividend = rest << 32 | UInt64(words[index])
        words[index] = UInt32(dividend / UInt64(options))
        rest = dividend % UInt64(options)
      }
      while words.last == 0 { words.removeLast() }
      return Int(rest)
    }

    /// Whether every choice but the first option has been taken out.
    var isEmpty: Bool { words.isEmpty }

    /// The number in pieces of so many bits, the least first; one zero for zero.
    func bits(of size: UInt32) -> [UInt32] {
      var number = self
      var digits: [UInt32] = []
      repeat {
        digits.append(UInt32(number.takeChoice(among: 1 << Int(size))))
      } while !number.isEmpty
      return digits
    }
  }
}
