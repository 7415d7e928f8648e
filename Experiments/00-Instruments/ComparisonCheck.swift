import Evidence
import Foundation
import Measurement
import Reporting
import StudyKit

/// The comparison put to the test: the same code twice, and a difference that is known.
func comparisonCheck(_ load: MachineLoad) -> Check {
  Check(
    name: "the comparison \(load.phrase)", table: load.table,
    benchmarks: load == .idle ? [comparisonBenchmark, wakeBenchmark] : []
  ) { context in
    guard load == .busy else {
      var observed = await compareRepeatedly(load, context)
      observed.benchmarks = [
        await measure(
          comparisonBenchmark.id, comparisonRows(), against: "baseline",
          plan: context.profile.comparisonPlan, seed: context.seed),
        await measureWakes(.short(rounds: context.profile.rounds), seed: context.seed),
      ]
      return observed
    }
    return try await context.during(
      "busy", count: ProcessInfo.processInfo.activeProcessorCount
    ) { await compareRepeatedly(load, context) }
  }
}

/// What else the machine does while it is measured.
enum MachineLoad: String, CaseIterable, Sendable {
  case idle, busy

  var phrase: String { self == .idle ? "with nothing beside it" : "beside busy cores" }

  func id(_ name: String) -> String { "\(rawValue)-\(name)" }

  fileprivate var table: QuantityTable {
    QuantityTable(
      id: id("comparison"), title: "the comparison \(phrase)", summary: summary,
      quantities: [
        Quantity(
          id: id("departure"), title: "largest departure of identical code from 1", unit: "%",
          places: 3, summary: .greatest, atMost: self == .idle ? 1 : nil),
        Quantity(
          id: id("identical"), title: "identical code not separated", unit: "of 100", places: 1,
          summary: .mean, atLeast: 95),
        Quantity(
          id: id("planted"), title: "the planted difference found", unit: "of 100", places: 1,
          summary: .mean, atLeast: 95),
        Quantity(id: id("repeats"), title: "measurements in a process", unit: ""),
      ])
  }

  private var summary: String {
    switch self {
    case .idle:
      "A whole small measurement, repeated with a fresh seed: three rows, of which one is the "
        + "baseline's code once more and one the planted difference, judged as every row of every "
        + "report is. The departure is that of the ratio's estimate, the largest of a process."
    case .busy:
      "The same once more, while a process for each core does nothing but spin. Times are then "
        + "long and wild; the question is whether the ratios and what is said of them still hold. "
        + "How far an estimate may stray was not declared."
    }
  }
}

/// Mutex pairs in one operation of the baseline.
private let basePairs = 100
/// Mutex pairs in one operation of the row with the planted difference.
private let plantedPairs = 103

let comparisonBenchmark = Benchmark(
  id: "aa", title: "The same code twice, and a planted difference",
  summary: "One operation is \(basePairs) uncontended pthread mutex pairs. A second row runs the "
    + "same code; a third does \(plantedPairs) pairs, so its true ratio is known: "
    + "\(Double(plantedPairs) / Double(basePairs)).",
  listing: """
    for _ in 0..<100 {
      pthread_mutex_lock(mutex)
      pthread_mutex_unlock(mutex)
    }
    """,
  baseline: "baseline",
  rows: [
    .init(
      id: "baseline", title: "\(basePairs) pairs", summary: "The work.",
      callerExecutor: "global pool", prediction: nil),
    .init(
      id: "same", title: "\(basePairs) pairs once more", summary: "The same loop, the same mutex.",
      callerExecutor: "global pool", prediction: .notSeparated),
    .init(
      id: "planted", title: "\(plantedPairs) pairs",
      summary: "The same loop, \(plantedPairs - basePairs) pairs more in each operation.",
      callerExecutor: "global pool", prediction: .slower),
  ],
  question:
    "One row is the baseline's code again, one has 3 % more to do. Does a clock on a shared "
    + "machine tell the one from the other?")

let wakeBenchmark = Benchmark(
  id: "wake", title: "The same hops twice",
  summary: "One operation awaits a function of the pool from the main actor and comes back: a "
    + "thread of the pool has to wake, and then the main thread. A second row does the same.",
  listing: """
    await onPool()  // from the main actor
    """,
  baseline: "baseline",
  rows: [
    .init(
      id: "baseline", title: "There and back", summary: "Two hops.", callerExecutor: "main actor",
      prediction: nil),
    .init(
      id: "same", title: "There and back once more", summary: "The same two hops.",
      callerExecutor: "main actor", prediction: .notSeparated),
  ],
  question: "Will a row that wakes threads be as steady as one that does not?")

@MainActor
private func measureWakes(_ plan: MeasurementPlan, seed: UInt64) async -> BenchmarkSample {
  await measure(
    wakeBenchmark.id,
    ["baseline", "same"].map { .onMainActor($0) { await hopThereAndBack($0) } },
    against: "baseline", plan: plan, seed: seed)
}

@MainActor @inline(never)
private func hopThereAndBack(_ times: Int) async {
  for time in 0..<times {
    await onPool()
    blackHole(UInt64(time))
  }
}

/// Nothing, on the pool: the way to a function with an empty body is left out.
@concurrent @inline(never)
private func onPool() async { blackHole(0) }

private func comparisonRows() -> [Workload] {
  let work = MutexPairs()
  return [("baseline", basePairs), ("same", basePairs), ("planted", plantedPairs)].map {
    name, pairs in .synchronous(name) { work.run(pairs * $0) }
  }
}

// lesson: comparison-repeated
/// Measures the three rows again and again, and counts what was said of them.
private func compareRepeatedly(
  _ load: MachineLoad, _ context: TrialContext
) async -> Observations {
  let repeats = context.profile.repeats
  var departures: [Double] = []
  var identical = 0
  var found = 0
  for number in 1...repeats {
    var seeds = SeededGenerator(seed: context.seed, part: "\(load) \(number)")
    let sample = await measure(
      "repeat", comparisonRows(), against: "baseline",
      plan: .short(rounds: context.profile.rounds), seed: seeds.next())
    let result = BenchmarkResult(pooling: [sample], seed: seeds.next())
    departures.append(abs((result["same"]?.ratio?.estimate ?? .nan) - 1) * 100)
    if result["same"]?.separation == .notSeparated { identical += 1 }
    if result["planted"]?.separation == .slower { found += 1 }
  }
  // lesson: end
  return Observations(
    readings: [
      Reading(load.id("departure"), departures.max()),
      Reading(load.id("identical"), 100 * Double(identical) / Double(repeats)),
      Reading(load.id("planted"), 100 * Double(found) / Double(repeats)),
      Reading(load.id("repeats"), Double(repeats)),
    ])
}

/// Spins until it is stopped, so that a core is not free.
@concurrent @Sendable
func keepBusy(_ context: TrialContext) async throws -> [Double] {
  var spins: UInt64 = 0
  while !Task.isCancelled {
    spins &+= 1
    blackHole(spins)
  }
  return []
}

extension Profile {
  /// Measurements of the comparison in one trial.
  fileprivate var repeats: Int {
    let inAll =
      switch self {
      case .quick: 2
      case .standard: 10
      case .full: 100
      }
    return (inAll + trials - 1) / trials
  }

  /// The plan of the benchmark that the report shows.
  fileprivate var comparisonPlan: MeasurementPlan {
    let samples = self == .quick ? 1_000 : 10_000
    return MeasurementPlan(
      rounds: rounds, serviceSamples: samples, responseSamples: samples)
  }
}
