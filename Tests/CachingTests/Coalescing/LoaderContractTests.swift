import Caching
import Dispatch
import Testing

/// What every loader promises, whatever keeps it safe.
@Suite(.timeLimit(.minutes(10))) struct LoaderContractTests {
  // MARK: One load

  @Test(arguments: LoaderKind.allCases)
  func `callers of one key share one load and are all answered`(kind: LoaderKind) async throws {
    let world = LoaderWorld(kind)
    let callers = [await world.ask("a"), await world.ask("a"), await world.ask("a")]
    #expect(world.origin.begun == ["a"])
    await world.end("a", .success(1))
    for caller in callers { #expect(try await caller.value == 1) }
    #expect(try await world.loader.value(for: "a") == 1)
    #expect(world.origin.begun == ["a"], "a resident value is answered without a load")
  }

  @Test(arguments: LoaderKind.allCases)
  func `an error goes to all who wait, and is not kept`(kind: LoaderKind) async throws {
    let world = LoaderWorld(kind)
    let callers = [await world.ask("a"), await world.ask("a")]
    await world.end("a", .failure(Offline()))
    for caller in callers { await #expect(throws: Offline.self) { try await caller.value } }
    let next = await world.ask("a")
    await world.end("a", .success(2))
    #expect(try await next.value == 2)
    #expect(world.origin.begun == ["a", "a"])
  }

  @Test(arguments: LoaderKind.allCases)
  func `values are kept within the limits, by the cost they are given`(kind: LoaderKind) async {
    let world = LoaderWorld(kind, limits: CacheLimits(totalCost: 10))
    await world.loader.store(6, for: "old")
    await world.loader.store(5, for: "new")
    _ = await world.ask("new")
    #expect(world.origin.begun == [])
    _ = await world.ask("old")
    #expect(world.origin.begun == ["old"])
    await world.end("old", .success(11))
    _ = await world.ask("old")
    #expect(world.origin.begun == ["old", "old"], "too large to keep")
    await world.end("old", .success(1))
    await world.end("old", .success(1))
  }

  // MARK: Callers that leave

  @Test(arguments: LoaderKind.allCases)
  func `a cancelled caller leaves at once and the load goes on for the others`(
    kind: LoaderKind
  ) async throws {
    let world = LoaderWorld(kind)
    let (first, second) = (await world.ask("a"), await world.ask("a"))
    await world.cancel(first)
    await #expect(throws: CancellationError.self) { try await first.value }
    #expect(world.origin.cancelled == [])
    await world.end("a", .success(1))
    #expect(try await second.value == 1)
  }

  @Test(arguments: LoaderKind.allCases)
  func `with the last caller a load is cancelled and forgotten`(kind: LoaderKind) async throws {
    let world = LoaderWorld(kind)
    let callers = [await world.ask("a"), await world.ask("a")]
    for caller in callers { await world.cancel(caller) }
    for caller in callers {
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
    #expect(world.origin.cancelled == ["a"])
    let next = await world.ask("a")
    await world.end("a", .success(1))
    let late = await world.ask("a")
    #expect(world.origin.begun == ["a", "a"], "the forgotten load's value is not kept")
    await world.end("a", .success(2))
    #expect(try await next.value == 2)
    #expect(try await late.value == 2)
  }

  @Test(arguments: LoaderKind.allCases)
  func `a caller cancelled before it asks starts nothing`(kind: LoaderKind) async {
    let world = LoaderWorld(kind)
    let gate = Origin()
    await world.loader.store(1, for: "resident")
    for key in ["a", "resident"] as [CacheKey] {
      let caller = Task(executorPreference: world.pool) { [loader = world.loader] in
        _ = try await gate.load("gate")
        return try await loader.value(for: key)
      }
      await world.settle()
      caller.cancel()
      gate.end("gate", .success(0))
      await world.settle()
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
    #expect(world.origin.begun == [])
  }

  @Test(arguments: LoaderKind.allCases)
  func `of two hundred queued and all but ten cancelled, only those ten still load`(
    kind: LoaderKind
  ) async throws {
    let world = LoaderWorld(kind, width: 4)
    let keys = (0..<200).map { CacheKey("\($0)") }
    var callers: [Task<Int, any Error>] = []
    for key in keys { callers.append(await world.ask(key)) }
    for caller in callers.dropLast(10) { caller.cancel() }
    await world.settle()
    for key in keys { await world.end(key, .success(1)) }
    #expect(world.origin.begun == Array(keys.prefix(4) + keys.suffix(10)))
    for caller in callers.dropLast(10) {
      await #expect(throws: CancellationError.self) { try await caller.value }
    }
    for caller in callers.suffix(10) { #expect(try await caller.value == 1) }
  }

  @Test(arguments: [LoaderKind.queue, .actor])
  func `a cancel that finds its caller still in line is not forgotten`(kind: LoaderKind) async {
    let world = LoaderWorld(kind)
    world.queue.suspend()
    let caller = Task(executorPreference: world.pool) { [loader = world.loader] in
      try await loader.value(for: "a")
    }
    await world.pool.idle()
    caller.cancel()
    await world.pool.idle()
    world.queue.resume()
    await world.settle()
    await #expect(throws: CancellationError.self) { try await caller.value }
    await world.end("a", .success(1))
    let next = await world.ask("a")
    await world.end("a", .success(2))
    #expect(await (try? next.value) == 2, "nothing of it is kept")
  }

  // MARK: Width and urgency

  @Test(arguments: LoaderKind.allCases)
  func `no more loads run at once than there are places`(kind: LoaderKind) async {
    let world = LoaderWorld(kind, width: 2)
    for key in ["a", "b", "c", "d"] as [CacheKey] { _ = await world.ask(key) }
    #expect(world.origin.begun == ["a", "b"])
    await world.end("b", .success(1))
    #expect(world.origin.begun == ["a", "b", "c"])
    await world.end("a", .failure(Offline()))
    #expect(world.origin.begun == ["a", "b", "c", "d"])
    for key in ["c", "d"] as [CacheKey] { await world.end(key, .success(1)) }
  }

  @Test(arguments: LoaderKind.allCases)
  func `the load whose most urgent caller is highest starts next`(kind: LoaderKind) async {
    let world = LoaderWorld(kind, width: 1)
    _ = await world.ask("held")
    _ = await world.ask("first", .low)
    _ = await world.ask("second", .medium)
    _ = await world.ask("third", .medium)
    _ = await world.ask("raised", .low)
    _ = await world.ask("raised", .high)
    _ = await world.ask("lowered", .low)
    await world.cancel(world.ask("lowered", .high))
    let keys: [CacheKey] = ["held", "raised", "second", "third", "first", "lowered"]
    for key in keys { await world.end(key, .success(1)) }
    #expect(world.origin.begun == keys)
  }

  @Test(arguments: LoaderKind.allCases)
  func `a load's task has its caller's priority, and is raised for a later one`(
    kind: LoaderKind
  ) async throws {
    let gate = Origin()
    let world = LoaderWorld(kind) { key in
      let before = Task.currentPriority
      _ = try await gate.load(key)
      return Int(before.rawValue) * 1_000 + Int(Task.currentPriority.rawValue)
    }
    let low = await world.ask("a", .low)
    _ = await world.ask("a", .high)
    gate.end("a", .success(0))
    #expect(
      try await low.value
        == Int(TaskPriority.low.rawValue) * 1_000 + Int(TaskPriority.high.rawValue))
  }

  // MARK: Newer values

  @Test(arguments: LoaderKind.allCases)
  func `a value stored during a load answers those who wait, and is not overwritten`(
    kind: LoaderKind
  ) async throws {
    let world = LoaderWorld(kind)
    let caller = await world.ask("a")
    await world.loader.store(2, for: "a")
    #expect(try await caller.value == 2)
    await world.settle()
    #expect(world.origin.cancelled == ["a"])
    await world.end("a", .success(1))
    #expect(try await world.loader.value(for: "a") == 2)
    #expect(world.origin.begun == ["a"])
  }

  @Test(arguments: LoaderKind.allCases)
  func `a value stored before its load begins spares it`(kind: LoaderKind) async throws {
    let world = LoaderWorld(kind, width: 1)
    _ = await world.ask("held")
    let caller = await world.ask("a")
    await world.loader.store(2, for: "a")
    #expect(try await caller.value == 2)
    await world.end("held", .success(1))
    #expect(world.origin.begun == ["held"])
  }

  @Test(arguments: LoaderKind.allCases, [false, true])
  func `a load that was removed answers those who wait already and nobody else`(
    kind: LoaderKind, all: Bool
  ) async throws {
    let world = LoaderWorld(kind)
    let early = await world.ask("a")
    if all { await world.loader.removeAll() } else { await world.loader.remove("a") }
    let late = await world.ask("a")
    #expect(world.origin.begun == ["a", "a"])
    await world.end("a", .success(1))
    #expect(try await early.value == 1)
    let later = await world.ask("a")
    #expect(world.origin.begun == ["a", "a"], "the newer load is joined, the older not kept")
    await world.end("a", .success(2))
    #expect(try await late.value == 2)
    #expect(try await later.value == 2)
    #expect(try await world.loader.value(for: "a") == 2)
    if all { await world.loader.removeAll() } else { await world.loader.remove("a") }
    _ = await world.ask("a")
    #expect(world.origin.begun.count == 3)
    await world.end("a", .success(3))
  }
}
