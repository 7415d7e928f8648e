import Dispatch
import Evidence
import Foundation
import Interleaving
import Measurement
import Reporting
import StudyKit

/// What a schedule costs beside the bare work, and a step of each kind beside a job.
let explorerCheck = Check(
  name: "the explorer’s price",
  table: QuantityTable(
    id: "explorer-price", title: "a schedule beside the bare work",
    summary: "The ratio of *Three tasks and an actor, explored*, and how many schedules of it a "
      + "second of one processor runs, depth first, without traces.",
    quantities: [
      Quantity(
        id: "explored-over-floor", title: "explored over bare", unit: "", places: 2, atMost: 1.5),
      Quantity(id: "schedules-per-second", title: "schedules a second", unit: ""),
    ]),
  benchmarks: [exploredBenchmark, stepBenchmark]
) { context in
  let rounds = context.profile.explorerRounds
  let priced = try await timeInRounds(
    [
      ToldRow(id: "floor", batch: schedules) { timeFloor { callInLine(JobLine()) } },
      ToldRow(id: "kept", batch: schedules) {
        let line = JobLine()
        return timeFloor { callInLine(line) }
      },
      ToldRow(id: "explored", batch: schedules) { try await timeSchedules() },
    ], of: exploredBenchmark, rounds: rounds, seed: context.seed)
  let steps = try await timeInRounds(
    StepKind.here.map { kind in
      ToldRow(id: kind.rawValue, batch: StepKind.schedules * kind.steps) {
        try await kind.time(seed: context.seed)
      }
    }, of: stepBenchmark, rounds: rounds, seed: context.seed)
  let explored = priced.flatMap {
    BenchmarkResult(pooling: [$0], seed: context.seed)["explored"]
  }
  return Observations(
    benchmarks: [priced, steps].compactMap { $0 },
    readings: [
      Reading("explored-over-floor", explored?.ratio?.estimate),
      Reading("schedules-per-second", explored.map { 1e9 / $0.nanoseconds }),
    ])
}

/// Schedules of one exploration that are timed: of all 1,680 the last few are left out, so that the
/// search ends by its limit, and nothing follows it but replays.
private let schedules = 1_600

let exploredBenchmark = Benchmark(
  id: "explored", title: "Three tasks and an actor, explored",
  summary: "One operation is one schedule: three tasks are started, each calls the actor and comes "
    + "back, nine jobs in all. The bare work runs them first in, first out, on an executor made "
    + "anew; the explorer runs them in another order each time, depth first. Given is processor "
    + "time, from the first of \(schedules) schedules to the last, so that neither the start of an "
    + "exploration nor its replays are in it.",
  listing: """
    world.task("store") {
      await value.store("A")
      board.ended += 1
    }
    // update and read likewise
    """,
  baseline: "floor",
  rows: [
    .init(
      id: "floor", title: "The bare work", summary: "A line of jobs made anew, run in one order.",
      callerExecutor: "one line", prediction: nil),
    .init(
      id: "kept", title: "The bare work, the line kept",
      summary: "The same, but the line and its room are kept from one run to the next.",
      callerExecutor: "one line", prediction: nil),
    .init(
      id: "explored", title: "Explored", summary: "Each schedule in its turn, depth first.",
      callerExecutor: "the explorer", prediction: .slower),
  ],
  question: "The explorer holds every job back until it is chosen. How much longer does one run of "
    + "the program take than the bare work?")

@inline(__always)
private func timeFloor(_ call: () -> Void) -> Double {
  let start = processorNanosecondsNow()
  for _ in 0..<schedules { call() }
  return Double(processorNanosecondsNow() - start) / Double(schedules)
}

@concurrent
private func timeSchedules() async throws -> Double? {
  let options = ExplorationOptions(limits: ExplorationLimits(schedules: schedules))
  let (nanoseconds, _) = try await timeSearch(through: schedules, options, callInWorld)
  return nanoseconds.map { $0 / Double(schedules - 1) }
}

