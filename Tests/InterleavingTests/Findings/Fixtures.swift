import Evidence
import Interleaving

/// What tasks of an explored program leave for its outcome.
final class Slate: @unchecked Sendable {  // used by one step at a time
  var text = ""
  var number = 0
}

/// An actor on an executor of the world's.
actor Cell {
  nonisolated let executor: any SerialExecutor
  var value = 0
  var text = ""

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ executor: any SerialExecutor) { self.executor = executor }

  func add(_ amount: Int) { value += amount }
  func append(_ letter: String) { text += letter }

  func yield() async {
    value += 1
    await Task.yield()
    value += 1
  }

  func pass(to other: Cell) async -> Int {
    value += 1
    await other.add(value)
    return await other.value
  }
}

extension Exploration {
  /// The kinds of what was found, in order.
  var kinds: [ExplorationFinding.Kind] { findings.map(\.kind) }
  /// The names of what came out, sorted.
  var names: [String] { outcomes.map(\.name).sorted() }
}
