import Evidence
import Interleaving
import Testing

@Suite struct DefaultActorTests {
  @Test func `a default actor is explored, and the result says that it is incomplete`()
    async throws
  {
    let plain = try await explore("plain") { world in
      let log = PlainLog()
      witness(world, log, spawn: { await log.spawn($0) }, append: { await log.append($0) })
    }
    guard case .bounded(let reason) = plain.coverage else {
      Issue.record("\(plain.coverage)")
      return
    }
    #expect(reason.contains("default actor"))
    #expect(!plain.isComplete)
    #expect(!plain.names.contains("aBc"))
    let injected = try await explore("injected") { world in
      let log = InjectedLog(world.serialExecutor("log"))
      witness(world, log, spawn: { await log.spawn($0) }, append: { await log.append($0) })
    }
    #expect(injected.isComplete)
    #expect(injected.names == ["Bac", "aBc", "acB"])
  }
}

/// A method of one actor starts low tasks a and c, another task sends a high B.
private func witness(
  _ world: World, _ log: any Actor & Sendable,
  spawn: @escaping @Sendable (Slate) async -> Void,
  append: @escaping @Sendable (String) async -> String
) {
  let slate = Slate()
  world.task("spawner") { await spawn(slate) }
  world.task("sender", priority: .high) { slate.text = await append("B") }
  world.outcome { await append("") }
}

private actor PlainLog {
  private var text = ""

  func spawn(_: Slate) {
    Task(priority: .low) { append("a") }
    Task(priority: .low) { append("c") }
  }

  @discardableResult func append(_ letter: String) -> String {
    text += letter
    return text
  }
}

private actor InjectedLog {
  private nonisolated let executor: any SerialExecutor
  private var text = ""

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ executor: any SerialExecutor) { self.executor = executor }

  func spawn(_: Slate) {
    Task(priority: .low) { append("a") }
    Task(priority: .low) { append("c") }
  }

  @discardableResult func append(_ letter: String) -> String {
    text += letter
    return text
  }
}
