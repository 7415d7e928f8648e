#if os(Linux)
  import Dispatch
  import Evidence
  import Interleaving
  import Testing

  /// What a view would show; it loads once if nobody comes between.
  @MainActor private final class ViewModel {
    private(set) var shown: [String] = []
    private let load: @Sendable (String) async throws -> String

    nonisolated init(load: @escaping @Sendable (String) async throws -> String) {
      self.load = load
    }

    func show(_ name: String) async throws {
      guard shown.isEmpty else { return }
      let loaded = try await load(name)
      append(loaded)
    }

    private nonisolated func append(_ name: String) {
      MainActor.preconditionIsolated()
      MainActor.assumeIsolated { shown.append(name) }
    }
  }

  @Suite struct MainActorTests {
    @Test func `a view model on the main actor is stepped as any actor is`() async throws {
      let found = try await explore { world in
        let model = ViewModel(load: world.stub { (name: String) in name })
        for name in ["a", "b"] { world.task(name) { try await model.show(name) } }
        world.outcome { await model.shown.joined() }
      }
      #expect(Set(found.outcomes.map(\.name)) == ["a", "ab", "b", "ba"])
      #expect(found.isComplete)
    }

    @Test func `blocks of the main queue are isolated to the main actor`() async throws {
      let found = try await explore { world in
        let model = ViewModel(load: { $0 })
        world.thread("thread") {
          DispatchQueue.main.async {
            dispatchPrecondition(condition: .onQueue(.main))
            MainActor.assumeIsolated { world.record("shown", model.shown.count) }
            Task { @MainActor in
              MainActor.preconditionIsolated()
              try await model.show("a")
              world.record("shown", model.shown.count)
            }
          }
        }
      }
      #expect(found.outcomes.map(\.name) == ["shown = 1"])
      #expect(found.isComplete)
    }

    @Test func `jobs of the main actor and blocks of the main queue share one line`()
      async throws
    {
      let found = try await explore { world in
        world.task("first") { @MainActor in
          world.record("order", (world.recorded("order") ?? "") + "a")
          await Task.yield()
          world.record("order", (world.recorded("order") ?? "") + "b")
        }
        world.thread("second") {
          DispatchQueue.main.async {
            world.record("order", (world.recorded("order") ?? "") + "|")
          }
        }
      }
      #expect(Set(found.outcomes.map(\.name)) == ["order = |ab", "order = a|b", "order = ab|"])
      #expect(found.isComplete)
      let steps = found.outcomes.flatMap(\.trace.steps)
      #expect(Set(steps.map(\.place)) == [nil, "main"])
    }
  }
#endif
