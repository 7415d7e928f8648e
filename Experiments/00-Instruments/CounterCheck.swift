import Dispatch
import Evidence
import Foundation
import Measurement
import Reporting
import StudyKit

/// The counters, held against numbers that are known beforehand.
let counterCheck = Check(
  name: "the counters",
  table: QuantityTable(
    id: "counters", title: "the counters",
    summary: "Two threads wake each other in turns. Each pauses before it does, so that the other "
      + "has certainly fallen asleep: a pause and a sleep of each make \(switchesPerTurn) "
      + "switches. A loop makes \(objects) objects. A fresh process fills a block of "
      + "\(blockMebibytes) MiB, and its peak is read before and after.",
    quantities: [
      Quantity(
        id: "switches-per-turn", title: "switches a turn", unit: "", places: 2,
        atLeast: 0.95 * Double(switchesPerTurn), atMost: 1.05 * Double(switchesPerTurn)),
      Quantity(
        id: "allocations", title: "allocations of \(objects) objects", unit: "",
        atLeast: Double(objects), atMost: Double(objects)),
      Quantity(
        id: "peak-memory", title: "peak memory of \(blockMebibytes) MiB", unit: "MiB", places: 1,
        atLeast: Double(blockMebibytes) - 1, atMost: Double(blockMebibytes) + 2),
    ])
) { context in
  Observations(
    readings: [
      Reading("switches-per-turn", await switchesPerTurn(seed: context.seed)),
      Reading("allocations", await allocationsCounted()),
      Reading("peak-memory", try await context.probe("block")),
    ])
}

private let switchesPerTurn = 4
private let pauseMicroseconds: UInt32 = 100
private let objects = 1_000
private let blockMebibytes = 64

private func switchesPerTurn(seed: UInt64) async -> Double? {
  let plan = MeasurementPlan(
    rounds: 10, epochNanoseconds: 20_000_000, serviceSamples: 0, responseSamples: 0)
  let sample = await measure(
    "turns", [.synchronous("turns", takeTurns)], against: "turns", plan: plan, seed: seed)
  return sample.rows.first { $0.row == "turns" }?.switches
}

/// Wakes another thread and sleeps until it is woken by it, so many times.
///
/// Without the pauses a thread on another core sometimes answers before one has gone to sleep.
@Sendable
private func takeTurns(_ turns: Int) {
  let there = DispatchSemaphore(value: 0)
  let back = DispatchSemaphore(value: 0)
  Thread.detachNewThread {
    for _ in 0..<turns {
      there.wait()
      usleep(pauseMicroseconds)
      back.signal()
    }
  }
  for _ in 0..<turns {
    usleep(pauseMicroseconds)
    there.signal()
    back.wait()
  }
}

/// The least of three counts, since the process's other threads may allocate meanwhile.
private func allocationsCounted() async -> Double? {
  var least: Int?
  for _ in 0..<3 {
    guard let count = await AllocationCount.during(makeObjects) else { return nil }
    least = min(least ?? count, count)
  }
  return least.map(Double.init)
}

private func makeObjects() async {
  for _ in 0..<objects { blackHole(makeObject()) }
}

private final class Something {}

/// Out of line, or the optimiser would keep the object on the stack.
@inline(never)
private func makeObject() -> Something { Something() }

/// Fills a block of known size in this fresh process; how much higher the peak then is, in MiB.
@concurrent @Sendable
func readBlock(_ context: TrialContext) async throws -> [Double] {
  let bytes = blockMebibytes << 20
  guard PeakMemory.reset(), let before = PeakMemory.bytes else { return [] }
  let block = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
  defer { block.deallocate() }
  memset(block, 1, bytes)
  blackHole(block)
  guard let after = PeakMemory.bytes else { return [] }
  return [Double(after - before) / Double(1 << 20)]
}
