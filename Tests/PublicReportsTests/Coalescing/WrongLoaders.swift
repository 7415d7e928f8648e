import Caching
import Foundation
import Interleaving

// The shapes that were reported, each as small as it can be and still wrong.

/// Looks, awaits, writes: whoever asks before the first answer is written loads too.
struct CheckAwaitWrite: Sendable {
  let cache: any ImageCache<String>
  let fetch: Load

  func value(for key: CacheKey) async throws -> String {
    if let value = await cache.value(for: key) { return value }
    let value = try await fetch(key)
    await cache.store(value, for: key, cost: 1)
    return value
  }
}

/// Keeps lists of who waits behind a lock, with a gap between looking one up and being in it.
final class GappedLoader: @unchecked Sendable {  // `waiting` only under `lock`
  typealias Handler = @Sendable (String) -> Void

  private let lock: any NSLocking
  private let executor: any TaskExecutor
  private let fetch: Load
  private var waiting: [CacheKey: [Handler]] = [:]

  init(
    lock: any NSLocking, executor: any TaskExecutor,
    load: @escaping Load
  ) {
    self.lock = lock
    self.executor = executor
    fetch = load
  }

  func value(for key: CacheKey, completion: @escaping Handler) {
    let isLoading = lock.withLock { waiting[key] != nil }
    guard !isLoading else { return lock.withLock { waiting[key]?.append(completion) ?? () } }
    lock.withLock { waiting[key] = [completion] }
    Task(executorPreference: executor) { [self] in
      let value = try await fetch(key)
      let handlers = lock.withLock { waiting.removeValue(forKey: key) } ?? []
      for handler in handlers { handler(value) }
    }
  }
}

/// Shares one task a key, and is wrong about who may end it.
actor SharedTaskLoader {
  private nonisolated let executor: any SerialExecutor
  private let fetch: Load
  /// Whether one caller's cancellation is everybody's; else it is nobody's.
  private let isCancelledByAny: Bool
  private var loads: [CacheKey: Task<String, any Error>] = [:]

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    executor: any SerialExecutor, isCancelledByAny: Bool,
    load: @escaping Load
  ) {
    self.executor = executor
    self.isCancelledByAny = isCancelledByAny
    fetch = load
  }

  func value(for key: CacheKey) async throws -> String {
    let task = loads[key] ?? Task { [fetch] in try await fetch(key) }
    loads[key] = task
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      if isCancelledByAny { task.cancel() }
    }
  }
}

/// Has one place for a load, given by the urgency of whoever asked first for its key, and to
/// cancelled callers too.
actor OnePlaceLoader {
  private nonisolated let executor: any SerialExecutor
  private let fetch: Load
  private var loads: [CacheKey: Task<String, any Error>] = [:]
  private var isTaken = false
  private var line: [(priority: TaskPriority, turn: CheckedContinuation<Void, Never>)] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(executor: any SerialExecutor, load: @escaping Load) {
    self.executor = executor
    fetch = load
  }

  func value(for key: CacheKey) async throws -> String {
    if let load = loads[key] { return try await load.value }
    let priority = Task.currentPriority
    let load = Task {
      await takePlace(priority)
      defer { givePlace() }
      return try await fetch(key)
    }
    loads[key] = load
    return try await load.value
  }

  private func takePlace(_ priority: TaskPriority) async {
    if isTaken { return await withCheckedContinuation { line.append((priority, $0)) } }
    isTaken = true
  }

  private func givePlace() {
    let most = line.map(\.priority).max()
    guard let next = line.firstIndex(where: { $0.priority == most }) else {
      isTaken = false
      return
    }
    line.remove(at: next).turn.resume()
  }
}

/// Answers by a handler when a load is done or when it is cancelled: whichever comes first, if the
/// other does not come between its question and its word.
final class RacingAnswer: @unchecked Sendable {  // `isAnswered` only under `lock`
  private let lock: any NSLocking
  private var isAnswered = false
  private let handler: @Sendable (String) -> Void

  init(lock: any NSLocking, handler: @escaping @Sendable (String) -> Void) {
    self.lock = lock
    self.handler = handler
  }

  func answer(_ value: String) {
    guard !lock.withLock({ isAnswered }) else { return }
    lock.withLock { isAnswered = true }
    handler(value)
  }
}
