import Caching

/// Loads what it does not keep, and forgets that others come while it loads.
final class CheckingLoader: @unchecked Sendable {  // `kept` only when `guarded`
  private var kept: [CacheKey: String] = [:]
  private let guarded: any Section
  private let load: @Sendable (CacheKey) async throws -> String

  init(_ guarded: any Section, load: @escaping @Sendable (CacheKey) async throws -> String) {
    self.guarded = guarded
    self.load = load
  }

  // lesson: check-await-write
  func value(for key: CacheKey) async throws -> String {
    if let value = guarded({ kept[key] }) { return value }
    let value = try await load(key)  // nothing is held here
    guarded { kept[key] = value }
    return value
  }
  // lesson: end
}

/// The same as an actor.
actor CheckingActor {
  private var kept: [CacheKey: String] = [:]
  private nonisolated let executor: any SerialExecutor
  private let load: @Sendable (CacheKey) async throws -> String

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    on executor: any SerialExecutor, load: @escaping @Sendable (CacheKey) async throws -> String
  ) {
    self.executor = executor
    self.load = load
  }

  // lesson: check-await-write-actor
  func value(for key: CacheKey) async throws -> String {
    if let value = kept[key] { return value }
    let value = try await load(key)  // the actor is free for others here
    kept[key] = value
    return value
  }
  // lesson: end
}
