import Evidence
import Foundation

/// How many times as long one thing took as another in the same rounds, by process.
struct PairedRatio {
  let ratio: Ratio
  /// Each process's own bootstrap interval.
  let intervals: [Interval]
}

extension PairedRatio {
  /// Estimates it from the natural logarithm of each round's ratio.
  ///
  /// Of the generator it takes first the draws of all processes, then those of each, in order.
  init(logRatios processes: [[Double]], by bootstrap: Bootstrap, using generator: SeededGenerator) {
    var generator = generator
    let all = RankedNumbers(processes.flatMap(\.self))
    let interval = bootstrap.interval(of: processes, using: &generator).exponentiated
    let signTest = SignTest.interval(of: all, errorRate: bootstrap.errorRate).exponentiated
    ratio = Ratio(
      estimate: exp(all.median), interval: interval, signTest: signTest,
      processes: processes.map { exp(RankedNumbers($0).median) })
    // One process alone was already resampled.
    intervals =
      processes.count == 1
      ? [interval]
      : processes.map { bootstrap.interval(of: [$0], using: &generator).exponentiated }
  }

  /// The natural logarithm of each round's ratio.
  static func logRatios(_ row: [Double], _ baseline: [Double]) -> [Double] {
    precondition(row.count == baseline.count, "a round has a time for each row")
    return zip(row, baseline).map { time, base in
      precondition(time > 0 && base > 0 && time.isFinite && base.isFinite, "a time is positive")
      return log(time / base)
    }
  }

  /// What the whole says, whether or not the processes bear it out.
  var side: Separation { ratio.interval.side }

  /// Whether the sign test falls short of what the bootstrap says, or says the opposite.
  var intervalsDisagree: Bool { side != .notSeparated && ratio.signTest.side != side }

  // lesson: borne-out
  /// Whether more than half of the processes say the same by themselves, each beyond what its own
  /// baseline differed from itself.
  func isBorneOut(beyond twin: PairedRatio) -> Bool {
    let agreeing = zip(intervals, twin.intervals).count { own, noise in
      own.side == side && !own.overlaps(noise)
    }
    return 2 * agreeing > intervals.count
  }
  // lesson: end
}

extension Interval {
  /// The interval of the ratios whose logarithms lie in this one, as far as a billion either way:
  /// records hold no others, and one without ends must be kept too.
  fileprivate var exponentiated: Interval {
    Interval(max(exp(lower), 1e-9), min(exp(upper), 1e9))
  }

  // lesson: side
  /// On which side of 1 all of it lies, by more than the least difference that counts.
  fileprivate var side: Separation {
    if upper < 1 / (1 + Gates.difference) { return .faster }
    if lower > 1 + Gates.difference { return .slower }
    return .notSeparated
  }
  // lesson: end
}
