import Evidence
import Foundation
import Interleaving
import Testing

@Suite struct DepthFirstTests {
  @Test(arguments: [(2, 1, 2), (2, 2, 6), (3, 1, 6), (2, 3, 20), (3, 2, 90)])
  func `independent tasks interleave in every way`(_ tasks: Int, _ accesses: Int, _ count: Int)
    async throws
  {
    let found = try await explore { world in
      world.startsAtFirstAccess = true
      for task in 0..<tasks {
        let variable = world.variable("own \(task)", 0)
        world.task("task \(task)") { for _ in 0..<accesses { await variable.write(1) } }
      }
    }
    #expect(found.schedules == count)
    #expect(found.isComplete)
  }

  @Test func `two locks in opposite order deadlock in 6 of 14 schedules`() async throws {
    let found = try await explore { world in
      let (one, other) = (world.lock("A"), world.lock("B"))
      world.thread("first") { one.withLock { other.withLock {} } }
      world.thread("second") { other.withLock { one.withLock {} } }
    }
    #expect(found.schedules == 14)
    #expect(found["deadlock"]?.schedules == 6)
    #expect(found["deadlock"]?.trace.waits.count == 2)
    #expect(found.findings.isEmpty)
  }
}
