import Caching
import Interleaving

/// Something that gives the value of a key.
typealias Load = @Sendable (CacheKey) async throws -> String

/// Where loads come from: each suspends before it answers, and is counted.
final class Origin: Sendable {
  private let slate = Slate()
  private let givenUp = Slate()
  private let answer: Load
  /// What a load is to do as it begins.
  private let onBegin: @Sendable (CacheKey) -> Void

  /// Answers after so many seconds of the world's clock, which pass only when nothing else can go
  /// on; at any time where there are none.
  init(
    _ world: World, seconds: Int = 0, fails: Bool = false, heedsCancellation: Bool = true,
    onBegin: @escaping @Sendable (CacheKey) -> Void = { _ in }
  ) {
    let stub = world.stub("origin") { (_: CacheKey) in
      if fails { throw Offline() }
      return "loaded"
    }
    let clock = world.clock
    if seconds > 0 { world.timers = .whenIdle }
    self.onBegin = onBegin
    answer = { key in
      guard seconds > 0 else { return try await stub(key) }
      if heedsCancellation {
        try await clock.sleep(for: .seconds(seconds))
      } else {
        try await Task { try await clock.sleep(for: .seconds(seconds)) }.value
      }
      if fails { throw Offline() }
      return "loaded"
    }
  }

  /// How many loads began.
  var begun: Int { slate.count }
  /// The keys whose loads began, in that order.
  var order: String { slate.text }

  /// How many were cancelled and gave up.
  var cancelled: Int { givenUp.count }

  /// One load.
  @Sendable func load(_ key: CacheKey) async throws -> String {
    slate.count += 1
    slate.text += slate.text.isEmpty ? key.text : " \(key)"
    onBegin(key)
    do {
      return try await answer(key)
    } catch is CancellationError {
      givenUp.count += 1
      throw CancellationError()
    }
  }
}

struct Offline: Error {}

extension CoalescingLoader<String> {
  /// The loader as a function.
  var load: Load { { try await self.value(for: $0) } }
}

extension SharedTaskLoader {
  nonisolated var load: Load { { try await self.value(for: $0) } }
}

extension OnePlaceLoader {
  nonisolated var load: Load { { try await self.value(for: $0) } }
}
