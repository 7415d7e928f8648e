import Interleaving
import Testing

/// Loads an image once, however many ask for it: the load that is under way is kept, not its value.
actor ImageLoader {
  private let executor: any SerialExecutor
  private let fetch: @Sendable (String) async throws -> String
  private var loads: [String: Task<String, any Error>] = [:]
  private(set) var fetches = 0

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(executor: any SerialExecutor, fetch: @escaping @Sendable (String) async throws -> String) {
    self.executor = executor
    self.fetch = fetch
  }

  func image(for key: String) async throws -> String {
    if let load = loads[key] { return try await load.value }
    fetches += 1
    let load = Task { try await fetch(key) }
    loads[key] = load
    return try await load.value
  }
}

@Suite struct ImageLoaderTests {
  @Test func `two callers load an image once`() async throws {
    let found = try await explore { world in
      let loader = ImageLoader(
        executor: world.serialExecutor("loader"), fetch: world.stub("fetch") { _ in "A" })
      world.task("first") { _ = try await loader.image(for: "a") }
      world.task("second") { _ = try await loader.image(for: "a") }
      world.outcome { "\(await loader.fetches) fetches" }
    }
    #expect(found.outcomeNames == ["1 fetches"])
  }
}
