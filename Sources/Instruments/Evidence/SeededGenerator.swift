/// A small, fast generator whose whole sequence follows from its seed.
///
/// SplitMix64 (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014).
/// Not for secrets.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that always gives the same sequence for the same seed.
  public init(seed: UInt64) {
    state = seed
  }

  /// A generator for one named part of a seeded run, independent of its siblings.
  ///
  /// The name is hashed by FNV-1a, which unlike `Hasher` is the same in every process.
  public init(seed: UInt64, part: String) {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in part.utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3
    }
    self.init(seed: seed ^ hash)
  }

  /// The next 64 random bits. O(1).
  public mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
    bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
    return bits ^ (bits >> 31)
  }
}
