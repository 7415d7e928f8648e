import Foundation

/// What a measurement was made with and on, as far as it bears on the figures.
public struct MeasurementEnvironment: Codable, Equatable, Sendable {
  /// The system's name and version.
  public var system: String
  /// Processors that this process may use.
  public var processors: Int
  /// The clock's cost and grain.
  public var clock: ClockCalibration
  /// Whether allocations are counted here.
  public var countsAllocations: Bool
  /// Whether the instrument was built with optimisation; figures of a debug build mean nothing.
  public var isOptimised: Bool

  /// The environment now; takes a few milliseconds to calibrate the clock.
  public static func current() -> MeasurementEnvironment {
    var isOptimised = true
    // Evaluated in debug builds only.
    assert(
      {
        isOptimised = false
        return true
      }())
    return MeasurementEnvironment(
      system: ProcessInfo.processInfo.operatingSystemVersionString,
      processors: ProcessInfo.processInfo.activeProcessorCount, clock: .measured(),
      countsAllocations: AllocationCount.isAvailable, isOptimised: isOptimised)
  }

  /// One line for a reader.
  public var text: String {
    let clock = String(
      format: "clock read in %.0f ns, steps of %.0f ns", clock.cost, clock.resolution)
    return "\(system), \(processors) processors, \(clock), allocations "
      + "\(countsAllocations ? "counted" : "not available here"), "
      + (isOptimised ? "optimised build" : "debug build: no figure means anything")
  }
}
