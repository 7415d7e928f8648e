import Evidence

/// The percentile bootstrap of a median over rounds that belong to processes.
///
/// Each replicate draws as many processes as there are, with replacement, then from each as many of
/// its rounds as it has, and takes the median of all that was drawn: the rounds of a process share
/// its memory layout, so processes that disagree must widen the interval (Davison and Hinkley,
/// "Bootstrap Methods and their Application", 1997, 3.8).
struct Bootstrap {
  /// The chance that the interval misses, both sides together.
  var errorRate: Double
  var replicates = 10_000

  /// The interval of the median. O(replicates × rounds), whatever the numbers.
  func interval(of processes: [[Double]], using generator: inout SeededGenerator) -> Interval {
    let medians = RankedNumbers(medians(of: processes, using: &generator))
    return Interval(medians.quantile(errorRate / 2), medians.quantile(1 - errorRate / 2))
  }

  /// The median of each replicate.
  ///
  /// Everything is ranked once. A draw then only counts a rank, and the median is found by walking
  /// the counts to their middle, which is several times faster than to select among the numbers.
  private func medians(
    of processes: [[Double]], using generator: inout SeededGenerator
  ) -> [Double] {
    let (values, ranks) = Self.ranked(processes)
    return withUnsafeTemporaryAllocation(of: Int32.self, capacity: values.count) { counts in
      (0..<replicates).map { _ in
        counts.initialize(repeating: 0)
        var drawn = 0
        for _ in ranks {
          ranks[generator.index(below: ranks.count)].withUnsafeBufferPointer { rounds in
            for _ in rounds { counts[Int(rounds[generator.index(below: rounds.count)])] += 1 }
            drawn += rounds.count
          }
        }
        return Self.median(of: values, drawn: drawn, times: counts)
      }
    }
  }

  /// All numbers in rising order, and for each process the places of its own among them.
  private static func ranked(_ processes: [[Double]]) -> (values: [Double], ranks: [[Int32]]) {
    let all = processes.enumerated().flatMap { process, rounds in
      rounds.enumerated().map { (value: $0.element, process: process, round: $0.offset) }
    }.sorted { $0.value < $1.value }
    var ranks = processes.map { [Int32](repeating: 0, count: $0.count) }
    for (rank, number) in all.enumerated() {
      ranks[number.process][number.round] = Int32(rank)
    }
    return (all.map(\.value), ranks)
  }

  /// The median of `drawn` numbers, each of the values taken as often as `counts` says.
  private static func median(
    of values: [Double], drawn: Int, times counts: UnsafeMutableBufferPointer<Int32>
  ) -> Double {
    var rank = 0
    var seen = Int(counts[0])
    func value(at place: Int) -> Double {
      while seen <= place {
        rank += 1
        seen += Int(counts[rank])
      }
      return values[rank]
    }
    let lower = value(at: (drawn - 1) / 2)
    return (lower + value(at: drawn / 2)) / 2
  }
}

extension SeededGenerator {
  /// An index below a count, by multiplying and keeping the upper half (Lemire, "Fast random
  /// integer generation in an interval", 2019). Unlike `Int.random`, its use of the sequence is
  /// promised, so that others can draw the same; its bias is below count / 2⁶⁴.
  mutating func index(below count: Int) -> Int {
    Int(next().multipliedFullWidth(by: UInt64(count)).high)
  }
}
