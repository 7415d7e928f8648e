/// Counts of whole numbers, kept to within 0.1 % of each whatever its size.
///
/// Log-linear: every power of two is cut into 1,024 equal parts, and numbers below 2,048 are kept
/// exactly, so that a percentile is off by at most 1 part in 1,024. The idea is HdrHistogram's
/// (Gil Tene). Units are the caller's, here nanoseconds.
public struct Histogram: Equatable, Sendable {
  private static let partBits = 10
  /// More than anybody records, and few enough to add up: up to here doubles hold each rank.
  private static let most = 1 << 53

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

  /// The smallest number that at least this share of all, from 0 to 1, is not above; `nil` where
  /// nothing was recorded. Within 0.1 % of the exact one. O(buckets).
  public func quantile(_ share: Double) -> Double? {
    precondition((0...1).contains(share), "a share lies between 0 and 1")
    guard total > 0 else { return nil }
    // From just below the share: 0.07 of 100 is a little more than 7 in doubles, and no reason to
    // pass over the seventh.
    let rank = max(1, Int((share.nextDown * Double(total)).rounded(.up)))
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

/// Saved as pairs of bucket and count, the buckets rising and those that are empty left out.
extension Histogram: Codable {
  /// Reads the pairs, and refuses what no histogram can have written.
  public init(from decoder: any Decoder) throws {
    let numbers = try [Int](from: decoder)
    func corrupted() -> DecodingError {
      .dataCorrupted(
        .init(
          codingPath: decoder.codingPath,
          debugDescription: "no pairs of rising bucket and positive count"))
    }
    guard numbers.count.isMultiple(of: 2) else { throw corrupted() }
    for index in stride(from: 0, to: numbers.count, by: 2) {
      let (bucket, count) = (numbers[index], numbers[index + 1])
      guard bucket >= counts.count, bucket <= Self.bucket(of: .max), count > 0,
        count <= Self.most - total
      else { throw corrupted() }
      grow(toHold: bucket)
      counts[bucket] = count
      total += count
    }
  }

  /// Writes the pairs.
  public func encode(to encoder: any Encoder) throws {
    try counts.enumerated().filter { $0.element > 0 }.flatMap { [$0.offset, $0.element] }
      .encode(to: encoder)
  }
}
