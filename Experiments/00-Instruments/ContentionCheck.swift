import Evidence
import Foundation
import Measurement
import Reporting
import StudyKit

/// Several callers at one mutex. What ought to come out nobody knows, so there are no limits.
let contentionCheck = Check(
  name: "the contention window",
  table: QuantityTable(
    id: "contention", title: "several callers at one mutex",
    summary: "So many threads lock and unlock one pthread mutex as fast as they can, all let go at "
      + "once. *Processors used* tells whether they were really at it together: about one, with "
      + "several callers, means that they took turns. *Fairness* is the least served caller's "
      + "share of the best served one's. Callers who seldom wait and yet did not run side by side "
      + "hardly met: then only the processors used are told.",
    quantities: callerCounts.flatMap { callers in
      let who = callers == 1 ? "1 caller" : "\(callers) callers"
      return [
        Quantity(
          id: "wall-\(callers)", title: "\(who): time per operation", unit: "ns", places: 1),
        Quantity(
          id: "processors-\(callers)", title: "\(who): processors used", unit: "", places: 2),
        Quantity(id: "fairness-\(callers)", title: "\(who): fairness", unit: "", places: 2),
      ]
    })
) { context in
  var readings: [Reading] = []
  for callers in callerCounts {
    let work = MutexPairs()
    let window = await ContentionWindow.threads(callers, for: context.profile.window) { _ in
      work.run(1)
    }
    let met = window.warning(processors: ProcessInfo.processInfo.activeProcessorCount) == nil
    readings += [
      Reading("wall-\(callers)", met ? window.wallPerOperation : nil),
      Reading("processors-\(callers)", window.processorsUsed),
      Reading("fairness-\(callers)", met ? window.fairness : nil),
    ]
  }
  return Observations(readings: readings)
}

private let callerCounts = [1, 2, 4, 8]

extension Profile {
  fileprivate var window: Duration {
    switch self {
    case .quick: .milliseconds(200)
    case .standard: .milliseconds(500)
    case .full: .seconds(1)
    }
  }
}
