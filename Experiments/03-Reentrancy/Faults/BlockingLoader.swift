import Caching

/// Loads on the caller's thread, in two ways: the second lets nobody in meanwhile.
final class BlockingLoader: @unchecked Sendable {  // `kept` only when `guarded`
  private var kept: [CacheKey: String] = [:]
  private let guarded: any Section
  private let load: @Sendable (CacheKey) -> String

  init(_ guarded: any Section, load: @escaping @Sendable (CacheKey) -> String) {
    self.guarded = guarded
    self.load = load
  }

  // lesson: two-sections
  func value(for key: CacheKey) -> String {
    if let value = guarded({ kept[key] }) { return value }
    let value = load(key)  // no await, but nothing is held here either
    guarded { kept[key] = value }
    return value
  }
  // lesson: end

  // lesson: one-section
  func valueInOneSection(for key: CacheKey) -> String {
    guarded {
      if let value = kept[key] { return value }
      let value = load(key)  // whoever wants another key waits as well
      kept[key] = value
      return value
    }
  }
  // lesson: end
}

/// One section as an actor: a method without an `await`.
actor BlockingActor {
  private var kept: [CacheKey: String] = [:]
  private nonisolated let executor: any SerialExecutor
  private let load: @Sendable (CacheKey) -> String

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(on executor: any SerialExecutor, load: @escaping @Sendable (CacheKey) -> String) {
    self.executor = executor
    self.load = load
  }

  func value(for key: CacheKey) -> String {
    if let value = kept[key] { return value }
    let value = load(key)
    kept[key] = value
    return value
  }
}
