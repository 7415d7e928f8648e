import Evidence
import Interleaving
import Testing

/// A task that hops to where it already is would let others in between.
@Suite struct StayingTests {
  @Test func `a task that prefers no executor stays on an actor while it calls that actor`()
    async throws
  {
    // A hop from the actor to itself would let the others in between.
    let kinds: [(String, @Sendable (@escaping @Sendable () async -> Void) -> Void)] = [
      ("plain", { operation in Task { await operation() } }),
      ("detached", { operation in Task.detached { await operation() } }),
      ("immediate", { operation in Task.immediate { await operation() } }),
    ]
    for (kind, start) in kinds {
      let found = try await explore(kind) { world in
        let cell = Cell(world.serialExecutor("cell"))
        for letter in ["a", "b"] {
          world.thread(letter) { start { await appendTwice(letter, to: cell) } }
        }
        world.outcome { await cell.text }
      }
      #expect(found.isComplete, "\(kind): \(found.coverage) \(found.findings)")
      #expect(found.names == ["aabb", "bbaa"], "\(kind)")
    }
  }
}

private protocol Appending: Actor {
  func append(_ letter: String) async
}

extension Cell: Appending {}

/// Calls an actor through a protocol, so that the compiler cannot know that there is no hop.
private func appendTwice(_ letter: String, to cell: isolated any Appending) async {
  await cell.append(letter)
  await cell.append(letter)
}
