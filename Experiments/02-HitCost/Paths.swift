import Caching
import Foundation
import Imaging
import Measurement

// Both published ways to a memory hit, whole, over the same store, so that they differ in the way
// alone. Written from their descriptions.

// lesson: callback-path
/// The callback shape: a lock, a hit, and a completion handed on through a queue.
final class CallbackPath: Sendable {
  /// Where the completion is called.
  enum CallbackQueue {
    /// At once where the caller is on the main thread, else on the main queue.
    case mainOrAtOnce
    /// Always through the main queue.
    case main
    /// At once, wherever that is.
    case untouched
  }

  private let storage: LockedCache<Pixels, NSLock>

  init(_ storage: LockedCache<Pixels, NSLock>) {
    self.storage = storage
  }

  func retrieve(
    _ key: CacheKey, on queue: CallbackQueue, _ trace: Trace? = nil,
    completion: @escaping @Sendable (Result<Pixels?, any Error>) -> Void
  ) {
    let picture = storage.cachedValue(for: key)
    trace?.pass()
    switch queue {
    case .untouched: completion(.success(picture))
    case .mainOrAtOnce where Thread.isMainThread: completion(.success(picture))
    case .mainOrAtOnce, .main: DispatchQueue.main.async { completion(.success(picture)) }
    }
  }
}
// lesson: end

// lesson: actor-path
/// The actor rewrite: a cache actor before a storage actor, no lock, `async throws`.
actor RewrittenCache {
  private let memory: RewrittenStorage
  /// Something of its own to do: the way to an actor that touches none of its state is left out.
  private var requests = 0

  init(limits: CacheLimits) {
    memory = RewrittenStorage(limits: limits)
  }

  func store(_ picture: Pixels, for key: CacheKey) async {
    await memory.store(picture, for: key)
  }

  func retrieve(_ key: CacheKey, _ trace: Trace? = nil) async throws -> Pixels? {
    requests += 1
    trace?.pass()
    return try await memory.value(for: key, trace)
  }
}

actor RewrittenStorage {
  private var contents: CacheStore<Pixels>

  init(limits: CacheLimits) {
    contents = CacheStore(CacheConfiguration(limits: limits))
  }

  func store(_ picture: Pixels, for key: CacheKey) {
    contents.store(picture, for: key, cost: picture.byteCount, options: EntryOptions())
  }

  func value(for key: CacheKey, _ trace: Trace?) throws -> Pixels? {
    trace?.pass()
    let picture = contents.value(for: key)
    trace?.pass()
    return picture
  }
}
// lesson: end

// MARK: - As loops

@MainActor @inline(never)
func hitByCallback(
  _ path: CallbackPath, on queue: CallbackPath.CallbackQueue, _ operations: Int
) {
  let key = key
  for _ in 0..<operations { path.retrieve(key, on: queue) { blackHole($0) } }
}

@MainActor @inline(never)
func hitByCallbackOnMain(_ path: CallbackPath, _ operations: Int) async {
  let key = key
  guard operations > 0 else { return }
  await withCheckedContinuation { (waiting: CheckedContinuation<Void, Never>) in
    @Sendable func next(_ left: Int) {
      path.retrieve(key, on: .main) {
        blackHole($0)
        if left > 1 { next(left - 1) } else { waiting.resume() }
      }
    }
    next(operations)
  }
}

@MainActor @inline(never)
func hitByRewrite(_ cache: RewrittenCache, _ operations: Int) async {
  let key = key
  for _ in 0..<operations { blackHole(try? await cache.retrieve(key)) }
}

@concurrent @inline(never)
func hitByRewriteFromPool(_ cache: RewrittenCache, _ operations: Int) async {
  let key = key
  for _ in 0..<operations { blackHole(try? await cache.retrieve(key)) }
}
