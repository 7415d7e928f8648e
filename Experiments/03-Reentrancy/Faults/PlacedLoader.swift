import Caching

/// Waits for a place before it loads; in two ways: the first does not ask again whether it should.
final class PlacedLoader: @unchecked Sendable {  // `kept` only when `guarded`
  private var kept: [CacheKey: String] = [:]
  private let guarded: any Section
  private let place: @Sendable () async throws -> Void
  private let load: @Sendable (CacheKey) async throws -> String

  init(
    _ guarded: any Section, place: @escaping @Sendable () async throws -> Void,
    load: @escaping @Sendable (CacheKey) async throws -> String
  ) {
    self.guarded = guarded
    self.place = place
    self.load = load
  }

  // lesson: asked-once
  func value(for key: CacheKey) async throws -> String {
    try Task.checkCancellation()
    if let value = guarded({ kept[key] }) { return value }
    try await place()  // suspends until there is a place for a load
    let value = try await load(key)
    guarded { kept[key] = value }
    return value
  }
  // lesson: end

  func wantedValue(for key: CacheKey) async throws -> String {
    if let value = guarded({ kept[key] }) { return value }
    // lesson: asked-again
    try await place()
    try Task.checkCancellation()  // whoever was suspended asks again
    let value = try await load(key)
    // lesson: end
    guarded { kept[key] = value }
    return value
  }
}

/// The same as an actor.
actor PlacedActor {
  private var kept: [CacheKey: String] = [:]
  private nonisolated let executor: any SerialExecutor
  private let place: @Sendable () async throws -> Void
  private let load: @Sendable (CacheKey) async throws -> String

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    on executor: any SerialExecutor, place: @escaping @Sendable () async throws -> Void,
    load: @escaping @Sendable (CacheKey) async throws -> String
  ) {
    self.executor = executor
    self.place = place
    self.load = load
  }

  func value(for key: CacheKey) async throws -> String {
    try Task.checkCancellation()
    if let value = kept[key] { return value }
    try await place()
    let value = try await load(key)
    kept[key] = value
    return value
  }

  func wantedValue(for key: CacheKey) async throws -> String {
    if let value = kept[key] { return value }
    try await place()
    try Task.checkCancellation()
    let value = try await load(key)
    kept[key] = value
    return value
  }
}
