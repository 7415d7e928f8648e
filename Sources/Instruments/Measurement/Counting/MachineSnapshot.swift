import CMeasurement
import Foundation

/// What the machine and this process have done until now.
struct MachineSnapshot {
  private let machine = MachineTime.now
  private let processor = measurement_processor_time()
  private let time = nanosecondsNow()

  /// The part of the machine's time that a host gave to other guests since an earlier snapshot.
  func stealShare(since earlier: MachineSnapshot) -> Double? {
    earlier.machine.flatMap { machine?.stealShare(since: $0) }
  }

  /// Processors that other programs kept busy since an earlier snapshot; `nil` where the system
  /// does not tell.
  func processorsOfOthers(since earlier: MachineSnapshot) -> Double? {
    guard let busy = earlier.machine.flatMap({ machine?.busyShare(since: $0) }) else { return nil }
    let ours = Double(processor - earlier.processor) / Double(max(1, time - earlier.time))
    return max(0, busy * Double(ProcessInfo.processInfo.processorCount) - ours)
  }
}
