import Evidence
import Foundation

/// The limits beyond which a measurement is warned of, and the least difference that is called one.
///
/// A warning marks a result and never changes it, save that *faster* and *slower* are withheld
/// where the intervals disagree or the baseline strays from itself.
public enum Gates {
  // lesson: least-difference
  /// The least part by which a row must differ from the baseline to be called faster or slower.
  ///
  /// On a quiet machine intervals become narrower than the clock's step is beside an epoch, and
  /// the same code, in another closure or batch, comes out apart by a few hundred-thousandths. Such
  /// a difference is there, and no property of the code.
  public static let difference = 0.005
  // lesson: end
  /// The part of a machine's time that other guests may take, in the worst process.
  public static let steal = 0.02
  /// Processor time over wall time that a row needs if its threads seldom wait.
  public static let processorShare = 0.9
  /// Waits per operation below which a row's threads seldom wait.
  public static let seldomWaits = 0.01
  /// The factor, either way, by which a ratio may move between the first and the last third of the
  /// rounds.
  public static let drift = 1.03
  /// The factor, either way, by which the baseline may differ from itself.
  public static let twin = 1.05
  /// Rounds below which a third says nothing of drift, all processes together.
  static let fewestRoundsOfAThird = 30

  /// Processors that other programs may keep busy, in the worst process.
  public static let others = 0.2

  static func crowded(_ samples: [BenchmarkSample]) -> MeasurementWarning? {
    samples.compactMap(\.others).max().flatMap { $0 > others ? .crowded(processors: $0) : nil }
  }

  /// Disturbances as long as an operation may leave whole rounds in which one of the two was
  /// spared.
  static func strays(_ twin: PairedRatio) -> MeasurementWarning? {
    let factor = twin.ratio.estimate
    guard max(factor, 1 / factor) > self.twin, twin.side != .notSeparated else { return nil }
    return .baselineStrays(factor: factor)
  }

  static func steal(_ samples: [BenchmarkSample]) -> MeasurementWarning? {
    samples.compactMap(\.steal).max().flatMap { $0 > steal ? .steal(share: $0) : nil }
  }

  /// Waiting threads need no processor, so only rows that seldom wait can be starved.
  static func starved(_ processes: [RowSample]) -> MeasurementWarning? {
    processes.filter { $0.switches.map { $0 < seldomWaits } ?? false }.map(\.processorShare).min()
      .flatMap { $0 < processorShare ? .starved(processorShare: $0) : nil }
  }

  /// Names the rounds of those processes only in which the discard rule was overruled.
  static func preempted(_ processes: [CountedRounds]) -> MeasurementWarning? {
    let overruled = processes.filter(\.isOverruled)
    guard !overruled.isEmpty else { return nil }
    return .preempted(
      undisturbed: overruled.map(\.undisturbed).reduce(0, +),
      of: overruled.map(\.measured).reduce(0, +))
  }

  /// The thirds of all processes are taken together: what recurs in each is no accident. A third
  /// that lies within the interval of the whole has not moved beyond what the noise allows.
  static func drift(
    _ logRatios: [[Double]], within interval: Interval
  ) -> MeasurementWarning? {
    let first = logRatios.flatMap { $0.prefix($0.count / 3) }
    let last = logRatios.flatMap { $0.suffix($0.count / 3) }
    // A third of few rounds strays by chance alone.
    guard first.count >= fewestRoundsOfAThird else { return nil }
    let ratios = [first, last].map { exp(RankedNumbers($0).median) }
    let factor = ratios[1] / ratios[0]
    guard max(factor, 1 / factor) > drift, !ratios.allSatisfy(interval.contains) else { return nil }
    return .drift(factor: factor)
  }
}
