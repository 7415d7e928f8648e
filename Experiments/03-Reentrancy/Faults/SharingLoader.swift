import Caching

/// Shares one task among those who ask for a key; in two ways, each wrong about who may end it.
final class SharingLoader: @unchecked Sendable {  // `loads` only when `guarded`
  private var loads: [CacheKey: Task<String, any Error>] = [:]
  private let guarded: any Section
  private let taskExecutor: any TaskExecutor
  private let load: @Sendable (CacheKey) async throws -> String

  init(
    _ guarded: any Section, tasksOn taskExecutor: any TaskExecutor,
    load: @escaping @Sendable (CacheKey) async throws -> String
  ) {
    self.guarded = guarded
    self.taskExecutor = taskExecutor
    self.load = load
  }

  // lesson: nobody-ends-it
  func value(for key: CacheKey) async throws -> String {
    try await shared(key).value  // a cancelled caller waits on, and the load never hears of it
  }
  // lesson: end

  // lesson: anybody-ends-it
  func cancellableValue(for key: CacheKey) async throws -> String {
    let task = shared(key)
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()  // for everybody who waits
    }
  }
  // lesson: end

  private func shared(_ key: CacheKey) -> Task<String, any Error> {
    guarded {
      if let task = loads[key] { return task }
      let task = Task(executorPreference: taskExecutor) { [load] in try await load(key) }
      loads[key] = task
      return task
    }
  }
}

/// The same as an actor.
actor SharingActor {
  private var loads: [CacheKey: Task<String, any Error>] = [:]
  private nonisolated let executor: any SerialExecutor
  private let taskExecutor: any TaskExecutor
  private let load: @Sendable (CacheKey) async throws -> String

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    on executor: any SerialExecutor, tasksOn taskExecutor: any TaskExecutor,
    load: @escaping @Sendable (CacheKey) async throws -> String
  ) {
    self.executor = executor
    self.taskExecutor = taskExecutor
    self.load = load
  }

  func value(for key: CacheKey) async throws -> String { try await shared(key).value }

  func cancellableValue(for key: CacheKey) async throws -> String {
    let task = shared(key)
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  private func shared(_ key: CacheKey) -> Task<String, any Error> {
    if let task = loads[key] { return task }
    let task = Task(executorPreference: taskExecutor) { [load] in try await load(key) }
    loads[key] = task
    return task
  }
}
