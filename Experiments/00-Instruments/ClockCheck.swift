import Dispatch
import Evidence
import Foundation
import Measurement
import Reporting
import StudyKit

/// The clock that all else is timed with.
let clockCheck = Check(
  name: "the clock",
  table: QuantityTable(
    id: "clock-figures", title: "the clock",
    summary: "The time is read over and over in stretches. Two readings stand around every epoch, "
      + "so their cost must be small beside an epoch's length; the resolution is the smallest step "
      + "ever seen between two readings.",
    quantities: [
      Quantity(id: "clock-cost", title: "one reading", unit: "ns", places: 1, atMost: 100),
      Quantity(id: "clock-resolution", title: "smallest step", unit: "ns", atMost: 100),
    ]),
  benchmarks: [clockBenchmark]
) { context in
  let calibration = ClockCalibration.measured()
  let rows: [(id: String, loop: @Sendable (Int) -> Void)] = [
    ("shim", readShim), ("continuous", readContinuousClock), ("dispatch", readDispatchTime),
    ("date", readDate),
  ]
  let sample = await measure(
    clockBenchmark.id, rows.map { .synchronous($0.id, $0.loop) }, against: "shim",
    plan: .short(rounds: context.profile.rounds), seed: context.seed)
  return Observations(
    benchmarks: [sample],
    readings: [
      Reading("clock-cost", calibration.cost),
      Reading("clock-resolution", calibration.resolution),
    ])
}

private let clockBenchmark = Benchmark(
  id: "clock", title: "Reading a clock",
  summary: "One reading of the time, by the means that a Swift program on this machine has. The "
    + "instruments call the system's monotonic clock through a shim in C that is inlined.",
  listing: "blackHole(ContinuousClock.now)", baseline: "shim",
  rows: [
    .init(
      id: "shim", title: "The shim", summary: "The system's monotonic clock, called from C.",
      callerExecutor: "global pool", prediction: nil),
    .init(
      id: "continuous", title: "ContinuousClock.now", summary: "The standard library's clock.",
      callerExecutor: "global pool", prediction: .slower),
    .init(
      id: "dispatch", title: "DispatchTime.now()", summary: "Dispatch's clock.",
      callerExecutor: "global pool", prediction: nil),
    .init(
      id: "date", title: "Date.now", summary: "Foundation's wall clock.",
      callerExecutor: "global pool", prediction: nil),
  ])

extension MeasurementPlan {
  /// Rounds without single operations, of epochs half as long as usual: a check of the instruments
  /// is many measurements, and none of them is of anything slow.
  static func short(rounds: Int) -> MeasurementPlan {
    MeasurementPlan(
      rounds: rounds, epochNanoseconds: 500_000, serviceSamples: 0, responseSamples: 0)
  }
}

@inline(never) @Sendable
private func readShim(_ times: Int) {
  for _ in 0..<times { blackHole(nanosecondsNow()) }
}

@inline(never) @Sendable
private func readContinuousClock(_ times: Int) {
  for _ in 0..<times { blackHole(ContinuousClock.now) }
}

@inline(never) @Sendable
private func readDispatchTime(_ times: Int) {
  for _ in 0..<times { blackHole(DispatchTime.now().uptimeNanoseconds) }
}

@inline(never) @Sendable
private func readDate(_ times: Int) {
  for _ in 0..<times { blackHole(Date.now) }
}
