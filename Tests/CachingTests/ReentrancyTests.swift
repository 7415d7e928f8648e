import Caching
import Dispatch
import Testing

// A release build would hang here, so there is nothing to test in one.
@Suite(.enabled(if: isDebugBuild, "release builds hold no guard"), .timeLimit(.minutes(10)))
struct ReentrancyTests {
  typealias Cache = any SynchronousImageCache<Int>

  /// The calls that a guarded section must not make.
  static let calls: [String: @Sendable (Cache) -> Void] = [
    "read": { _ = $0.cachedValue(for: "a") },
    "write": { $0.setValue(2, for: "a", cost: 1) },
    "change": { $0.changeValue(for: "a") { _ in nil } },
    "removal": { $0.removeValue(for: "a") },
    "removal of all": { $0.removeAllValues() },
    "section": { enter($0) {} },
  ]

  @Test(arguments: synchronousBackends.map(\.testDescription), calls.keys.sorted())
  func `calling a cache from its own update stops with a message`(
    backend: String, call: String
  ) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [backend, call] in
      let cache = try #require(
        synchronousBackends.first { $0.testDescription == backend }
      ).make(.holding())
      let inner = try #require(Self.calls[call])
      cache.changeValue(for: "a") { _ in
        inner(cache)
        return (1, 1)
      }
      // A queue makes the change later; this waits for it.
      _ = cache.cachedValue(for: "a")
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("called from inside its own guarded section"))
  }

  // What the backends are built on is public, and no way around the guard.
  @Test(arguments: synchronousBackends.map(\.testDescription))
  func `calling a cache from a section of its own stops with a message`(
    backend: String
  ) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [backend] in
      let cache = try #require(
        synchronousBackends.first { $0.testDescription == backend }
      ).make(.holding())
      enter(cache) { _ = cache.cachedValue(for: "a") }
      _ = cache.cachedValue(for: "a")
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("called from inside its own guarded section"))
  }

  @Test(arguments: synchronousBackends)
  func `a task started by an update is outside of it`(
    backend: Refined<any SynchronousImageCache<Int>>
  ) async {
    let cache = backend.make(.holding())
    let read = await withCheckedContinuation { waiting in
      cache.changeValue(for: "a") { _ in
        Task { waiting.resume(returning: await cache.value(for: "a")) }
        return (1, 1)
      }
    }
    #expect(read == 1)
  }
}

/// Runs a body inside a cache's guarded section, by what the backends are built on.
private func enter(_ cache: ReentrancyTests.Cache, _ body: @escaping @Sendable () -> Void) {
  switch cache {
  case let cache as any LockingImageCache<Int>:
    cache.locked { _ in body() }
  case let cache as any EnqueuingImageCache<Int>:
    cache.enqueue(qos: .unspecified, { _ in body() }, answer: nil)
  default:
    break
  }
}
