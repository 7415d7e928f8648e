import Caching
import Dispatch
import Foundation
import Testing

/// The three ways to keep a loader safe, as contract tests find them.
enum LoaderKind: String, CaseIterable, CustomTestStringConvertible {
  case locked = "LockedLoader"
  case queue = "QueueLoader"
  case actor = "ActorLoader"

  var testDescription: String { rawValue }

  /// Makes a loader; what it does in a line, it does on the queue.
  func make(
    _ configuration: LoaderConfiguration<Int>, queue: DispatchQueue = DispatchQueue(label: "test")
  ) -> any CoalescingLoader<Int> {
    switch self {
    case .locked: LockedLoader(configuration)
    case .queue: QueueLoader(configuration, queue: queue)
    case .actor: ActorLoader(configuration, executor: QueueExecutor(queue: queue))
    }
  }
}

/// A loader whose every job and block is known, so that a test can wait until nothing moves.
final class LoaderWorld: Sendable {
  let pool = CountedExecutor()
  let origin = Origin()
  let queue = DispatchQueue(label: "test.loader")
  let loader: any CoalescingLoader<Int>

  init(
    _ kind: LoaderKind, width: Int = 4, limits: CacheLimits = CacheLimits(totalCost: .max),
    load: (@Sendable (CacheKey) async throws -> Int)? = nil
  ) {
    let configuration = LoaderConfiguration(
      cache: CacheConfiguration(limits: limits), width: width, taskExecutor: pool,
      cost: { $0 }, load: load ?? { [origin] in try await origin.load($0) })
    loader = kind.make(configuration, queue: queue)
  }

  /// Starts a caller, and waits until it got as far as it can.
  func ask(_ key: CacheKey, _ priority: TaskPriority = .medium) async -> Task<Int, any Error> {
    let caller = Task(executorPreference: pool, priority: priority) { [loader] in
      try await loader.value(for: key)
    }
    await settle()
    return caller
  }

  /// Ends the earliest load of a key, and waits until all that follows is done.
  func end(_ key: CacheKey, _ result: Result<Int, any Error>) async {
    origin.end(key, result)
    await settle()
  }

  func cancel(_ caller: Task<Int, any Error>) async {
    caller.cancel()
    await settle()
  }

  /// Waits until no job and no block is left to run: all that suspended waits for the test.
  func settle() async {
    var seen: Int
    repeat {
      seen = pool.jobCount
      await pool.idle()
      // The second finds what a block had put in line before the first.
      for _ in 0..<2 { await withCheckedContinuation { done in queue.async { done.resume() } } }
    } while pool.jobCount != seen
  }
}

/// Runs tasks one job at a time, and can be held.
final class CountedExecutor: TaskExecutor, @unchecked Sendable {  // all state under `lock`
  private let queue = DispatchQueue(label: "test.pool")
  private let lock = NSLock()
  private var enqueued = 0
  private var done = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []
  private let onEnqueue: @Sendable () -> Void

  init(onEnqueue: @escaping @Sendable () -> Void = {}) {
    self.onEnqueue = onEnqueue
  }

  /// How many jobs there ever were.
  var jobCount: Int { lock.withLock { enqueued } }

  func enqueue(_ job: consuming ExecutorJob) {
    onEnqueue()
    let job = UnownedJob(job)
    lock.withLock { enqueued += 1 }
    queue.async { [self] in
      job.runSynchronously(on: asUnownedTaskExecutor())
      let idle = lock.withLock {
        done += 1
        guard done == enqueued else { return [CheckedContinuation<Void, Never>]() }
        defer { waiting = [] }
        return waiting
      }
      for continuation in idle { continuation.resume() }
    }
  }

  /// Suspends until every job there is has run.
  func idle() async {
    await withCheckedContinuation { continuation in
      let isIdle = lock.withLock {
        if done < enqueued { waiting.append(continuation) }
        return done == enqueued
      }
      if isIdle { continuation.resume() }
    }
  }

  func hold() { queue.suspend() }
  func release() { queue.resume() }
}

/// Where the values come from: each load waits until the test ends it.
final class Origin: @unchecked Sendable {  // all state under `lock`
  private let lock = NSLock()
  private var open: [(key: CacheKey, continuation: CheckedContinuation<Int, any Error>)] = []
  private var begunKeys: [CacheKey] = []
  private var cancelledKeys: [CacheKey] = []

  /// The keys whose loads began, in that order.
  var begun: [CacheKey] { lock.withLock { begunKeys } }
  /// The keys whose loads were cancelled; they go on all the same.
  var cancelled: [CacheKey] { lock.withLock { cancelledKeys } }

  func load(_ key: CacheKey) async throws -> Int {
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        lock.withLock {
          begunKeys.append(key)
          open.append((key, continuation))
        }
      }
    } onCancel: {
      lock.withLock { cancelledKeys.append(key) }
    }
  }

  func end(_ key: CacheKey, _ result: Result<Int, any Error>) {
    let ended = lock.withLock {
      open.firstIndex { $0.key == key }.map { open.remove(at: $0) }
    }
    ended?.continuation.resume(with: result)
  }
}

/// A value that threads may share.
final class Box<Value: Sendable>: @unchecked Sendable {  // `value` only under `lock`
  private let lock = NSLock()
  private var value: Value
  init(_ value: Value) { self.value = value }
  func get() -> Value { lock.withLock { value } }
  func set(_ new: Value) { lock.withLock { value = new } }
}
