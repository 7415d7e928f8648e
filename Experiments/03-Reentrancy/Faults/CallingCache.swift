import Caching

/// Calls its callers' handlers; in two ways: the first inside the section.
final class CallingCache: @unchecked Sendable {  // `kept` only when `guarded`
  private var kept: [CacheKey: String] = [:]
  private let guarded: any Section

  init(_ kept: [CacheKey: String], _ guarded: any Section) {
    self.kept = kept
    self.guarded = guarded
  }

  // lesson: handler-inside
  func value(for key: CacheKey, handler: (String?) -> Void) {
    guarded { handler(kept[key]) }  // a handler that asks the cache again waits for itself
  }
  // lesson: end

  // lesson: handler-outside
  func valueOutside(for key: CacheKey, handler: (String?) -> Void) {
    let value = guarded { kept[key] }
    handler(value)
  }
  // lesson: end
}

/// The same as an actor. Its handler has to be asynchronous to ask the actor again, and awaiting it
/// lets it in.
actor CallingActor {
  private var kept: [CacheKey: String] = [:]
  private nonisolated let executor: any SerialExecutor

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ kept: [CacheKey: String], on executor: any SerialExecutor) {
    self.kept = kept
    self.executor = executor
  }

  func value(for key: CacheKey, handler: @Sendable (String?) async -> Void) async {
    await handler(kept[key])
  }
}
