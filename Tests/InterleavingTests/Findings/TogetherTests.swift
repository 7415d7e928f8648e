import Evidence
import Interleaving
import Testing

@Suite struct TogetherTests {
  @Test func `explorations at once, beside ordinary tasks, never see one another's jobs`()
    async throws
  {
    async let pool = sumOnThePool(2_000)
    try await withThrowingTaskGroup(of: [Int].self) { group in
      for worker in 0..<3 {
        group.addTask {
          var counts: [Int] = []
          for round in 0..<10 {
            let found = try await explore("\(worker) \(round)") { world in
              let cell = Cell(world.serialExecutor("cell"))
              for name in ["a", "b", "c"] { world.task(name) { await cell.append(name) } }
              world.outcome { await cell.text }
            }
            #expect(found.isComplete)
            #expect(found.names == ["abc", "acb", "bac", "bca", "cab", "cba"])
            counts.append(found.schedules)
          }
          return counts
        }
      }
      // A beginning, a turn on the cell in the order of the beginnings, an end: three tasks.
      for try await counts in group { #expect(counts == Array(repeating: 636, count: 10)) }
    }
    #expect(await pool == 2_000)
  }

  private func sumOnThePool(_ count: Int) async -> Int {
    let actor = Plain()
    for _ in 0..<count { await Task.detached { await actor.add() }.value }
    return await actor.value
  }
}

private actor Plain {
  var value = 0
  func add() { value += 1 }
}
