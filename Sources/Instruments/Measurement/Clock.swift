public import CMeasurement

/// Monotonic time in nanoseconds from an arbitrary origin; about half the cost of
/// `ContinuousClock.now`.
@inlinable @inline(__always)
public func nanosecondsNow() -> UInt64 { measurement_now() }

/// Processor time that all threads of this process have had so far, in nanoseconds: what a machine
/// that is busy with others does not lengthen.
@inlinable @inline(__always)
public func processorNanosecondsNow() -> UInt64 { measurement_processor_time() }

/// What it costs to read the clock, and the smallest step it makes: the grain of all that is timed.
public struct ClockCalibration: Codable, Equatable, Sendable {
  /// Nanoseconds from one reading to the next, the median of 1,000 stretches.
  public var cost: Double
  /// The smallest difference of two readings that was not zero, in nanoseconds.
  public var resolution: Double

  /// Reads the clock some 100,000 times, a few milliseconds.
  public static func measured() -> ClockCalibration {
    let readings = 100
    var costs: [Double] = []
    var step = UInt64.max
    for _ in 0..<1_000 {
      let start = nanosecondsNow()
      var last = start
      for _ in 1..<readings {
        let now = nanosecondsNow()
        if now > last { step = min(step, now - last) }
        last = now
      }
      costs.append(Double(last - start) / Double(readings - 1))
    }
    return ClockCalibration(cost: costs.sorted()[costs.count / 2], resolution: Double(step))
  }
}
