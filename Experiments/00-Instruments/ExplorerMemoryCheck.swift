import Evidence
import Interleaving
import Measurement
import Reporting
import StudyKit

/// Whether an exploration's memory stays as it is, schedule after schedule.
let explorerMemoryCheck = Check(
  name: "the explorer’s memory",
  table: QuantityTable(
    id: "explorer-memory", title: "memory over many schedules",
    summary: "In a fresh process five tasks that call an actor are explored, depth first; all of "
      + "them finish. The process’s peak is read at the \(settled)th schedule, once all is warm, "
      + "and at the last. The first process of a run does this, the others do not.",
    quantities: [
      Quantity(id: "explorer-schedules", title: "schedules", unit: ""),
      Quantity(id: "explorer-peak", title: "peak memory", unit: "MiB", places: 1),
      Quantity(
        id: "explorer-growth", title: "grown since all was warm", unit: "MiB", places: 2,
        summary: .greatest, atMost: 1),
    ])
) { context in
  guard context.trial == 1 else { return Observations() }
  let values = try await context.probe(exploreAtLengthProbe)
  return Observations(
    readings: zip(["explorer-schedules", "explorer-peak", "explorer-growth"], values).map {
      Reading($0, $1)
    })
}

let exploreAtLengthProbe = "schedules"

/// The schedule by which all is warm.
private let settled = 10_000

/// Explores at length in this fresh process: schedules, peak memory and its growth in MiB.
@concurrent @Sendable
func exploreAtLength(_ context: TrialContext) async throws -> [Double] {
  let schedules = context.profile.schedulesForMemory
  let peaks = Peaks(at: [settled, schedules])
  let limits = ExplorationLimits(schedules: schedules, time: context.probeLimit)
  let found = try await ExploredProgram("at length") { world in
    peaks.tick()
    callInWorld(world)
    let value = KeptValue(on: world.serialExecutor("another", policy: .unordered))
    world.task("another store") { await value.store("A") }
    world.task("another update") { await value.update() }
  }.explore(ExplorationOptions(limits: limits))
  let mebibytes = peaks.bytes.map { Double($0) / Double(1 << 20) }
  guard mebibytes.count == 2, found.findings.isEmpty else { return [] }
  return [Double(found.schedules), mebibytes[1], mebibytes[1] - mebibytes[0]]
}

/// Peaks of this process, read in the set-ups of certain schedules.
private final class Peaks: @unchecked Sendable {  // used by one thread, read once it has ended
  private let places: [Int]
  private var count = 0
  private(set) var bytes: [Int] = []

  init(at places: [Int]) { self.places = places }

  func tick() {
    count += 1
    guard bytes.count < places.count, count == places[bytes.count] else { return }
    if bytes.isEmpty { PeakMemory.reset() }
    if let peak = PeakMemory.bytes { bytes.append(peak) }
  }
}

extension Profile {
  fileprivate var schedulesForMemory: Int {
    switch self {
    case .quick: 50_000
    case .standard: 1_000_000
    case .full: 10_000_000
    }
  }
}
