import Dispatch
import Evidence
import Foundation
import Interleaving
import Synchronization
import Testing

/// The policies, held against the runtime itself: real actors, real threads, no explorer.
@Suite(.serialized) struct RuntimePolicyTests {
  @Test func `a default actor takes what arrived while it was held as the policy says`()
    async throws
  {
    for seed in 1...1_000 as ClosedRange<UInt64> {
      let pattern = Pattern(seed: seed)
      let actor = Held()
      let order = await pattern.run(
        on: pattern, hold: { await actor.hold($0) }, arrive: { await actor.note($0, in: $1) })
      pattern.expect(order, as: .defaultActor)
    }
  }

  @Test func `an actor on a serial queue takes them in order of arrival`() async throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      let pattern = Pattern(seed: seed)
      let actor = HeldOnQueue()
      let order = await pattern.run(
        on: pattern, hold: { await actor.hold($0) }, arrive: { await actor.note($0, in: $1) })
      pattern.expect(order, as: .fifo)
    }
  }

  @Test func `the main actor takes them in order of arrival`() async throws {
    for seed in 1...50 as ClosedRange<UInt64> {
      let pattern = Pattern(seed: seed)
      let order = await pattern.run(
        on: pattern, hold: { gate in await MainActor.run { gate.pass() } },
        arrive: { number, log in await MainActor.run { log.note(number) } })
      pattern.expect(order, as: .fifo)
    }
  }
}

/// Jobs of mixed priorities that arrive at an executor, some while it is held and some later.
private struct Pattern {
  let seed: UInt64
  let priorities: [TaskPriority]
  let heldCount: Int

  init(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    self.seed = seed
    heldCount = Int.random(in: 2...10, using: &generator)
    let known: [TaskPriority] = [
      .background, .low, .medium, .high, TaskPriority(rawValue: 33),
    ]
    priorities = (0..<(heldCount + Int.random(in: 0...4, using: &generator))).map { _ in
      known[Int.random(in: 0..<known.count, using: &generator)]
    }
  }

  /// Lets the jobs arrive from one thread, in order; returns the order in which they ran.
  func run(
    on pattern: Pattern, hold: @escaping @Sendable (Gate) async -> Void,
    arrive: @escaping @Sendable (Int, Log) async -> Void
  ) async -> [Int] {
    // A thread of its own: a pool of one thread is busy holding.
    await withCheckedContinuation { continuation in
      Thread {
        let (gate, log) = (Gate(), Log())
        Task.detached { await hold(gate) }
        gate.waitUntilHeld()
        for (number, priority) in priorities.enumerated() {
          if number == heldCount { gate.open() }
          // Runs on this thread up to its arrival at the actor.
          Task.immediate(priority: priority) { await arrive(number, log) }
        }
        if priorities.count == heldCount { gate.open() }
        continuation.resume(returning: log.wait(for: priorities.count))
      }.start()
    }
  }

  /// What arrived while it was held ran by rank; of any two, the later one was first only where it
  /// has the better rank, since the earlier may have run before it came.
  func expect(_ order: [Int], as policy: ExecutorPolicy) {
    func rank(_ number: Int) -> UInt64 {
      policy.rank(priority: priorities[number].rawValue, arrival: UInt32(number))
    }
    let held = order.filter { $0 < heldCount }
    #expect(held == (0..<heldCount).sorted { rank($0) < rank($1) }, "seed \(seed)")
    for (place, earlier) in order.enumerated() {
      for later in order[(place + 1)...] where later < earlier {
        #expect(rank(earlier) < rank(later), "seed \(seed): \(earlier) before \(later)")
      }
    }
  }
}

/// Holds an executor until it is opened.
private final class Gate: Sendable {
  private let held = DispatchSemaphore(value: 0)
  private let opened = DispatchSemaphore(value: 0)

  func pass() {
    held.signal()
    opened.wait()
  }

  func waitUntilHeld() { held.wait() }
  func open() { opened.signal() }
}

/// The order in which jobs ran.
private final class Log: @unchecked Sendable {  // guarded by the condition
  private let condition = NSCondition()
  private var numbers: [Int] = []

  func note(_ number: Int) {
    condition.withLock {
      numbers.append(number)
      condition.signal()
    }
  }

  func wait(for count: Int) -> [Int] {
    condition.withLock {
      while numbers.count < count { condition.wait() }
      return numbers
    }
  }
}

private actor Held {
  func hold(_ gate: Gate) { gate.pass() }
  func note(_ number: Int, in log: Log) { log.note(number) }
}

private actor HeldOnQueue {
  private static let executor = QueueExecutor()

  nonisolated var unownedExecutor: UnownedSerialExecutor {
    Self.executor.asUnownedSerialExecutor()
  }

  func hold(_ gate: Gate) { gate.pass() }
  func note(_ number: Int, in log: Log) { log.note(number) }
}

private final class QueueExecutor: SerialExecutor {
  private let queue = DispatchQueue(label: "held")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
  }
}
