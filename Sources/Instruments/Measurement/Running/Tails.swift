import Evidence
import Foundation

/// Times operations one by one: two different questions, never one result.
///
/// *Service time* is how long an operation takes once it is begun. *Response time* is how long it
/// takes from when it should have begun: where one is late, those after it wait, and it would be
/// left out if latency counted from the actual start ("coordinated omission", Gil Tene).
struct Tails {
  let workloads: [Workload]
  /// Roughly how long an operation of each takes, in nanoseconds.
  let lengths: [Double]
  let plan: MeasurementPlan
  let seed: UInt64

  private static let slices = 10

  /// Single operations of each row, one after another, and the clock's own cost in the same way.
  ///
  /// Between two that are timed lie a random few that are not, so that the clock neither keeps
  /// pace with anything nor weighs on every operation. The rows take turns.
  func service(report: (Double) -> Void) async -> (rows: [Histogram], timer: Histogram) {
    let nothing = Workload.synchronous("timer") { _ in }
    var histograms = (workloads + [nothing]).map { _ in Histogram() }
    guard plan.serviceSamples > 0 else {
      return (Array(histograms.dropLast()), histograms.removeLast())
    }
    var generator = SeededGenerator(seed: seed, part: "thinning")
    // Beside long operations the clock weighs nothing, and skipping them would take long.
    let gaps = (lengths + [0]).map { $0 > 1_000 ? 1 : 7 }
    for slice in 0..<Self.slices {
      for (index, workload) in (workloads + [nothing]).enumerated()
      where index == workloads.count || plan.serviceRows?.contains(workload.name) ?? true {
        // Where slices do not divide evenly, the last ones take the rest.
        let count =
          plan.serviceSamples * (slice + 1) / Self.slices
          - plan.serviceSamples * slice / Self.slices
        await time(
          count, of: workload, into: &histograms[index], skipping: gaps[index],
          using: &generator)
      }
      report(Double(slice + 1) / Double(Self.slices))
    }
    return (Array(histograms.dropLast()), histograms.removeLast())
  }

  private func time(
    _ count: Int, of workload: Workload, into histogram: inout Histogram, skipping most: Int,
    using generator: inout SeededGenerator
  ) async {
    for _ in 0..<count {
      await workload(Int.random(in: 0...most, using: &generator))
      let start = nanosecondsNow()
      await workload(1)
      histogram.record(nanosecondsNow() - start)
    }
  }

  /// Operations that are asked for at random moments, at each of the plan's rates.
  ///
  /// The moments are drawn beforehand (exponential gaps, as of many independent askers) and do not
  /// move when an operation is late. A rate is a part of what this same loop can do at most.
  func response(of workload: Workload) async -> [ResponseSample] {
    guard plan.responseSamples > 0 else { return [] }
    let capacity = await capacity(of: workload)
    var samples: [ResponseSample] = []
    for load in plan.loads {
      var generator = SeededGenerator(seed: seed, part: "\(workload.name) at \(load)")
      let moments = Self.moments(
        plan.responseSamples, gap: capacity / load, using: &generator)
      var histogram = Histogram()
      for time in await times(of: workload, at: moments) { histogram.record(time) }
      samples.append(ResponseSample(load: load, times: histogram))
    }
    return samples
  }

  /// Nanoseconds from one operation to the next where each begins as soon as it can.
  ///
  /// The middle of several stretches: by one that was disturbed, a low rate would pass for a high
  /// one.
  private func capacity(of workload: Workload) async -> Double {
    let count = max(1, plan.responseSamples / 10)
    var stretches: [Double] = []
    for _ in 0..<5 {
      // All are due at the start, so the last one's time is that of the whole stretch.
      let times = await times(of: workload, at: Array(repeating: 0, count: count))
      stretches.append(Double(times[count - 1]) / Double(count))
    }
    return RankedNumbers(stretches).median
  }

  /// From when each operation was to begin until it was done, in nanoseconds.
  private func times(of workload: Workload, at moments: [UInt64]) async -> [UInt64] {
    // Memory that is there already: a histogram that grew meanwhile would make operations late.
    var times = [UInt64](repeating: 0, count: moments.count)
    let start = nanosecondsNow()
    for (index, moment) in moments.enumerated() {
      let intended = start + moment
      while nanosecondsNow() < intended {}
      await workload(1)
      times[index] = nanosecondsNow() - intended
    }
    return times
  }

  /// Moments in nanoseconds from the start, rising, whose gaps are exponential.
  static func moments(
    _ count: Int, gap: Double, using generator: inout SeededGenerator
  ) -> [UInt64] {
    var moment = 0.0
    return (0..<count).map { _ in
      // From the half-open range, so that the logarithm is never of zero.
      moment -= gap * log(1 - Double.random(in: 0..<1, using: &generator))
      return UInt64(moment)
    }
  }
}
