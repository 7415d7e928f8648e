#if os(Linux)
  import Dispatch
  import Evidence
  import Foundation
  import Interleaving
  import Testing

  /// What its users share through queues of Dispatch's; it knows nothing of an explorer.
  private final class QueueLoader: @unchecked Sendable {  // `value` and `loads` only on `queue`
    let queue = DispatchQueue(label: "loader")
    private var value: Int?
    private(set) var loads = 0

    /// Loads once, since asking and loading are one block.
    func load(completion: @escaping @Sendable (Int) -> Void) {
      queue.async { [self] in
        dispatchPrecondition(condition: .onQueue(queue))
        if value == nil {
          loads += 1
          value = 7
        }
        completion(7)
      }
    }

    /// Leaves a gap between asking and loading.
    func loadInTwoBlocks(completion: @escaping @Sendable (Int) -> Void) {
      queue.async { [self] in
        if let value { return completion(value) }
        queue.async { [self] in
          loads += 1
          value = 7
          completion(7)
        }
      }
    }

    /// Leaves the same gap between two sections.
    func loadSynchronously() -> Int {
      if let value = queue.sync(execute: { value }) { return value }
      return queue.sync {
        loads += 1
        value = 7
        return 7
      }
    }
  }

  @Suite struct SerialQueueTests {
    @Test func `a check and a load in one block load once`() async throws {
      let found = try await explore { world in
        let loader = QueueLoader()
        for name in ["first", "second"] { world.task(name) { loader.load { _ in } } }
        world.outcome { "\(loader.loads)" }
      }
      #expect(found.outcomes.map(\.name) == ["1"])
      #expect(found.isComplete)
    }

    @Test func `a check and a load in two blocks load once or twice`() async throws {
      let found = try await explore { world in
        let loader = QueueLoader()
        let answers = Order()
        for name in ["first", "second"] {
          world.task(name) { loader.loadInTwoBlocks { answers.text += "\($0)" } }
        }
        world.outcome { "\(loader.loads) loads, answers \(answers.text)" }
      }
      #expect(
        Set(found.outcomes.map(\.name)) == ["1 loads, answers 77", "2 loads, answers 77"])
      #expect(found.isComplete)
    }

    @Test func `an answer awaited by a continuation comes in every schedule`() async throws {
      let found = try await explore { world in
        let loader = QueueLoader()
        for name in ["first", "second"] {
          world.task(name) {
            let value = await withCheckedContinuation { waiting in
              loader.loadInTwoBlocks { waiting.resume(returning: $0) }
            }
            world.record(name, value)
          }
        }
        world.outcome {
          "\(loader.loads) loads, \(world.recordedOutcome(of: ["first", "second"]))"
        }
      }
      #expect(Set(found.outcomes.map(\.name)) == ["1 loads, 7 7", "2 loads, 7 7"])
      #expect(found.isComplete)
    }

    @Test(arguments: [true, false])
    func `a gap between two synchronous sections lets both callers load`(
      onThreads: Bool
    ) async throws {
      let found = try await explore { world in
        let loader = QueueLoader()
        for name in ["first", "second"] {
          if onThreads {
            world.thread(name) { _ = loader.loadSynchronously() }
          } else {
            world.task(name) { _ = loader.loadSynchronously() }
          }
        }
        world.outcome { "\(loader.loads) loads" }
      }
      // The same as with a lock.
      #expect(found.schedules == 20)
      #expect(found["1 loads"]?.schedules == 8)
      #expect(found["2 loads"]?.schedules == 12)
      #expect(found.isComplete)
    }

    @Test func `a section sees what its thread submitted before`() async throws {
      let found = try await explore { world in
        let queue = DispatchQueue(label: "queue")
        let order = Order()
        world.thread("first") {
          queue.async { order.text += "a" }
          queue.sync { order.text += "b" }
        }
        world.thread("second") { queue.async { order.text += "c" } }
        world.outcome { order.text }
      }
      #expect(Set(found.outcomes.map(\.name)) == ["abc", "acb", "cab"])
      #expect(found.isComplete)
    }

    @Test func `two queues filled in opposite order keep their own order only`() async throws {
      let found = try await explore { world in
        let (a, b) = (DispatchQueue(label: "a"), DispatchQueue(label: "b"))
        let (onA, onB) = (Order(), Order())
        world.thread("first") {
          a.async { onA.text += "1" }
          b.async { onB.text += "1" }
        }
        world.thread("second") {
          b.async { onB.text += "2" }
          a.async { onA.text += "2" }
        }
        world.outcome { "a \(onA.text) b \(onB.text)" }
      }
      // For a 21 with b 12 each thread would have to be before the other.
      #expect(Set(found.outcomes.map(\.name)) == ["a 12 b 12", "a 12 b 21", "a 21 b 21"])
      #expect(found.isComplete)
    }

    @Test func `three sections of each of two threads come in all twenty orders`() async throws {
      let found = try await explore { world in
        let queue = DispatchQueue(label: "queue")
        let order = Order()
        for name in ["1", "2"] {
          world.thread(name) { for _ in 0..<3 { queue.sync { order.text += name } } }
        }
        world.outcome { order.text }
      }
      #expect(found.outcomes.count == 20)
      #expect(found.schedules == 70)
      #expect(found.isComplete)
    }

    @Test func `what the set-up submits is done before what it asks synchronously`() async throws {
      let found = try await explore { world in
        let queue = DispatchQueue(label: "queue")
        let order = Order()
        queue.async { order.text += "a" }
        queue.sync { order.text += "b" }
        queue.async { order.text += "c" }
        world.thread("thread") { queue.sync { order.text += "d" } }
        world.outcome { order.text }
      }
      #expect(found.outcomes.map(\.name) == ["abcd"])
      #expect(found.isComplete)
    }

    @Test func `a queue knows its own and its specific values in a block`() async throws {
      let found = try await explore { world in
        let (own, other) = (DispatchQueue(label: "own"), DispatchQueue(label: "other"))
        let key = DispatchSpecificKey<String>()
        own.setSpecific(key: key, value: "mine")
        world.thread("thread") {
          dispatchPrecondition(condition: .notOnQueue(own))
          own.sync {
            other.sync {
              dispatchPrecondition(condition: .onQueue(own))
              dispatchPrecondition(condition: .onQueueAsBarrier(other))
            }
            dispatchPrecondition(condition: .notOnQueue(other))
            world.record("specific", DispatchQueue.getSpecific(key: key) ?? "none")
          }
          own.async(qos: .userInitiated, flags: .enforceQoS) {
            dispatchPrecondition(condition: .onQueue(own))
          }
        }
      }
      #expect(found.outcomes.map(\.name) == ["specific = mine"])
      #expect(found.isComplete)
    }

    @Test func `a work item that is cancelled before its turn does nothing`() async throws {
      let found = try await explore { world in
        let queue = DispatchQueue(label: "queue")
        let order = Order()
        world.thread("thread") {
          let item = DispatchWorkItem { order.text += "ran" }
          queue.async(execute: item)
          queue.async { order.text += "!" }
          item.cancel()
        }
        world.outcome { order.text }
      }
      #expect(Set(found.outcomes.map(\.name)) == ["!", "ran!"])
      #expect(found.isComplete)
    }

    @Test func `queues of threads outside an exploration are Dispatch's own meanwhile`()
      async throws
    {
      async let found = explore { world in
        let queue = DispatchQueue(label: "queue")
        for name in ["1", "2", "3"] {
          world.thread(name) { for _ in 0..<2 { queue.sync { world.record("last", name) } } }
        }
      }
      let queue = DispatchQueue(label: "outside")
      let group = DispatchGroup()
      let order = Order()
      for _ in 0..<1_000 {
        queue.async(group: group) {
          dispatchPrecondition(condition: .onQueue(queue))
          order.text += "a"
        }
        queue.async(flags: .barrier) { order.text += "b" }
      }
      await withCheckedContinuation { waiting in
        group.notify(queue: queue) { waiting.resume() }
      }
      #expect(queue.sync { order.text } == String(repeating: "ab", count: 1_000))
      #expect(try await found.outcomes.map(\.name).sorted() == (1...3).map { "last = \($0)" })
      #expect(try await found.isComplete)
    }

    @Test func `a trace names queues, blocks, and who waits for whom`() async throws {
      let found = try await explore { world in
        let queue = DispatchQueue(label: "io")
        world.thread("first") {
          queue.async { world.note("hello") }
          queue.sync {}
        }
      }
      let trace = try #require(found.outcomes.first?.trace)
      let drawn = trace.steps.map { "\(trace.tasks[$0.task]) on \($0.place ?? "its own")" }
      #expect(
        drawn == [
          "first on its own", "first on its own", "first on its own", "block 1 on io on io",
          "first on its own",
        ])
      #expect(
        trace.steps.map(\.events) == [
          [], [.submits(task: "block 1 on io", queue: "io")], [.waits(for: "io")],
          [.note("hello")], [.acquires(lock: "io"), .releases(lock: "io"), .ends],
        ])
    }
  }

  extension World {
    fileprivate func recordedOutcome(of names: [String]) -> String {
      names.map { recorded($0) ?? "none" }.joined(separator: " ")
    }
  }
#endif
