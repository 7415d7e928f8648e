/// A set of processes numbered below 128, in two machine words.
struct ProcessSet: Equatable {
  private var bits: UInt128

  /// Processes from here on do not fit.
  static let capacity = 128

  init() { bits = 0 }

  private init(bits: UInt128) { self.bits = bits }

  var isEmpty: Bool { bits == 0 }

  /// The lowest of a set that is not empty.
  var lowest: ProcessID { ProcessID(truncatingIfNeeded: bits.trailingZeroBitCount) }

  @inline(__always)
  private static func bit(_ process: ProcessID) -> UInt128 {
    1 &<< UInt128(truncatingIfNeeded: process)
  }

  @inline(__always)
  func contains(_ process: ProcessID) -> Bool { bits & Self.bit(process) != 0 }

  @inline(__always)
  mutating func insert(_ process: ProcessID) { bits |= Self.bit(process) }

  @inline(__always)
  func union(_ other: Self) -> Self { Self(bits: bits | other.bits) }

  @inline(__always)
  func intersection(_ other: Self) -> Self { Self(bits: bits & other.bits) }

  @inline(__always)
  func subtracting(_ other: Self) -> Self { Self(bits: bits & ~other.bits) }
}
