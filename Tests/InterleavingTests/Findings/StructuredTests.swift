import Evidence
import Interleaving
import Testing

/// Everything of structured concurrency comes to the explorer: each program is explored completely,
/// and nothing of it escapes.
@Suite struct StructuredTests {
  @Test func `a task alone is one schedule, and so is one that yields or resumes itself`()
    async throws
  {
    try await expect(["x"], schedules: 1, "plain") { world, slate in
      world.task("t") { slate.text += "x" }
    }
    try await expect(["xy"], schedules: 1, "yields") { world, slate in
      world.task("t") {
        slate.text += "x"
        await Task.yield()
        slate.text += "y"
      }
    }
    try await expect(["x"], schedules: 1, "resumes itself") { world, slate in
      world.task("t") {
        await withUnsafeContinuation { $0.resume() }
        slate.text += "x"
      }
    }
  }

  @Test(arguments: [(2, 1, 6), (2, 2, 20), (3, 1, 90)])
  func `a yield is one step`(_ tasks: Int, _ yields: Int, _ schedules: Int) async throws {
    // Tasks of yields + 1 steps: (tasks · steps)! / (steps!)^tasks.
    try await expect([""], schedules: schedules, "\(tasks) \(yields)") { world, _ in
      for task in 0..<tasks {
        world.task("\(task)") { for _ in 0..<yields { await Task.yield() } }
      }
    }
  }

  @Test func `an immediate task begins in the step of whoever starts it`() async throws {
    try await expect(["ipx", "ixp"], schedules: 2) { world, slate in
      world.task("t") {
        Task.immediate {
          slate.text += "i"
          await Task.yield()
          slate.text += "x"
        }
        await Task.yield()
        slate.text += "p"
      }
    }
  }

  @Test func `a task of the pool takes no step more than one of the world's`() async throws {
    // One step each, once they have been started: 3!.
    try await expect(["abp", "apb", "bap", "bpa", "pab", "pba"], schedules: 6, "tasks") {
      world, slate in
      world.task("t") {
        Task { slate.text += "a" }
        Task.detached { slate.text += "b" }
        await Task.yield()
        slate.text += "p"
      }
    }
    // Two steps of one and one step of the other: 3!/2!.
    try await expect(["apx", "axp", "pax"], schedules: 3, "yield") { world, slate in
      world.task("t") {
        Task.detached {
          slate.text += "a"
          await Task.yield()
          slate.text += "x"
        }
        await Task.yield()
        slate.text += "p"
      }
    }
  }

  @Test func `a continuation is resumed by another task`() async throws {
    let found = try await explore { world in
      let slate = Slate()
      let holder = Holder()
      world.task("waits") {
        await withCheckedContinuation {
          if slate.text.isEmpty { holder.continuation = $0 } else { $0.resume() }
        }
        slate.text += "w"
      }
      world.task("resumes") {
        slate.text += "r"
        holder.resume()
      }
      world.outcome { slate.text }
    }
    #expect(found.isComplete)
    #expect(found.names == ["rw"])
    #expect(found.schedules == 2)
  }

