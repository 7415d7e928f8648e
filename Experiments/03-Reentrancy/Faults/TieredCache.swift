import Caching

/// Memory before a slow disk, with what a read may do to a store that came meanwhile.
final class TieredCache: @unchecked Sendable {  // all that may change only when `guarded`
  private var memory: [CacheKey: String] = [:]
  private var generations: [CacheKey: Int] = [:]
  private let guarded: any Section
  private let disk: @Sendable (CacheKey) async throws -> String

  init(_ guarded: any Section, disk: @escaping @Sendable (CacheKey) async throws -> String) {
    self.guarded = guarded
    self.disk = disk
  }

  // lesson: stale-read
  func value(for key: CacheKey) async throws -> String {
    if let value = guarded({ memory[key] }) { return value }
    let value = try await disk(key)
    guarded { memory[key] = value }  // over whatever was stored meanwhile
    return value
  }
  // lesson: end

  func store(_ value: String, for key: CacheKey) {
    guarded {
      memory[key] = value
      generations[key, default: 0] += 1
    }
  }

  // lesson: generation
  func newestValue(for key: CacheKey) async throws -> String {
    let (found, generation) = guarded { (memory[key], generations[key]) }
    if let found { return found }
    let value = try await disk(key)
    return guarded {
      // A store or a removal counts a generation on: what was read before it is old.
      guard generations[key] == generation else { return memory[key] ?? value }
      memory[key] = value
      return value
    }
  }
  // lesson: end
}

/// The same as an actor.
actor TieredActor {
  private var memory: [CacheKey: String] = [:]
  private var generations: [CacheKey: Int] = [:]
  private nonisolated let executor: any SerialExecutor
  private let disk: @Sendable (CacheKey) async throws -> String

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    on executor: any SerialExecutor, disk: @escaping @Sendable (CacheKey) async throws -> String
  ) {
    self.executor = executor
    self.disk = disk
  }

  func value(for key: CacheKey) async throws -> String {
    if let value = memory[key] { return value }
    let value = try await disk(key)
    memory[key] = value
    return value
  }

  func store(_ value: String, for key: CacheKey) {
    memory[key] = value
    generations[key, default: 0] += 1
  }

  func newestValue(for key: CacheKey) async throws -> String {
    if let value = memory[key] { return value }
    let generation = generations[key]
    let value = try await disk(key)
    guard generations[key] == generation else { return memory[key] ?? value }
    memory[key] = value
    return value
  }
}
