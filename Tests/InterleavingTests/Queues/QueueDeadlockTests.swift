#if os(Linux)
  import Dispatch
  import Evidence
  import Interleaving
  import Testing

  @Suite struct QueueDeadlockTests {
    @Test func `a section of a queue inside itself waits for ever`() async throws {
      let found = try await explore { world in
        let queue = DispatchQueue(label: "io")
        world.thread("first") { queue.sync { queue.sync {} } }
      }
      #expect(found.outcomes.map(\.name) == ["deadlock"])
      #expect(found["deadlock"]?.waiting == ["first: queue io, held by itself"])
      #expect(found.isComplete)
    }

    @Test func `a section of a queue inside a block of it waits for ever`() async throws {
      let found = try await explore { world in
        let queue = DispatchQueue(label: "io")
        world.task("first") { queue.async { queue.sync {} } }
      }
      #expect(found["deadlock"]?.waiting == ["block 1 on io: queue io, held by itself"])
      #expect(found.outcomes.count == 1)
    }

    @Test func `two queues in opposite order deadlock`() async throws {
      let found = try await explore { world in
        let (a, b) = (DispatchQueue(label: "a"), DispatchQueue(label: "b"))
        world.thread("first") { a.sync { b.sync {} } }
        world.thread("second") { b.sync { a.sync {} } }
        world.outcome { "finished" }
      }
      // Twice as many as with locks: getting in line is a step, and either can be last.
      #expect(found["deadlock"]?.schedules == 12)
      #expect(
        found["deadlock"].map { Set($0.waiting) } == [
          "first: queue b, held by second", "second: queue a, held by first",
        ])
      #expect(Set(found.outcomes.map(\.name)) == ["finished", "deadlock"])
      #expect(found.isComplete)
    }

    @Test func `the main queue and another can wait for each other`() async throws {
      let found = try await explore { world in
        let io = DispatchQueue(label: "io")
        world.thread("first") { DispatchQueue.main.async { io.sync {} } }
        world.thread("second") { io.async { DispatchQueue.main.sync {} } }
        world.outcome { "finished" }
      }
      #expect(Set(found.outcomes.map(\.name)) == ["finished", "deadlock"])
      #expect(
        found["deadlock"].map { Set($0.waiting) } == [
          "block 1 on main: queue io, held by block 1 on io",
          "block 1 on io: queue main, held by block 1 on main",
        ])
      #expect(found.isComplete)
    }

    @Test func `a queue and a lock in opposite order deadlock`() async throws {
      let found = try await explore { world in
        let queue = DispatchQueue(label: "queue")
        let lock = world.lock("lock")
        world.thread("first") { queue.sync { lock.withLock {} } }
        world.thread("second") { lock.withLock { queue.sync {} } }
        world.outcome { "finished" }
      }
      #expect(
        found["deadlock"].map { Set($0.waiting) } == [
          "first: lock lock, held by second", "second: queue queue, held by first",
        ])
      #expect(found["finished"] != nil)
    }

    @Test func `what waits behind a deadlock is named too`() async throws {
      let found = try await explore { world in
        let queue = DispatchQueue(label: "io")
        world.thread("first") {
          queue.sync {
            queue.async {}
            queue.sync {}
          }
        }
      }
      #expect(
        found["deadlock"].map { Set($0.waiting) } == [
          "first: queue io, held by itself", "block 1 on io: queue io, held by first",
        ])
    }
  }

  extension Exploration.Outcome {
    fileprivate var waiting: [String] {
      trace.waits.map { "\(trace.tasks[$0.task]): \($0.reason)" }
    }
  }
#endif
