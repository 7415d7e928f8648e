import Caching
import Dispatch
import Evidence
import Foundation
import Imaging
import Interleaving
import Testing

@testable import _1_Ordering

/// Calls that are made in an order and take effect in another.
@Suite(
  .enabled(
    if: dlsym(nil, "__tsan_init") == nil, "needs a build without sanitizer: the search is too large"
  ))
struct OrderTests {
  // MARK: Nuke 918

  @Test(arguments: ExploredBackend.allCases)
  func `of two settings made in a row the last stays, unless an actor goes by priority`(
    backend: ExploredBackend
  ) async throws {
    let found = try await setInARow(on: backend, .defaultActor)
    #expect(found.isComplete)
    #expect(
      found.outcomeNames == [backend == .executorActor ? "stays = first" : "stays = last"])
  }

  @Test(arguments: ExploredBackend.allCases)
  func `of two settings made in a row the last stays where arrival decides`(
    backend: ExploredBackend
  ) async throws {
    let found = try await setInARow(on: backend, .fifo)
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["stays = last"])
  }

  /// The second is the more urgent; both are made in one step, as while an actor is held.
  private func setInARow(
    on backend: ExploredBackend, _ policy: ExecutorPolicy, function: String = #function
  ) async throws -> Exploration {
    try await explore(
      "\(backend)", strategy: backend.strategy, policy: policy, function: function
    ) { world in
      let cache = backend.make(in: world)
      world.task("setter") {
        let first = Task.immediate(priority: .low) { await cache.setSetting("first") }
        let last = Task.immediate(priority: .high) { await cache.setSetting("last") }
        for task in [first, last] { await task.value }
        world.record("stays", await cache.value(for: "setting") ?? "none")
      }
    }
  }

  @Test(arguments: ExploredBackend.allCases)
  func `of two settings made by a task each, either can stay`(
    backend: ExploredBackend
  ) async throws {
    let found = try await explore("\(backend)", strategy: backend.strategy) { world in
      let cache = backend.make(in: world)
      world.setTwice {
        await cache.setSetting($0)
      } then: {
        await cache.value(for: "setting")
      }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["stays = first", "stays = last"])
  }

  @Test(arguments: ExploredBackend.allCases)
  func `numbered where it is called, the last setting stays on every backend`(
    backend: ExploredBackend
  ) async throws {
    let (first, last) = (Pixels.dot(1), Pixels.dot(2))
    let found = try await explore("\(backend)", strategy: backend.strategy) { world in
      let cache = backend.make(of: Pixels.self, in: world)
      world.task("setter") {
        let writes = NumberedWrites()
        let changes = [writes.next { _ in first }, writes.next { _ in last }]
        let tasks = changes.map { change in
          Task { _ = await cache.update("setting") { change($0).map { ($0, 1) } } }
        }
        for task in tasks { await task.value }
        world.record("stays", await cache.value(for: "setting") == last ? "last" : "first")
      }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["stays = last"])
  }

  @Test(arguments: ExploredBackend.allCases)
  func `awaited, the last setting stays on every backend`(backend: ExploredBackend) async throws {
    let found = try await explore("\(backend)", strategy: backend.strategy) { world in
      let cache = backend.make(in: world)
      world.task("setter") {
        for setting in ["first", "last"] { await cache.setSetting(setting) }
        world.record("stays", await cache.value(for: "setting") ?? "none")
      }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["stays = last"])
  }

  // MARK: swift-migration-guide 22

  @Test(arguments: [
    (ExecutorPolicy.defaultActor, ["high low"]), (.fifo, ["low high"]),
    (.unordered, ["high low", "low high"]),
  ])
  func `an actor that is busy takes low and then high work as its executor's policy says`(
    policy: ExecutorPolicy, orders: [String]
  ) async throws {
    let found = try await explore("\(policy)") { world in
      let target = Target(world.serialExecutor("target", policy: policy))
      world.task("caller") { await target.takeLowThenHigh() }
      world.outcome { await target.order.joined(separator: " ") }
    }
    #expect(found.isComplete)
    #expect(Set(found.outcomeNames) == Set(orders))
  }

  #if os(Linux)
    @Test func `the main actor takes low and then high work in the order it arrives`()
      async throws
    {
      let found = try await explore { world in
        let target = MainTarget()
        world.task("caller") { await target.takeLowThenHigh() }
        world.outcome { await target.order.joined(separator: " ") }
      }
      #expect(found.isComplete)
      #expect(found.outcomeNames == ["low high"])
    }
  #endif

  // MARK: livekit 847

  @Test(arguments: ExploredBackend.allCases)
  func `text in chunks, a task for each, comes in every order`(
    backend: ExploredBackend
  ) async throws {
    let found = try await explore("\(backend)", strategy: backend.strategy) { world in
      let cache = backend.make(in: world)
      world.task("reader") {
        let tasks = ["a", "b", "c"].map { chunk in Task { await cache.append(chunk) } }
        for task in tasks { await task.value }
        world.record("text", await cache.value(for: "text") ?? "")
      }
    }
    #expect(found.isComplete)
    #expect(
      found.outcomeNames == [
        "text = abc", "text = acb", "text = bac", "text = bca", "text = cab", "text = cba",
      ])
  }

  @Test(arguments: ExploredBackend.allCases, Bridge.allCases)
  func `text in chunks comes in order over any intact bridge`(
    backend: ExploredBackend, bridge: Bridge
  ) async throws {
    let found = try await explore("\(backend) \(bridge)") { world in
      let cache = backend.make(in: world)
      world.task("reader") {
        await bridge.carry(["a", "b", "c"], by: cache.append)
        world.record("text", await cache.value(for: "text") ?? "")
      }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["text = abc"])
  }
}

