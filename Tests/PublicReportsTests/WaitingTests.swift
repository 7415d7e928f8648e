import Caching
import Dispatch
import Evidence
import Foundation
import Interleaving
import Testing

/// Callers that wait for what waits for them.
@Suite(
  .enabled(
    if: dlsym(nil, "__tsan_init") == nil, "needs a build without sanitizer: the search is too large"
  ))
struct WaitingTests {
  // MARK: TMCache 39 and PINCache 150

  // A step that blocked its thread, were it for a turn on the pool, would be a finding.
  @Test(arguments: ExploredBackend.allCases)
  func `a read that is awaited blocks no thread`(backend: ExploredBackend) async throws {
    let found = try await explore("\(backend)", strategy: backend.strategy) { world in
      let cache = backend.make(in: world)
      for name in ["first", "second", "third"] {
        world.task(name) { world.record(name, await cache.value(for: "a") ?? "none") }
      }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["first = none, second = none, third = none"])
  }

  @Test(arguments: ExploredLoader.allCases)
  func `a load that is awaited blocks no thread`(kind: ExploredLoader) async throws {
    let found = try await explore("\(kind)", strategy: .sourceDPOR) { world in
      let loader = kind.make(in: world, width: 1) { $0.text }
      for name in ["a", "b"] { world.caller(name, of: loader, for: CacheKey(name)) }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["a = a, b = b"])
  }

  #if os(Linux)
    // A serial queue stands for a pool all of whose other threads wait already.
    @Test func `a read that waits on the pool for work that needs the pool never ends`()
      async throws
    {
      let found = try await explore { world in
        let pool = DispatchQueue(label: "pool")
        let cache = QueueCache<String>(
          CacheConfiguration(limits: CacheLimits(totalCost: .max)), queue: pool)
        world.thread("caller") {
          pool.async {
            let isAnswered = DispatchGroup()
            isAnswered.enter()
            cache.value(for: "a") { _ in isAnswered.leave() }
            isAnswered.wait()
          }
        }
      }
      #expect(found.isComplete)
      #expect(found.outcomeNames == ["deadlock"])
    }

    @Test func `a read that is awaited in the same place ends`() async throws {
      let found = try await explore { world in
        let pool = DispatchQueue(label: "pool")
        let cache = QueueCache<String>(
          CacheConfiguration(limits: CacheLimits(totalCost: .max)), queue: pool)
        world.thread("caller") {
          pool.async { cache.value(for: "a") { world.record("caller", $0 ?? "none") } }
        }
      }
      #expect(found.isComplete)
      #expect(found.outcomeNames == ["caller = none"])
    }

    // MARK: SDWebImage 507

    @Test(arguments: SynchronousBackend.allCases)
    func `main that waits for the cache while the cache waits for main is a deadlock`(
      backend: SynchronousBackend
    ) async throws {
      let found = try await explore("\(backend)") { world in
        let cache = backend.make(in: world)
        world.thread("loader") {
          cache.changeValue(for: "a") { _ in DispatchQueue.main.sync { ("drawn", 1) } }
        }
        world.task("view") { @MainActor in _ = cache.cachedValue(for: "a") }
        world.outcome { "finished" }
      }
      #expect(found.isComplete)
      #expect(found.outcomeNames == ["deadlock", "finished"])
    }

    @Test(arguments: SynchronousBackend.allCases)
    func `main that waits for a cache that hands its work on to main always goes on`(
      backend: SynchronousBackend
    ) async throws {
      let found = try await explore("\(backend)", strategy: backend.strategy) { world in
        let cache = backend.make(in: world)
        world.thread("loader") {
          DispatchQueue.main.async { cache.changeValue(for: "a") { _ in ("drawn", 1) } }
        }
        world.task("view") { @MainActor in
          world.record("view", cache.cachedValue(for: "a") ?? "none")
        }
      }
      #expect(found.isComplete)
      #expect(found.outcomeNames == ["view = drawn", "view = none"])
    }

