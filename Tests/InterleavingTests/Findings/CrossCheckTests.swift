import Evidence
import Foundation
import Interleaving
import Testing

@Suite struct CrossCheckTests {
  @Test func `sharing that is not declared is found beside a reduced search`() async throws {
    let program = ExploredProgram("undeclared") { world in
      let slate = Slate()
      for name in ["a", "b"] { world.task(name) { slate.text += name } }
      world.outcome { slate.text }
    }
    let found = try await program.explore(.init(strategy: .sourceDPOR))
    #expect(found.kinds == [.undeclaredSharing])
    #expect(found.names == ["ab", "ba"])
    #expect(!found.isComplete)
    let id = try #require(found.findings.first?.schedule)
    #expect(try await program.explore(.init(schedule: id)).names == ["ba"])
  }

  @Test func `a reduced search is not complete where a schedule broke off`() async throws {
    let program = ExploredProgram("broken off") { world in
      let number = world.variable("number", 0)
      world.task("reads") { if await number.read() == 0 { abort() } }
      world.task("writes") { await number.write(1) }
    }
    let found = try await program.explore(.init(strategy: .sourceDPOR))
    #expect(found.kinds == [.trapped])
    #expect(found.names == ["finished", "reads trapped"])
    guard case .bounded = found.coverage else {
      Issue.record("\(found.coverage)")
      return
    }
  }

  @Test func `a full search tells its traces, unless they hang on what is not declared`()
    async throws
  {
    let declared = try await explore("declared") { world in
      let lock = world.lock("lock")
      let slate = Slate()
      for name in ["a", "b"] {
        world.thread(name) { for _ in 0..<2 { lock.withLock { slate.text += name } } }
      }
      world.outcome { slate.text }
    }
    #expect(declared.schedules == 20 && declared.traces == 6)
    let undeclared = try await explore("undeclared") { world in
      let slate = Slate()
      for name in ["a", "b"] { world.task(name) { slate.text += name } }
      world.outcome { slate.text }
    }
    #expect(undeclared.isComplete && undeclared.traces == nil)
  }
}
