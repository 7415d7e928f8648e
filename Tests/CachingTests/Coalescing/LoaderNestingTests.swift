import Caching
import Testing

/// Loads that ask their own loader, and what surrounds a load.
@Suite(.timeLimit(.minutes(10))) struct LoaderNestingTests {
  @TaskLocal static var mark = "none"

  /// Lets a load know its loader, which is made of it.
  private final class Link: Sendable {
    private let loader = Box<(any CoalescingLoader<Int>)?>(nil)

    func connect(_ world: LoaderWorld) { loader.set(world.loader) }

    func value(for key: CacheKey) async throws -> Int {
      try await #require(loader.get()).value(for: key)
    }
  }

  @Test(arguments: LoaderKind.allCases)
  func `a load may ask for another key, even where there is one place`(
    kind: LoaderKind
  ) async throws {
    let link = Link()
    let world = LoaderWorld(kind, width: 1) { key in
      guard let rest = Int(key.text), rest > 0 else { return 1 }
      return try await link.value(for: CacheKey("\(rest - 1)")) * 2
    }
    link.connect(world)
    #expect(try await world.ask("5").value == 32)
    #expect(try await world.ask("6").value == 64)
  }

  @Test(arguments: LoaderKind.allCases)
  func `a load that would wait for itself is told so`(kind: LoaderKind) async throws {
    let link = Link()
    let next: [CacheKey: CacheKey] = ["self": "self", "a": "b", "b": "a"]
    let world = LoaderWorld(kind) { key in
      try await link.value(for: try #require(next[key]))
    }
    link.connect(world)
    await #expect(throws: LoaderError.waitsForItself("self")) {
      try await world.ask("self").value
    }
    await #expect(throws: LoaderError.waitsForItself("a")) { try await world.ask("a").value }
  }

  @Test(arguments: LoaderKind.allCases)
  func `cancelling the last caller reaches the loads that its load waits for`(
    kind: LoaderKind
  ) async throws {
    let link = Link()
    let gate = Origin()
    let world = LoaderWorld(kind, width: 1) { key in
      key == "outer" ? try await link.value(for: "inner") : try await gate.load(key)
    }
    link.connect(world)
    let caller = await world.ask("outer")
    await world.cancel(caller)
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(gate.cancelled == ["inner"])
    gate.end("inner", .success(1))
    await world.settle()
  }

  @Test(arguments: LoaderKind.allCases)
  func `a load does not inherit what its first caller carries`(kind: LoaderKind) async throws {
    let world = LoaderWorld(kind) { _ in Self.mark == "none" ? 0 : 1 }
    let caller = Self.$mark.withValue("the caller's") {
      Task { [loader = world.loader] in try await loader.value(for: "a") }
    }
    #expect(try await caller.value == 0)
  }
}
