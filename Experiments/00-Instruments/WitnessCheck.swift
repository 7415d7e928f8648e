import Evidence
import Foundation
import Measurement
import Reporting
import StudyKit

/// Whether another harness gives the same time for the same work.
let witnessCheck = Check(
  name: "the outside witness",
  table: QuantityTable(
    id: "witness-figures", title: "ours beside Google Benchmark's",
    summary:
      "The ratio of *A mutex pair, here and by Google Benchmark*, turned round: our time for a "
      + "pair over the witness's.",
    quantities: [
      Quantity(
        id: "ours-over-witness", title: "ours over Google Benchmark's", unit: "", places: 3,
        atLeast: 0.9, atMost: 1.1)
    ]),
  benchmarks: [witnessBenchmark]
) { context in
  guard let source = packageRoot()?.appending(path: WitnessProgram.source),
    let program = WitnessProgram.compiled(from: source)
  else { return Observations() }
  defer { program.remove() }
  guard let sample = try await compare(program, context) else { return Observations() }
  let result = BenchmarkResult(pooling: [sample], seed: context.seed)
  return Observations(
    benchmarks: [sample],
    readings: [Reading("ours-over-witness", result["google"]?.ratio.map { 1 / $0.estimate })])
}

let witnessBenchmark = Benchmark(
  id: "witness", title: "A mutex pair, here and by Google Benchmark",
  summary: "One operation is one uncontended pthread mutex pair, in a loop of the same shape in "
    + "Swift and in C++. In every round each is timed in a fresh process of its own, since where "
    + "the mutex and the code happen to lie moves so short a loop by some cycles; of \(stretches) "
    + "stretches of about a millisecond each gives its best. Where the library is not installed "
    + "there is no witness.",
  listing: """
    pthread_mutex_lock(mutex)
    pthread_mutex_unlock(mutex)
    """,
  baseline: "here",
  rows: [
    .init(
      id: "here", title: "Here", summary: "The loop in Swift, timed by our clock.",
      callerExecutor: "global pool", prediction: nil),
    .init(
      id: "google", title: "Google Benchmark",
      summary: "The loop in C++, timed by Google Benchmark.", callerExecutor: "its main thread",
      prediction: nil),
  ],
  question: "Two harnesses time the same work. How far apart will they be?")

/// Times both in rounds, in random order; `nil` where the witness fails.
///
/// Of several short stretches each gives its best: a process cannot be timed in turns with a loop
/// as closely as two loops can, and what disturbs one must not count against it.
private func compare(
  _ program: WitnessProgram, _ context: TrialContext
) async throws -> BenchmarkSample? {
  let rows = ["here", "google", BenchmarkSample.twin]
  var generator = SeededGenerator(seed: context.seed, part: "witness")
  var times = [[Double]](repeating: [], count: rows.count)
  for _ in 0..<context.profile.witnessRounds {
    for index in rows.indices.shuffled(using: &generator) {
      let time =
        rows[index] == "google"
        ? program.nanosecondsPerPair(stretches: stretches)
        : try await context.probe(WitnessProgram.counterpart).first
      // What no pair can take is no answer.
      guard let time, (0.01...1e6).contains(time) else { return nil }
      times[index].append(time)
    }
  }
  return BenchmarkSample(
    benchmark: witnessBenchmark.id, baseline: witnessBenchmark.baseline,
    rows: zip(rows, times).map { row, times in
      RowSample(row: row, batch: stretchPairs, nanoseconds: times, preemptions: [])
    })
}

/// The same loop in Swift, nanoseconds per pair.
@concurrent @Sendable
func timeMutexPairs(_ context: TrialContext) async throws -> [Double] {
  let work = MutexPairs()
  let times = (0..<stretches).map { _ in
    let start = nanosecondsNow()
    work.run(stretchPairs)
    return Double(nanosecondsNow() - start) / Double(stretchPairs)
  }
  return times.min().map { [$0] } ?? []
}

/// Stretches of about a millisecond, of which the best counts.
private let stretches = 10
private let stretchPairs = 100_000

extension Profile {
  /// Rounds with the witness, each of which starts a process.
  fileprivate var witnessRounds: Int {
    switch self {
    case .quick: 5
    case .standard: 20
    case .full: 60
    }
  }
}
