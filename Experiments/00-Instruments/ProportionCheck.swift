import Evidence
import Measurement
import Reporting
import StudyKit

/// Whether twice the work takes twice the time.
let proportionCheck = Check(
  name: "proportion",
  table: QuantityTable(
    id: "proportion", title: "twice the work, twice the time",
    summary: "So many mutex pairs are timed, twice as many, four times and eight times, one after "
      + "another in each of many rounds, in changing order. Were a part of the work deleted, or a "
      + "fixed cost hidden in an epoch, the times would not be in proportion. Each is divided by "
      + "its due, its multiple of the first in the same round.",
    quantities: [
      Quantity(
        id: "proportion-departure", title: "largest departure from proportion", unit: "%",
        places: 2, atMost: 2)
    ])
) { context in
  Observations(
    readings: [
      Reading(
        "proportion-departure",
        largestDeparture(rounds: context.profile.rounds, seed: context.seed))
    ])
}

private func largestDeparture(rounds: Int, seed: UInt64) -> Double {
  let pairs = 10_000
  let work = MutexPairs()
  let multiples = [1, 2, 4, 8]
  var generator = SeededGenerator(seed: seed, part: "proportion")
  var ratios: [Int: [Double]] = [:]
  for _ in 0..<rounds {
    var times: [Int: Double] = [:]
    for multiple in multiples.shuffled(using: &generator) {
      let start = nanosecondsNow()
      work.run(pairs * multiple)
      times[multiple] = Double(nanosecondsNow() - start)
    }
    guard let unit = times[1] else { continue }
    for (multiple, time) in times {
      ratios[multiple, default: []].append(time / (Double(multiple) * unit))
    }
  }
  return ratios.values.map { abs($0.middle - 1) * 100 }.max() ?? 0
}
