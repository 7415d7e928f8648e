import Foundation

/// What the machine's processors have done since it started, from the first line of `/proc/stat`.
public struct MachineTime: Equatable, Sendable {
  /// All time of all processors, in the system's ticks.
  public var total: UInt64
  /// The part that a host gave to its other guests.
  public var stolen: UInt64
  /// The part in which a processor had nothing to do.
  public var idle: UInt64

  /// The time until now; `nil` where the system does not tell.
  public static var now: MachineTime? {
    (try? String(contentsOfFile: "/proc/stat", encoding: .utf8)).flatMap(Self.init)
  }

  /// Reads the text of `/proc/stat`; `nil` where it has no such line.
  init?(_ text: String) {
    guard let line = text.split(separator: "\n").first, line.hasPrefix("cpu ") else { return nil }
    // user, nice, system, idle, iowait, irq, softirq, steal; guests' time is counted in user.
    let fields = line.split(separator: " ").dropFirst().prefix(8).compactMap { UInt64($0) }
    guard fields.count == 8 else { return nil }
    total = fields.reduce(0, &+)
    stolen = fields[7]
    idle = fields[3] + fields[4]
  }

  /// The part in which processors worked since an earlier time, from 0 to 1; `nil` where no tick
  /// has passed.
  public func busyShare(since earlier: MachineTime) -> Double? {
    guard total > earlier.total, idle >= earlier.idle else { return nil }
    return max(0, 1 - Double(idle - earlier.idle) / Double(total - earlier.total))
  }

  /// The part stolen since an earlier time, from 0 to 1; `nil` where no tick has passed.
  public func stealShare(since earlier: MachineTime) -> Double? {
    guard total > earlier.total, stolen >= earlier.stolen else { return nil }
    return Double(stolen - earlier.stolen) / Double(total - earlier.total)
  }
}