/// A way for what one caller has in order to reach a cache in that order.
enum Bridge: CaseIterable {
  case awaiting, stream, chain

  func carry(_ chunks: [String], by append: @escaping @Sendable (String) async -> Void) async {
    switch self {
    case .awaiting: for chunk in chunks { await append(chunk) }
    case .stream:
      let (stream, writer) = AsyncStream.makeStream(of: String.self)
      let reader = Task { for await chunk in stream { await append(chunk) } }
      for chunk in chunks { writer.yield(chunk) }
      writer.finish()
      await reader.value
    case .chain:
      var last: Task<Void, Never>?
      for chunk in chunks {
        last = Task { [last] in
          await last?.value
          await append(chunk)
        }
      }
      await last?.value
    }
  }
}

extension World {
  /// Sets twice, by a task for each, and tells what stays.
  fileprivate func setTwice(
    _ set: @escaping @Sendable (String) async -> Void,
    then get: @escaping @Sendable () async -> String?
  ) {
    task("setter") { [self] in
      let first = Task { await set("first") }
      let last = Task { await set("last") }
      for task in [first, last] { await task.value }
      record("stays", await get() ?? "none")
    }
  }
}

extension Pixels {
  fileprivate static func dot(_ value: UInt8) -> Pixels {
    Pixels(width: 1, height: 1, bytes: [value, value, value, 255])
  }
}

extension ImageCache<String> {
  fileprivate func setSetting(_ setting: String) async {
    await update("setting") { _ in (setting, 1) }
  }

  @Sendable fileprivate func append(_ chunk: String) async {
    await update("text") { (($0 ?? "") + chunk, 1) }
  }
}

/// Takes work while it is busy with the call that sends it.
private actor Target {
  private nonisolated let executor: any SerialExecutor
  private(set) var order: [String] = []

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ executor: any SerialExecutor) { self.executor = executor }

  func takeLowThenHigh() {
    Task(priority: .low) { order.append("low") }
    Task(priority: .high) { order.append("high") }
  }
}

#if os(Linux)
  @MainActor private final class MainTarget {
    private(set) var order: [String] = []

    nonisolated init() {}

    func takeLowThenHigh() {
      Task(priority: .low) { order.append("low") }
      Task(priority: .high) { order.append("high") }
    }
  }
#endif
