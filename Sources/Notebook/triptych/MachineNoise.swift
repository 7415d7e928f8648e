import Foundation
import Measurement
import Reporting

/// How much a machine disturbs what is timed on it.
struct MachineNoise: Equatable {
  /// Nanoseconds that the same loop took, time after time.
  var repeats: [Double]
  /// The part of the machine's time that a host gave to other guests; `nil` where it does not tell.
  var steal: Double?
  /// Processors that other programs kept busy meanwhile; `nil` where the system does not tell.
  var others: Double?

  /// By how much a tenth of all repeats may be longer than the median before it is worth a remark:
  /// pairs of epochs stand more, percentiles of single operations do not.
  private static let muchSpread = 0.1
  /// Processors in use by others that are worth a remark.
  private static let manyOthers = 0.2

  /// Times a loop of about a millisecond a hundred times.
  static func measured() -> MachineNoise {
    let start = MachineTime.now
    let repeats = (0..<100).map { _ in
      let begin = nanosecondsNow()
      var state: UInt64 = 1
      for _ in 0..<300_000 {
        state = state &* 6_364_136_223_846_793_005 &+ 1
        // In each turn, or the optimiser makes one step of many.
        blackHole(state)
      }
      return Double(nanosecondsNow() - begin)
    }
    let end = MachineTime.now
    let busy = start.flatMap { end?.busyShare(since: $0) }
    return MachineNoise(
      repeats: repeats, steal: start.flatMap { end?.stealShare(since: $0) },
      // One of them was ours.
      others: busy.map { max(0, $0 * Double(ProcessInfo.processInfo.processorCount) - 1) })
  }

  /// By how much the slowest tenth of all repeats is longer than the median, at the least.
  var spread: Double {
    let sorted = repeats.sorted()
    return sorted[sorted.count * 9 / 10] / sorted[sorted.count / 2] - 1
  }

  /// What `doctor` says of it: a noisy machine is no obstacle, since every comparison is paired.
  var finding: DoctorCommand.Finding {
    let stolen = steal.map { "steal \(percent($0))" } ?? "steal not available here"
    let isNoisy =
      spread > Self.muchSpread || (steal ?? 0) > Gates.steal || (others ?? 0) > Self.manyOthers
    let used =
      others.map { "; other programs kept \(Numbers.perOperation($0)) processors busy" } ?? ""
    return DoctorCommand.Finding(
      what: "noise",
      state: "\(stolen); of \(repeats.count) equal loops the slowest tenth took at least "
        + "\(percent(spread)) longer\(used)",
      remark: isNoisy
        ? "noisy: for figures worth quoting end other programs, or wait for a quieter hour" : nil)
  }

  private func percent(_ share: Double) -> String {
    Numbers.share((share * 1_000).rounded() / 1_000)
  }
}

extension DoctorCommand.Finding {
  /// What `doctor` says of a clock, its cost and its steps in nanoseconds.
  static func clock(cost: Double, resolution: Double) -> Self {
    Self(
      what: "clock",
      state: "read in \(Numbers.nanoseconds(cost)), in steps of \(Numbers.nanoseconds(resolution))",
      remark: cost > 200
        ? "slow: the system asks the kernel or its host for the time, which hides short operations"
        : nil)
  }
}
