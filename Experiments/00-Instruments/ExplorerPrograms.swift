import Evidence
import Interleaving
import Measurement
import Reporting

/// One value, kept by an actor on whatever executor it is given.
actor KeptValue {
  private let executor: any SerialExecutor
  private var value: String?

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(on executor: any SerialExecutor) { self.executor = executor }

  func store(_ value: String) { self.value = value }
  func update() { if value != nil { value = "A′" } }
  func read() -> String? { value }
}

/// What the callers of a kept value leave behind.
final class Board: @unchecked Sendable {  // used by one thread at a time
  var read: String?
  var ended = 0
}

// lesson: explored
/// Three tasks and an actor for the explorer; each task has something left to do on its return.
func callInWorld(_ world: World) {
  let value = KeptValue(on: world.serialExecutor("value", policy: .unordered))
  let board = Board()
  world.task("store") {
    await value.store("A")
    board.ended += 1
  }
  world.task("update") {
    await value.update()
    board.ended += 1
  }
  world.task("read") {
    board.read = await value.read()
    board.ended += 1
  }
  world.outcome { board.read ?? "nothing" }
}
// lesson: end

// lesson: floor
/// The same with nothing but a line of jobs: first in, first out, one order and no choice.
func callInLine(_ line: JobLine) {
  let value = KeptValue(on: SerialLine(line))
  let board = Board()
  Task(executorPreference: line) {
    await value.store("A")
    board.ended += 1
  }
  Task(executorPreference: line) {
    await value.update()
    board.ended += 1
  }
  Task(executorPreference: line) {
    board.read = await value.read()
    board.ended += 1
  }
  line.run()
  precondition(board.ended == 3, "a job got lost")
}
// lesson: end

/// The least that an executor can be.
final class JobLine: TaskExecutor, @unchecked Sendable {  // used by one thread at a time
  @exclusivity(unchecked) private var jobs: [(job: UnownedJob, executor: SerialLine?)] = []

  func enqueue(_ job: consuming ExecutorJob) { jobs.append((UnownedJob(job), nil)) }

  fileprivate func add(_ job: UnownedJob, for executor: SerialLine) { jobs.append((job, executor)) }

  func run() {
    var next = 0
    while next < jobs.count {
      let (job, executor) = jobs[next]
      next += 1
      if let executor {
        job.runSynchronously(
          isolatedTo: executor.asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
      } else {
        job.runSynchronously(on: asUnownedTaskExecutor())
      }
    }
    jobs.removeAll(keepingCapacity: true)
  }
}

private final class SerialLine: SerialExecutor, @unchecked Sendable {  // as its line
  private unowned let line: JobLine

  init(_ line: JobLine) { self.line = line }

  func enqueue(_ job: consuming ExecutorJob) { line.add(UnownedJob(job), for: self) }
}

/// Processor time from the first set-up of a program to a later one, noted by the set-ups.
///
/// So neither the start of the search's threads is in it nor the replays, which set up anew too.
private final class SetUpClock: @unchecked Sendable {  // used by one thread, read once it has ended
  private let last: Int
  private var count = 0
  private var start: UInt64 = 0
  private var end: UInt64 = 0

  init(through last: Int) { self.last = last }

  func tick() {
    count += 1
    if count == 1 { start = processorNanosecondsNow() }
    if count == last { end = processorNanosecondsNow() }
  }

  var nanoseconds: Double? { count < last ? nil : Double(end - start) }
}

/// Explores a program; also tells the processor time from its first set-up to the one of a number.
func timeSearch(
  through setUps: Int, _ options: ExplorationOptions,
  _ setUp: @escaping @Sendable (World) -> Void
) async throws -> (nanoseconds: Double?, found: Exploration) {
  let clock = SetUpClock(through: setUps)
  let found = try await ExploredProgram("timed") { world in
    clock.tick()
    setUp(world)
  }.explore(options)
  return (clock.nanoseconds, found)
}

/// A row whose time is told rather than taken.
struct ToldRow: Sendable {
  let id: String
  let batch: Int
  /// Nanoseconds per operation; `nil` where they could not be told.
  let time: @concurrent @Sendable () async throws -> Double?
}

/// Times rows in rounds, in random order, the baseline twice; `nil` where one cannot be told.
@concurrent
func timeInRounds(
  _ rows: [ToldRow], of benchmark: Benchmark, rounds: Int, seed: UInt64
) async throws -> BenchmarkSample? {
  var all = rows
  if let baseline = rows.first(where: { $0.id == benchmark.baseline }) {
    all.append(ToldRow(id: BenchmarkSample.twin, batch: baseline.batch, time: baseline.time))
  }
  // What comes first finds cold caches.
  for row in rows { _ = try await row.time() }
  var generator = SeededGenerator(seed: seed, part: benchmark.id)
  var times = [[Double]](repeating: [], count: all.count)
  for _ in 0..<rounds {
    for index in all.indices.shuffled(using: &generator) {
      guard let time = try await all[index].time() else { return nil }
      times[index].append(time)
    }
  }
  return BenchmarkSample(
    benchmark: benchmark.id, baseline: benchmark.baseline,
    rows: zip(all, times).map { row, times in
      RowSample(row: row.id, batch: row.batch, nanoseconds: times, preemptions: [])
    })
}
