import Evidence
import Foundation
import Interleaving
import Reporting
import StudyKit

/// Whether the reduced search is done before the full one, on programs whose numbers are known.
let reductionCheck = Check(
  name: "the reduced search",
  table: QuantityTable(
    id: "reduction", title: "the reduced search beside the full one",
    summary: "Each program is searched depth first, through all its interleavings, and by "
      + "source-DPOR, through one for each of its traces; both numbers are known beforehand. "
      + "Divided is the processor time of the two searches of a round, from the first set-up to "
      + "the last, and for the last schedule as long as for the others. Increments of one variable "
      + "all depend on each other, so that nothing can be left out: what is above 1 there is the "
      + "price of looking, and has no limit.",
    quantities: KnownProgram.all.map { program in
      Quantity(
        id: program.id,
        title: "\(program.title): \(program.interleavings) interleavings, "
          + "\(program.traces) traces",
        unit: "", places: 3,
        atMost: program.traces < program.interleavings ? 1 : nil)
    })
) { context in
  var readings: [Reading] = []
  for program in KnownProgram.all {
    var ratios: [Double] = []
    for round in 0..<context.profile.rounds / 50 {
      let isReducedFirst = round.isMultiple(of: 2)
      let early = isReducedFirst ? try await program.time(.sourceDPOR) : nil
      let full = try await program.time(.depthFirst)
      let late = isReducedFirst ? nil : try await program.time(.sourceDPOR)
      if let reduced = early ?? late, let full { ratios.append(reduced / full) }
    }
    readings.append(Reading(program.id, ratios.isEmpty ? nil : ratios.middle))
  }
  return Observations(readings: readings)
}

/// A program of which both numbers are known: its interleavings and its traces.
struct KnownProgram: Sendable {
  let id: String
  let title: String
  let interleavings: Int
  let traces: Int
  let setUp: @Sendable (World) -> Void

  /// Those with more than 100 interleavings, from the published expectations of GenMC and
  /// Concuerror.
  static let all = [
    readThenWrite, readers(4, interleavings: 120, traces: 16),
    readers(6, interleavings: 5_040, traces: 64), sections, increments,
  ]

  private static let readThenWrite = KnownProgram(
    id: "reduced-read-write", title: "4 × (read; write)", interleavings: 2_520, traces: 576
  ) { world in
    world.startsAtFirstAccess = true
    let x = world.variable("x", 0)
    for task in 0..<4 { world.task("task \(task)") { await x.write(await x.read() + 1) } }
    world.outcome { "\(x.value)" }
  }

  private static func readers(_ count: Int, interleavings: Int, traces: Int) -> KnownProgram {
    KnownProgram(
      id: "reduced-readers-\(count)", title: "1 writer, \(count) readers",
      interleavings: interleavings, traces: traces
    ) { world in
      world.startsAtFirstAccess = true
      let x = world.variable("x", 0)
      world.task("writer") { await x.write(1) }
      for reader in 0..<count { world.task("reader \(reader)") { _ = await x.read() } }
    }
  }

  private static let sections = KnownProgram(
    id: "reduced-sections", title: "3 × 2 sections of a lock", interleavings: 1_680, traces: 90
  ) { world in
    let lock = world.lock("lock")
    for thread in 0..<3 {
      world.thread("thread \(thread)") { for _ in 0..<2 { lock.withLock {} } }
    }
  }

  private static let increments = KnownProgram(
    id: "reduced-increments", title: "5 increments", interleavings: 120, traces: 120
  ) { world in
    world.startsAtFirstAccess = true
    let x = world.variable("x", 0)
    for task in 0..<5 { world.task("task \(task)") { await x.update { $0 += 1 } } }
    world.outcome { "\(x.value)" }
  }

  /// Processor time of a search; `nil` where it ran another number of schedules than is known.
  @concurrent
  func time(_ strategy: SearchStrategy) async throws -> Double? {
    let expected = strategy == .depthFirst ? interleavings : traces
    let (nanoseconds, found) = try await timeSearch(
      through: expected, ExplorationOptions(strategy: strategy), setUp)
    guard found.schedules == expected else { return nil }
    return nanoseconds.map { $0 * Double(expected) / Double(expected - 1) }
  }
}
