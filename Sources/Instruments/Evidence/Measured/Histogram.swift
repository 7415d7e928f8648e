/// Counts of whole numbers, kept to within 0.1 % of each whatever its size.
///
/// Log-linear: every power of two is cut into 1,024 equal parts, and numbers below 2,048 are kept
/// exactly, so that a percentile is off by at most 1 part in 1,024. The idea is HdrHistogram's
/// (Gil Tene). Units are the caller's, here nanoseconds.
public struct Histogram: Equatable, Sendable {
  private static let partBits = 10

  /// Numbers recorded.
  public private(set) var total = 0
  private var counts: [Int] = []

  /// An empty histogram.
  public init() {}

  /// Counts a number. Amortised O(1).
  public mutating func record(_ value: UInt64) {
    let bucket = Self.bucket(of: value)
    grow(toHold: bucket)
    counts[bucket] += 1
    total += 1
  }

  /// Adds the counts of another. O(buckets).
  public mutating func merge(_ other: Histogram) {
    if let last = other.counts.indices.last { grow(toHold: last) }
    for (bucket, count) in other.counts.enumerated() { counts[bucket] += count }
    total += other.total
  }

  /// The smallest number that at least this share of all is not above; `nil` where nothing was
  /// recorded. Within 0.1 % of the exact one. O(buckets).
  public func quantile(_ share: Double) -> Double? {
    guard total > 0 else { return nil }
    let rank = min(max(1, Int((share * Double(total)).rounded(.up))), total)
    var seen = 0
    for (bucket, count) in counts.enumerated() {
      seen += count
      if seen >= rank { return Self.middle(of: bucket) }
    }
    return nil
  }

  private mutating func grow(toHold bucket: Int) {
    guard bucket >= counts.count else { return }
    counts.append(contentsOf: repeatElement(0, count: bucket + 1 - counts.count))
  }

  private static func bucket(of value: UInt64) -> Int {
    let shift = max(0, UInt64.bitWidth - value.leadingZeroBitCount - partBits - 1)
    return shift << partBits + Int(value >> UInt64(shift))
  }

  /// The middle of a bucket: of the numbers it may stand for, the one least off.
  private static func middle(of bucket: Int) -> Double {
    let shift = max(0, bucket >> partBits - 1)
    let lowest = UInt64(bucket - shift << partBits) << UInt64(shift)
    return Double(lowest) + Double((UInt64(1) << UInt64(shift)) - 1) / 2
  }
}

/// Saved as pairs of bucket and count, those that are zero left out.
extension Histogram: Codable {
  /// Reads the pairs.
  public init(from decoder: any Decoder) throws {
    let pairs = try [Int](from: decoder)
    for index in stride(from: 0, to: pairs.count - 1, by: 2) {
      let (bucket, count) = (pairs[index], pairs[index + 1])
      guard (0..<(UInt64.bitWidth << Self.partBits)).contains(bucket), count > 0 else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "no pairs of bucket and count"))
      }
      grow(toHold: bucket)
      counts[bucket] += count
      total += count
    }
  }

  /// Writes the pairs.
  public func encode(to encoder: any Encoder) throws {
    try counts.enumerated().filter { $0.element > 0 }.flatMap { [$0.offset, $0.element] }
      .encode(to: encoder)
  }
}