    @Test(arguments: SynchronousBackend.allCases)
    func `main that awaits the cache holds nothing up, unless the cache is behind a lock`(
      backend: SynchronousBackend
    ) async throws {
      let found = try await explore("\(backend)", strategy: backend.strategy) { world in
        let cache = backend.make(in: world)
        world.thread("loader") {
          cache.changeValue(for: "a") { _ in DispatchQueue.main.sync { ("drawn", 1) } }
        }
        world.task("view") { @MainActor in
          world.record("view", await cache.value(for: "a") ?? "none")
        }
      }
      // Behind a lock an await is a plain call, and blocks as one.
      let isCured = backend != .locked
      #expect(found.isComplete)
      #expect(
        Set(found.outcomeNames)
          == Set(["view = drawn", "view = none"] + (isCured ? [] : ["deadlock"])))
    }
  #endif

  // MARK: Kingfisher 1121 and 2539

  @Test func `a handler that is called under the lock and calls back is a deadlock`() async throws {
    let found = try await explore { world in
      let cache = HandlerUnderLock(world.lock("cache"))
      world.thread("caller") { cache.value { _ in cache.value { _ in } } }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["deadlock"])
  }

  @Test(arguments: CallbackBackend.allCases)
  func `a handler may call the cache again, whoever else does`(
    backend: CallbackBackend
  ) async throws {
    let found = try await explore("\(backend)", strategy: backend.strategy) { world in
      let cache = backend.make(in: world)
      world.thread("caller") {
        cache.store("stored", for: "a", cost: 1) { _ in
          cache.value(for: "a") { value in
            world.record("caller", value ?? "none")
            (cache as? any SynchronousImageCache<String>)?.removeValue(for: "b")
          }
        }
      }
      world.thread("other") { cache.remove("b") {} }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["caller = stored"])
  }
}

/// Calls its handler before it gives its lock back.
private final class HandlerUnderLock: Sendable {
  private let lock: any NSLocking & Sendable

  init(_ lock: any NSLocking & Sendable) { self.lock = lock }

  func value(_ handler: (String?) -> Void) {
    lock.withLock { handler(nil) }
  }
}

/// The backends that answer before the caller's next line.
enum SynchronousBackend: String, CaseIterable, CustomTestStringConvertible {
  case locked = "LockedCache"
  #if os(Linux)
    case queue = "QueueCache"
    case barrier = "BarrierCache"
  #endif

  var testDescription: String { rawValue }
  var strategy: SearchStrategy { .sourceDPOR }

  func make(in world: World) -> any SynchronousImageCache<String> {
    let configuration = CacheConfiguration(limits: CacheLimits(totalCost: .max), clock: world.clock)
    switch self {
    case .locked: return LockedCache(configuration, lock: world.lock("cache"))
    #if os(Linux)
      case .queue: return QueueCache(configuration, queue: DispatchQueue(label: "cache"))
      case .barrier: return BarrierCache(configuration)
    #endif
    }
  }
}

/// The backends that answer by a handler.
enum CallbackBackend: String, CaseIterable, CustomTestStringConvertible {
  case locked = "LockedCache"
  case mailbox = "MailboxCache"
  #if os(Linux)
    case queue = "QueueCache"
    case barrier = "BarrierCache"
  #endif

  var testDescription: String { rawValue }
  var strategy: SearchStrategy { self == .mailbox ? .depthFirst : .sourceDPOR }

  func make(in world: World) -> any CallbackImageCache<String> {
    let configuration = CacheConfiguration(limits: CacheLimits(totalCost: .max), clock: world.clock)
    switch self {
    case .locked: return LockedCache(configuration, lock: world.lock("cache"))
    case .mailbox: return MailboxCache(configuration, taskExecutor: world)
    #if os(Linux)
      case .queue: return QueueCache(configuration, queue: DispatchQueue(label: "cache"))
      case .barrier: return BarrierCache(configuration)
    #endif
    }
  }
}
