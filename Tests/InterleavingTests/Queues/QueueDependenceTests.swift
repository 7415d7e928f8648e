#if os(Linux)
  import Dispatch
  import Evidence
  import Foundation
  @testable import Interleaving
  import Testing

  /// What reduction rests on: what steps of queues share is told in full.
  @Suite struct QueueDependenceTests {
    @Test(arguments: SmallProgram.all)
    func `the reduced search runs every trace once and loses no outcome`(_ program: SmallProgram)
      async throws
    {
      let explored = ExploredProgram(program.name) { world in
        let order = Order()
        program.setUp(world, order)
        world.outcome { order.text }
      }
      let full = try await explored.explore()
      let reduced = try await explored.explore(ExplorationOptions(strategy: .sourceDPOR))
      #expect(full.isComplete && reduced.isComplete)
      #expect(full.outcomes.count == program.outcomes)
      #expect(Set(reduced.outcomes.map(\.name)) == Set(full.outcomes.map(\.name)))
      #expect(reduced.schedules == program.traces)
    }
  }

  /// A program of queues whose steps share nothing else.
  struct SmallProgram: Sendable, CustomTestStringConvertible {
    let name: String
    /// How many different traces and outcomes it has.
    let traces: Int, outcomes: Int
    /// Sets it up to write into an order.
    let setUp: @Sendable (World, Order) -> Void

    var testDescription: String { name }

    static let all = [
      SmallProgram(name: "sections", traces: 6, outcomes: 6) { world, order in
        let queue = DispatchQueue(label: "queue")
        for name in ["1", "2"] {
          world.thread(name) { for _ in 0..<2 { queue.sync { order.text += name } } }
        }
      },
      SmallProgram(name: "blocks", traces: 6, outcomes: 6) { world, order in
        let queue = DispatchQueue(label: "queue")
        for name in ["1", "2", "3"] {
          world.thread(name) { queue.async { order.text += name } }
        }
      },
      SmallProgram(name: "blocks and a section", traces: 3, outcomes: 3) { world, order in
        let queue = DispatchQueue(label: "queue")
        world.thread("first") {
          queue.async { order.text += "a" }
          queue.sync { order.text += "b" }
        }
        world.thread("second") { queue.async { order.text += "c" } }
      },
      SmallProgram(name: "a reader and writers", traces: 6, outcomes: 6) { world, order in
        let queue = DispatchQueue(label: "queue", attributes: .concurrent)
        let lock = world.lock("lock")
        world.thread("reader") {
          queue.sync { for _ in 0..<2 { lock.withLock { order.text += "r" } } }
        }
        world.thread("writer") { queue.async(flags: .barrier) { order.text += "w" } }
        world.thread("other writer") { queue.sync(flags: .barrier) { order.text += "v" } }
      },
      SmallProgram(name: "opposite order", traces: 3, outcomes: 3) { world, order in
        let (a, b) = (DispatchQueue(label: "a"), DispatchQueue(label: "b"))
        world.thread("first") { a.sync { b.sync { order.text += "1" } } }
        world.thread("second") { b.sync { a.sync { order.text += "2" } } }
      },
      SmallProgram(name: "delayed blocks", traces: 3, outcomes: 3) { world, order in
        let queue = DispatchQueue(label: "queue")
        queue.asyncAfter(deadline: .now() + 1) { order.text += "1" }
        queue.asyncAfter(deadline: .now() + 2) { order.text += "2" }
        world.thread("thread") { queue.async { order.text += "x" } }
      },
      SmallProgram(name: "a group", traces: 3, outcomes: 2) { world, order in
        let group = DispatchGroup()
        let lock = world.lock("lock")
        world.thread("thread") {
          for name in ["a", "b"] {
            DispatchQueue.global().async(group: group) { lock.withLock { order.text += name } }
          }
          group.wait()
          order.text += "!"
        }
      },
      SmallProgram(name: "the main actor", traces: 3, outcomes: 3) { world, order in
        world.task("task") { @MainActor in
          order.text += "a"
          await Task.yield()
          order.text += "b"
        }
        world.thread("thread") { DispatchQueue.main.async { order.text += "|" } }
      },
    ]
  }
#endif
