import Evidence
import Interleaving
import Testing

/// A program with what is known of it: its interleavings, its traces.
struct Oracle: Sendable, CustomTestStringConvertible {
  var name: String
  var interleavings: Int
  var traces: Int
  var setUp: @Sendable (World) -> Void

  var testDescription: String { name }
  var program: ExploredProgram { ExploredProgram(name, setUp: setUp) }

  static let all =
    [
      independent(2, accesses: 2, interleavings: 6), independent(3, accesses: 2, interleavings: 90),
      independent(2, accesses: 3, interleavings: 20),
      variables("store buffering", 6, 3) { x, y in
        [[.write(x, 1), .read(y)], [.write(y, 1), .read(x)]]
      },
      variables("message passing", 6, 3) { x, y in
        [[.write(x, 1), .write(y, 1)], [.read(y), .read(x)]]
      },
      variables("load buffering", 6, 3) { x, y in
        [[.read(x), .write(y, 1)], [.read(y), .write(x, 1)]]
      },
      variables("2+2W", 6, 3) { x, y in
        [[.write(x, 1), .write(y, 2)], [.write(y, 1), .write(x, 2)]]
      },
    ]
    + [(2, 2), (3, 6), (4, 24), (5, 120)].map { increments($0, count: $1) }
    + [(2, 6, 4), (3, 90, 36), (4, 2520, 576)].map { readThenWrite($0, $1, $2) }
    + [(2, 6, 4), (4, 120, 16), (6, 5040, 64)].map { readers($0, $1, $2) }
    + [(2, 20, 6), (3, 1680, 90)].map { lockSections($0, $1, $2) }

  enum Access: Sendable {
    case read(Variable<Int>)
    case write(Variable<Int>, Int)
  }

  static func variables(
    _ name: String, _ interleavings: Int, _ traces: Int,
    _ tasks: @escaping @Sendable (Variable<Int>, Variable<Int>) -> [[Access]]
  ) -> Oracle {
    Oracle(name: name, interleavings: interleavings, traces: traces) { world in
      world.startsAtFirstAccess = true
      let (x, y) = (world.variable("x", 0), world.variable("y", 0))
      for (index, accesses) in tasks(x, y).enumerated() {
        world.task("task \(index)") {
          for (place, access) in accesses.enumerated() {
            switch access {
            case .read(let variable): world.record("\(index).\(place)", await variable.read())
            case .write(let variable, let value): await variable.write(value)
            }
          }
        }
      }
      world.outcome { "\(world.recorded("0.0") ?? "") \(x.value) \(y.value)" }
    }
  }

  static func independent(_ tasks: Int, accesses: Int, interleavings: Int) -> Oracle {
    Oracle(name: "\(tasks) × \(accesses) alone", interleavings: interleavings, traces: 1) { world in
      world.startsAtFirstAccess = true
      for task in 0..<tasks {
        let own = world.variable("own \(task)", 0)
        world.task("task \(task)") { for _ in 0..<accesses { await own.write(1) } }
      }
    }
  }

  static func increments(_ tasks: Int, count: Int) -> Oracle {
    Oracle(name: "\(tasks) increments", interleavings: count, traces: count) { world in
      world.startsAtFirstAccess = true
      let x = world.variable("x", "")
      for task in 0..<tasks {
        world.task("task \(task)") { await x.update { $0 += "\(task)" } }
      }
      world.outcome { x.value }
    }
  }

  static func readThenWrite(_ tasks: Int, _ interleavings: Int, _ traces: Int) -> Oracle {
    Oracle(
      name: "\(tasks) × (read; write)", interleavings: interleavings, traces: traces
    ) { world in
      world.startsAtFirstAccess = true
      let x = world.variable("x", 0)
      for task in 0..<tasks {
        world.task("task \(task)") { await x.write(await x.read() + 1) }
      }
      world.outcome { "\(x.value)" }
    }
  }

  static func readers(_ readers: Int, _ interleavings: Int, _ traces: Int) -> Oracle {
    Oracle(name: "\(readers) readers", interleavings: interleavings, traces: traces) { world in
      world.startsAtFirstAccess = true
      let x = world.variable("x", 0)
      world.task("writer") { await x.write(1) }
      for reader in 0..<readers {
        world.task("reader \(reader)") { world.record("\(reader)", await x.read()) }
      }
    }
  }

  static func lockSections(_ threads: Int, _ interleavings: Int, _ traces: Int) -> Oracle {
    Oracle(
      name: "\(threads) × 2 sections", interleavings: interleavings, traces: traces
    ) { world in
      let lock = world.lock("lock")
      for thread in 0..<threads {
        world.thread("thread \(thread)") { for _ in 0..<2 { lock.withLock {} } }
      }
    }
  }
}

@Suite struct OracleOfTheEngineTests {
  @Test(arguments: Oracle.all)
  func `depth first runs every interleaving`(_ oracle: Oracle) async throws {
    let found = try await oracle.program.explore()
    #expect(found.schedules == oracle.interleavings)
    #expect(found.isComplete)
  }

  @Test(arguments: Oracle.all)
  func `the reduced search runs every trace and loses no outcome`(_ oracle: Oracle) async throws {
    let reduced = try await oracle.program.explore(.init(strategy: .sourceDPOR))
    #expect(reduced.schedules == oracle.traces)
    #expect(reduced.isComplete)
    let full = try await oracle.program.explore()
    #expect(Set(reduced.outcomes.map(\.name)) == Set(full.outcomes.map(\.name)))
  }
}