let stepBenchmark = Benchmark(
  id: "steps", title: "A step of each kind",
  summary: "One operation is one step, of which a schedule has some two hundred; schedules at "
    + "random, since only then is there more than one where nothing competes. Given is processor "
    + "time, of all threads.",
  listing: """
    lock.withLock {}
    queue.sync {}
    queue.async { board.ended += 1 }
    """,
  baseline: StepKind.job.rawValue, rows: StepKind.allCases.map(\.row),
  question: "A lock parks whoever takes it until the explorer says go. Will that cost more than a "
    + "job, and what if another thread goes on?")

/// What a step can be.
enum StepKind: String, CaseIterable, Sendable {
  case job, lock, turns, sync, block

  /// Schedules timed, each with its set-up.
  static let schedules = 10

  /// Those that can be explored here: queues are taken over on Linux only.
  static var here: [StepKind] {
    #if os(Linux)
      allCases
    #else
      [.job, .lock, .turns]
    #endif
  }

  var row: Benchmark.Row {
    let (title, summary, prediction): (String, String, Separation?) =
      switch self {
      case .job: ("A job", "One task goes to an actor and back, again and again.", nil)
      case .lock: ("A section of a lock", "One thread takes a lock that nobody else wants.", nil)
      case .turns:
        (
          "A section, another thread",
          "Eight threads take one lock; after seven steps in eight another thread "
            + "goes on.", .slower
        )
      case .sync: ("A section of a queue", "`sync` on a serial queue, by one thread.", .slower)
      case .block:
        (
          "A block of a queue",
          "`async` on a serial queue, by the block before: submitting is a "
            + "step, running is another.", .slower
        )
      }
    return Benchmark.Row(
      id: rawValue, title: title, summary: summary, callerExecutor: "the explorer",
      prediction: prediction)
  }

  /// Steps of a schedule, and the beginnings of threads and tasks among them.
  var steps: Int {
    switch self {
    case .job, .lock, .sync: 201
    case .turns: 208
    case .block: 199
    }
  }

  @Sendable
  fileprivate func setUp(_ world: World) {
    let board = Board()
    switch self {
    case .job:
      let value = KeptValue(on: world.serialExecutor("value", policy: .unordered))
      world.task("caller") {
        for _ in 0..<100 {
          await value.update()
          board.ended += 1
        }
      }
    case .lock, .turns:
      let lock = world.lock("lock")
      let threads = self == .lock ? 1 : 8
      for thread in 0..<threads {
        world.thread("caller \(thread)") { for _ in 0..<200 / threads { lock.withLock {} } }
      }
    case .sync:
      let queue = DispatchQueue(label: "queue")
      world.thread("caller") { for _ in 0..<200 { queue.sync { board.ended += 1 } } }
    case .block:
      submit(100, to: DispatchQueue(label: "queue"), board)
    }
  }

  /// Submits a block that submits the next.
  private func submit(_ count: Int, to queue: DispatchQueue, _ board: Board) {
    queue.async {
      board.ended += 1
      if count > 1 { submit(count - 1, to: queue, board) }
    }
  }

  /// Processor time of a step; `nil` where a schedule has other than so many.
  @concurrent
  func time(seed: UInt64) async throws -> Double? {
    let options = ExplorationOptions(
      strategy: .randomWalk, seed: seed, limits: ExplorationLimits(sample: Self.schedules + 1))
    let (nanoseconds, found) = try await timeSearch(
      through: Self.schedules + 1, options, setUp)
    guard found.steps == found.schedules * steps else { return nil }
    return nanoseconds.map { $0 / Double(Self.schedules * steps) }
  }
}

extension Profile {
  /// Rounds with the explorer, each of which explores several times.
  fileprivate var explorerRounds: Int {
    switch self {
    case .quick: 10
    case .standard: 40
    case .full: 100
    }
  }
}
