#if os(Linux)
  import Dispatch
  import Evidence
  import Interleaving
  import Testing

  @Suite struct ConcurrentQueueTests {
    /// Given a class of service, Dispatch makes the barrier a mark inside the block.
    @Test(arguments: [DispatchQoS.unspecified, .utility])
    func `a barrier on a concurrent queue runs alone`(qos: DispatchQoS) async throws {
      let found = try await explore { world in
        let queue = DispatchQueue(label: "queue", attributes: .concurrent)
        let lock = world.lock("lock")
        let inside = Order()
        @Sendable func stay(_ name: String) {
          inside.text += name
          lock.withLock { inside.text += name }
        }
        queue.async(qos: qos) { stay("r") }
        queue.async(qos: qos) { stay("s") }
        world.thread("writer") { queue.async(qos: qos, flags: .barrier) { stay("w") } }
        world.outcome { inside.text }
      }
      #expect(
        Set(found.outcomes.map(\.name)) == [
          "rrssww", "rsrsww", "rssrww", "srrsww", "srsrww", "ssrrww",
        ])
      #expect(found.isComplete)
    }

    @Test func `a reader that reads again behind a waiting barrier waits for ever`()
      async throws
    {
      let found = try await explore { world in
        let queue = DispatchQueue(label: "queue", attributes: .concurrent)
        world.thread("reader") { queue.sync { queue.sync {} } }
        world.thread("writer") { queue.async(flags: .barrier) {} }
        world.outcome { "finished" }
      }
      #expect(Set(found.outcomes.map(\.name)) == ["finished", "deadlock"])
      let waits = try #require(found["deadlock"]?.trace.waits)
      #expect(
        waits.map(\.reason) == [
          "queue queue, behind block 1 on queue", "queue queue, held by reader",
        ])
    }

    @Test func `blocks of a concurrent queue go side by side but not past a barrier`()
      async throws
    {
      let found = try await explore { world in
        let queue = DispatchQueue(label: "queue", attributes: .concurrent)
        let order = Order()
        world.thread("thread") {
          queue.async { order.text += "a" }
          queue.async { order.text += "b" }
          queue.async(flags: .barrier) { order.text += "|" }
          queue.async { order.text += "c" }
        }
        world.outcome { order.text }
      }
      #expect(Set(found.outcomes.map(\.name)) == ["ab|c", "ba|c"])
      #expect(found.isComplete)
    }

    @Test func `blocks of a global queue come in any order, those of the main queue in theirs`()
      async throws
    {
      let found = try await explore { world in
        let order = Order()
        world.thread("thread") {
          DispatchQueue.global().async { order.text += "g" }
          DispatchQueue.global(qos: .utility).async(flags: .barrier) { order.text += "h" }
          DispatchQueue.main.async { order.text += "m" }
          DispatchQueue.main.async { order.text += "n" }
        }
        world.outcome { order.text }
      }
      #expect(found.outcomes.count == 12)
      #expect(found.outcomes.allSatisfy { $0.name.filter { "mn".contains($0) } == "mn" })
      #expect(found.isComplete)
    }
  }
#endif
