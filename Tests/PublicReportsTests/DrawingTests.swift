#if os(Linux)
  import Caching
  import Dispatch
  import Evidence
  import Interleaving
  import Testing

  /// What a view shows in the turn in which it asks (Gravatar 385 and 386, Nuke 709 and 716).
  @Suite struct DrawingTests {
    @Test(arguments: SynchronousBackend.allCases)
    func `a value in memory that is asked for by a call is drawn without a placeholder`(
      backend: SynchronousBackend
    ) async throws {
      let found = try await explore("\(backend)", strategy: backend.strategy) { world in
        let cache = backend.make(in: world)
        cache.setValue("picture", for: "a", cost: 1)
        let screen = Screen()
        world.task("view") { @MainActor in
          screen.drawLater()
          screen.image = cache.cachedValue(for: "a") ?? "placeholder"
        }
        world.thread("other") { cache.setValue("other", for: "b", cost: 1) }
        world.outcome { screen.drawn }
      }
      #expect(found.isComplete)
      #expect(found.outcomeNames == ["picture"])
    }

    @Test func `a cache on the main actor is drawn without a placeholder too`() async throws {
      let found = try await explore(strategy: .sourceDPOR) { world in
        let cache = MainActorCache<String>(
          CacheConfiguration(limits: CacheLimits(totalCost: .max), clock: world.clock))
        let screen = Screen()
        world.task("view") { @MainActor in
          cache.store("picture", for: "a", cost: 1, options: EntryOptions())
          screen.drawLater()
          screen.image = cache.value(for: "a") ?? "placeholder"
        }
        world.task("other") { await cache.store("other", for: "b", cost: 1) }
        world.outcome { screen.drawn }
      }
      #expect(found.isComplete)
      #expect(found.outcomeNames == ["picture"])
    }

    @Test(arguments: [ExploredBackend.executorActor, .mailbox, .queue, .barrier])
    func `a value in memory that is awaited elsewhere can be drawn late`(
      backend: ExploredBackend
    ) async throws {
      let found = try await explore("\(backend)", strategy: backend.strategy) { world in
        let cache = backend.make(in: world)
        let screen = Screen()
        world.task("view") { @MainActor in
          await cache.store("picture", for: "a", cost: 1)
          screen.drawLater()
          screen.image = "placeholder"
          screen.image = await cache.value(for: "a") ?? "placeholder"
        }
        world.outcome { screen.drawn }
      }
      #expect(found.isComplete)
      #expect(found["placeholder"] != nil)
    }
  }

  /// What the main thread draws at the end of the turn in which it is asked to.
  private final class Screen: @unchecked Sendable {  // used on the main queue, then for the outcome
    var image = "nothing"
    private(set) var drawn = "nothing"

    func drawLater() {
      DispatchQueue.main.async { [self] in drawn = image }
    }
  }
#endif
