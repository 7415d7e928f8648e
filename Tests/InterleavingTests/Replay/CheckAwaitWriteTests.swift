import Evidence
import Foundation
import Interleaving
import Testing

/// The loader as it is usually written first, and what exploring it prints.
@Suite struct CheckAwaitWriteTests {
  actor ImageLoader {
    private let executor: any SerialExecutor
    private let fetch: @Sendable (String) async throws -> String
    private var images: [String: String] = [:]
    private(set) var fetches = 0

    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    init(executor: any SerialExecutor, fetch: @escaping @Sendable (String) async throws -> String) {
      self.executor = executor
      self.fetch = fetch
    }

    func image(for key: String) async throws -> String {
      if let image = images[key] { return image }
      fetches += 1
      let image = try await fetch(key)
      images[key] = image
      return image
    }
  }

  private static let twoCallers: @Sendable (World) -> Void = { world in
    let loader = ImageLoader(
      executor: world.serialExecutor("loader"), fetch: world.stub("fetch") { _ in "A" })
    world.task("first") { _ = try await loader.image(for: "a") }
    world.task("second") { _ = try await loader.image(for: "a") }
    world.outcome { "\(await loader.fetches) fetches" }
  }

  /// Explored as by the test of that name.
  private func found() async throws -> Exploration {
    try await explore(function: "`two callers load an image once`()", Self.twoCallers)
  }

  @Test func `a failing expectation shows the trace and the line that replays it`() async throws {
    let found = try await found()
    #expect(found.outcomeNames == ["1 fetches", "2 fetches"])
    let shown = String(describing: found.outcomeNames)
    let schedule = try #require(found["2 fetches"]?.schedule)
    #expect(shown.contains("2 fetches, with "))
    #expect(
      shown.contains(
        "\nINTERLEAVING_SCHEDULE=\(schedule) "
          + "swift test --filter 'two callers load an image once'\n"))
  }

  @Test func `the schedule that is shown replays to the same outcome and trace`() async throws {
    let found = try await found()
    let outcome = try #require(found["2 fetches"])
    let again = try await ExploredProgram(found.program, setUp: Self.twoCallers)
      .explore(ExplorationOptions(schedule: outcome.schedule))
    #expect(again.outcomes.map(\.name) == ["2 fetches"])
    #expect(again.outcomes.first?.trace == outcome.trace)
  }

  @Test func `a timeout of any length can win where deadlines pass at any time`() async throws {
    let found = try await explore { world in
      let (clock, fetch) = (world.clock, world.stub("fetch") { "A" })
      let load = world.task("load") {
        let image = try await fetch()
        try Task.checkCancellation()
        world.record("image", image)
      }
      world.task("timeout") {
        try await clock.sleep(for: .seconds(1))
        load.cancel()
      }
    }
    #expect(found.outcomeNames == ["image = A", "finished; load threw CancellationError()"])
    let idle = try await explore("when idle") { world in
      world.timers = .whenIdle
      let (clock, fetch) = (world.clock, world.stub("fetch") { "A" })
      let load = world.task("load") {
        let image = try await fetch()
        try Task.checkCancellation()
        world.record("image", image)
      }
      world.task("timeout") {
        try await clock.sleep(for: .seconds(1))
        load.cancel()
      }
    }
    #expect(idle.outcomeNames == ["image = A"])
  }

  @Test func `the drawing in the README is the one that is printed`() async throws {
    let found = try await found()
    let readme = try String(
      contentsOf: URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../Sources/Instruments/Interleaving/README.md"),
      encoding: .utf8)
    let shown = String(describing: found.outcomeNames)
    let drawing = try #require(shown.firstRange(of: "\n\n").map { shown[$0.upperBound...] })
    let isSame = withoutID(readme).contains("```\n\(withoutID(String(drawing)))```")
    #expect(isSame, "it is now:\n\(drawing)")
  }

  /// A schedule's id is also one of toolchain, processor and build mode.
  private func withoutID(_ text: String) -> String {
    text.replacing(/INTERLEAVING_SCHEDULE=[0-9a-z-]+/, with: "INTERLEAVING_SCHEDULE=…")
  }
}