  @Test func `groups of every kind`() async throws {
    // Either may end first, and the parent may take it before the other ends or after.
    try await expect(["12", "21"], schedules: 4, "order of ending") { world, slate in
      world.task("t") {
        await withTaskGroup(of: Int.self) { group in
          for number in [1, 2] { group.addTask { number } }
          for await number in group { slate.text += "\(number)" }
        }
      }
    }
    try await expect(["ab", "ba"], schedules: 2, "discarding") { world, slate in
      world.task("t") {
        await withDiscardingTaskGroup { group in
          for letter in ["a", "b"] { group.addTask { slate.text += letter } }
        }
      }
    }
    try await expect(["0!", "1!"], schedules: nil, "a child that throws") { world, slate in
      world.task("t") {
        do {
          try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { throw Failure() }
            group.addTask {
              await Task.yield()
              slate.text += Task.isCancelled ? "1" : "0"
            }
            try await group.next()
            group.cancelAll()
            try await group.next()
          }
        } catch is Failure {
          slate.text += "!"
        }
      }
    }
    try await expect(["3"], schedules: nil, "on an actor") { world, slate in
      let cell = Cell(world.serialExecutor("cell"))
      world.task("t") {
        await withTaskGroup(of: Void.self) { group in
          for number in [1, 2] { group.addTask { await cell.add(number) } }
        }
        slate.text += "\(await cell.value)"
      }
    }
  }

  @Test func `async let runs beside its parent`() async throws {
    // 3! orders, and after p and a the parent may go on to wait for b before b or after.
    try await expect(["abp", "apb", "bap", "bpa", "pab", "pba"], schedules: 7) { world, slate in
      world.task("t") {
        async let a: Void = slate.append("a")
        async let b: Void = slate.append("b")
        await Task.yield()
        slate.text += "p"
        _ = await (a, b)
      }
    }
  }

  @Test func `actors: calls, nested calls, a yield inside`() async throws {
    try await expect(["ab", "ba"], schedules: 14, "two callers") { world, slate in
      let cell = Cell(world.serialExecutor("cell"))
      for name in ["a", "b"] {
        world.task(name) { await cell.append(name) }
      }
      world.outcome { await cell.text }
    }
    try await expect(["1"], schedules: 1, "nested") { world, slate in
      let (one, other) = (Cell(world.serialExecutor("1")), Cell(world.serialExecutor("2")))
      world.task("t") { slate.text += "\(await one.pass(to: other))" }
    }
    try await expect(["2"], schedules: 1, "yields") { world, slate in
      let cell = Cell(world.serialExecutor("cell"))
      world.task("t") {
        await cell.yield()
        slate.text += "\(await cell.value)"
      }
    }
  }

  @Test func `streams, task locals, values of tasks`() async throws {
    try await expect(["12"], schedules: nil, "stream") { world, slate in
      let (stream, continuation) = AsyncStream.makeStream(of: Int.self)
      world.task("reads") { for await number in stream { slate.text += "\(number)" } }
      world.task("writes") {
        continuation.yield(1)
        await Task.yield()
        continuation.yield(2)
        continuation.finish()
      }
    }
    try await expect(["77"], schedules: nil, "task local") { world, slate in
      world.task("t") {
        await Local.$value.withValue(7) {
          async let child = Local.value
          await Task.yield()
          slate.text += "\(Local.value)"
          slate.text += "\(await child)"
        }
      }
    }
    try await expect(["5"], schedules: nil, "value") { world, slate in
      let other = world.task("other") { slate.text += "5" }
      world.task("t") { await other.value }
    }
  }

  @Test func `a cancellation handler, an isolated deinit`() async throws {
    try await expect(["hc"], schedules: nil, "handler") { world, slate in
      let holder = Holder()
      let task = world.task("waits") {
        await withTaskCancellationHandler {
          await withCheckedContinuation {
            holder.continuation = $0
            if Task.isCancelled { holder.resume() }
          }
        } onCancel: {
          slate.text += "h"
          holder.resume()
        }
        slate.text += Task.isCancelled ? "c" : "-"
      }
      world.task("cancels") { task.cancel() }
    }
    try await expect(["de", "ed"], schedules: nil, "isolated deinit") { world, slate in
      let executor = world.serialExecutor("dying")
      world.task("t") {
        let dying = Dying(executor, slate)
        await dying.touch()
        release(consume dying)
        await Task.yield()
        slate.text += "e"
      }
    }
  }

  private func expect(
    _ outcomes: [String], schedules: Int?, _ label: String = "", function: String = #function,
    _ program: @escaping @Sendable (World, Slate) -> Void
  ) async throws {
    let found = try await explore(label, function: function) { world in
      let slate = Slate()
      world.outcome { slate.text }
      program(world, slate)
    }
    #expect(found.isComplete, "\(label): \(found.coverage) \(found.findings)")
    #expect(found.names == outcomes, "\(label)")
    if let schedules { #expect(found.schedules == schedules, "\(label)") }
  }
}

private actor Dying {
  private nonisolated let executor: any SerialExecutor
  private let slate: Slate

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(_ executor: any SerialExecutor, _ slate: Slate) {
    self.executor = executor
    self.slate = slate
  }

  func touch() {}

  isolated deinit { slate.text += "d" }
}

private final class Holder: @unchecked Sendable {  // used by one step at a time
  var continuation: CheckedContinuation<Void, Never>?

  func resume() {
    continuation?.resume()
    continuation = nil
  }
}

private enum Local {
  @TaskLocal static var value = 0
}

private struct Failure: Error {}

private func release(_: consuming Dying) {}

extension Slate {
  fileprivate func append(_ letter: String) async { text += letter }
}
