#if os(Linux)
  import Dispatch
  import Evidence
  import Foundation
  @testable import Interleaving
  import Testing

  /// What reduction rests on: what steps of queues share is told in full.
  @Suite struct QueueDependenceTests {
    @Test(arguments: SmallProgram.all)
    func `schedules that order dependent steps alike come out alike`(_ program: SmallProgram)
      async
    {
      let search = await TraceSearch.run(program)
      #expect(search.outcomes.values.allSatisfy { $0.count == 1 })
      #expect(search.outcomes.count == program.traces)
      #expect(Set(search.outcomes.values.joined()).count == program.outcomes)
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
      SmallProgram(name: "blocks and a section", traces: 6, outcomes: 3) { world, order in
        let queue = DispatchQueue(label: "queue")
        world.thread("first") {
          queue.async { order.text += "a" }
          queue.sync { order.text += "b" }
        }
        world.thread("second") { queue.async { order.text += "c" } }
      },
      SmallProgram(name: "a reader and writers", traces: 14, outcomes: 6) { world, order in
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

  /// Runs every schedule and sorts outcomes by trace: by how dependent steps were ordered.
  private final class TraceSearch: Strategy, @unchecked Sendable {  // used by one thread at a time
    let needsAccesses = true
    private let search = DepthFirst()
    var outcome = ""
    private(set) var outcomes: [Set<String>: Set<String>] = [:]

    static func run(_ program: SmallProgram) async -> TraceSearch {
      let strategy = TraceSearch()
      let explored = ExploredProgram(program.name) { world in
        let order = Order()
        strategy.outcome = "deadlock"
        program.setUp(world, order)
        world.outcome {
          strategy.outcome = order.text
          return order.text
        }
      }
      await withCheckedContinuation { continuation in
        Thread.detachNewThread {
          #expect(Runtime.fault == nil)
          let options = ExplorationOptions()
          let engine = Engine(strategy: strategy, limits: options.limits)
          engine.enter()
          Explorer(explored, options, strategy: strategy, onProgress: { _ in }).search(on: engine)
          engine.leave()
          continuation.resume()
        }
      }
      return strategy
    }

    func choose(_ options: [ProcessID]) -> Int? { search.choose(options) }

    func finish(_ run: borrowing Run) -> Bool {
      outcomes[Self.trace(of: run.steps), default: []].insert(outcome)
      return search.finish(run)
    }

    /// Each two dependent steps of different processes, in their order.
    private static func trace(of steps: [RecordedStep]) -> Set<String> {
      let names = names(of: steps)
      var trace: Set<String> = []
      for later in steps.indices {
        for earlier in 0..<later
        where steps[earlier].process != steps[later].process
          && areDependent(steps[earlier], steps[later])
        {
          trace.insert("\(names[earlier]) < \(names[later])")
        }
      }
      return trace
    }

    private static func areDependent(_ one: RecordedStep, _ other: RecordedStep) -> Bool {
      one.accesses.contains { access in
        other.accesses.contains {
          $0.object == access.object && ($0.isWrite || access.isWrite)
        }
      }
    }

    /// Names steps by who began the process and how far it has come: processes that appear in
    /// another order are numbered otherwise.
    private static func names(of steps: [RecordedStep]) -> [String] {
      var processes: [ProcessID: String] = [:]
      var lengths: [ProcessID: Int] = [:]
      var names: [String] = []
      for step in steps {
        let cause = step.cause
        if processes[step.process] == nil {
          let elders = Set(
            steps.filter {
              $0.process < step.process && $0.cause == cause
            }.map(\.process))
          processes[step.process] =
            cause < 0 ? "\(step.process)" : "(\(names[Int(cause)]), \(elders.count))"
        }
        lengths[step.process, default: 0] += 1
        names.append("\(processes[step.process] ?? "") \(lengths[step.process] ?? 0)")
      }
      return names
    }
  }
#endif
