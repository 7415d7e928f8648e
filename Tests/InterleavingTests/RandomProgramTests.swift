import Dispatch
import Evidence
import Foundation
import Interleaving
import Testing

/// Programs made up at random, all of whose sharing is declared: the reduced search has to find
/// what the full one finds.
@Suite(
  .enabled(
    if: dlsym(nil, "__tsan_init") == nil, "needs a build without sanitizer: the search is too large"
  ))
struct RandomProgramTests {
  @Test func `the reduced search loses no outcome of 500 random programs`() async throws {
    var explored = 0
    var seed: UInt64 = 0
    var deadlocks = 0
    while explored < 500 {
      seed += 1
      let recipe = Recipe(seed: seed)
      let program = ExploredProgram("random \(seed)", setUp: recipe.setUp)
      let limits = ExplorationLimits(schedules: 400, sample: 0)
      let full = try await program.explore(.init(policy: recipe.policy, limits: limits))
      // What is too large for the full search says nothing here.
      guard full.isComplete else {
        #expect(full.findings.isEmpty, "seed \(seed)")
        continue
      }
      let reduced = try await program.explore(
        .init(strategy: .sourceDPOR, policy: recipe.policy, limits: limits))
      #expect(reduced.isComplete, "seed \(seed): \(reduced.coverage)")
      #expect(
        Set(reduced.outcomes.map(\.name)) == Set(full.outcomes.map(\.name)),
        "seed \(seed): \(recipe)")
      #expect(reduced.schedules <= full.schedules, "seed \(seed)")
      explored += 1
      if full["deadlock"] != nil { deadlocks += 1 }
    }
    // The sample holds what is hardest.
    #expect(deadlocks > 10)
  }
}

/// A program as data: two or three tasks of one to three operations.
struct Recipe: Sendable {
  enum Operation: Sendable {
    case read(Int)
    case write(Int, Int)
    case add(Int)
    case section(Int)
    case nested(Int, Int)
    case block
    case sync
  }

  var policy: ExecutorPolicy
  var tasks: [(priority: TaskPriority, operations: [Operation])]

  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    func pick<Element>(_ elements: [Element]) -> Element {
      elements[Int.random(in: elements.indices, using: &random)]
    }
    policy = pick(ExecutorPolicy.allCases)
    tasks = (0..<pick([2, 3])).map { _ in
      let priority = pick([TaskPriority.low, .medium, .high])
      let operations = (0..<pick([1, 2, 3])).map { (_: Int) -> Operation in
        switch pick(Array(0..<9)) {
        case 0: .read(pick([0, 1]))
        case 1: .write(pick([0, 1]), pick([1, 2, 3]))
        case 2, 3: .add(pick([0, 1]))
        case 4: .section(pick([0, 1]))
        case 5: .nested(0, 1)
        case 6: .nested(1, 0)
        case 7: .block
        default: .sync
        }
      }
      return (priority, operations)
    }
  }

  @Sendable func setUp(_ world: World) {
    let variables = [world.variable("x", 0), world.variable("y", 0)]
    let adders = ["one", "two"].map { Adder(world.serialExecutor($0)) }
    let shelves = ["A", "B"].map { Shelf(world.lock($0)) }
    let line = Line()
    for (index, task) in tasks.enumerated() {
      world.task("task \(index)", priority: task.priority) {
        var seen = ""
        for operation in task.operations {
          switch operation {
          case .read(let variable): seen += "r\(await variables[variable].read())"
          case .write(let variable, let value): await variables[variable].write(value)
          case .add(let adder): seen += "a\(await adders[adder].add(index))"
          case .section(let shelf): shelves[shelf].put(index) {}
          case .nested(let outer, let inner):
            shelves[outer].put(index) { shelves[inner].put(index) {} }
          case .block: line.append(index)
          case .sync: seen += "s\(line.text)"
          }
        }
        world.record("\(index)", seen)
      }
    }
    world.outcome {
      let seen = tasks.indices.map { world.recorded("\($0)") ?? "-" }
      let shelved = shelves.map(\.text).joined(separator: ",")
      return "\(seen) \(variables[0].value)\(variables[1].value) \(shelved) \(line.contents)"
    }
  }
}

private actor Adder {
  private let executor: any SerialExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var text = ""

  init(_ executor: any SerialExecutor) { self.executor = executor }

  func add(_ index: Int) -> String {
    text += "\(index)"
    return text
  }
}

private final class Shelf: @unchecked Sendable {  // `text` only under `lock`
  private let lock: any NSLocking
  private(set) var text = ""

  init(_ lock: any NSLocking) { self.lock = lock }

  func put(_ index: Int, then: () -> Void) {
    lock.withLock {
      text += "\(index)"
      then()
    }
  }
}

private final class Line: @unchecked Sendable {  // `contents` only on `queue`
  private let queue = DispatchQueue(label: "line")
  private(set) var contents = ""

  func append(_ index: Int) { queue.async { self.contents += "\(index)" } }

  var text: String { queue.sync { contents } }
}
