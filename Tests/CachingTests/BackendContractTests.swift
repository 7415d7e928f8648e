import Caching
import Stress
import Testing

/// What every backend promises, whatever keeps it safe.
@Suite(.timeLimit(.minutes(10))) struct BackendContractTests {
  // MARK: Single caller

  @Test(arguments: Backend<Int>.all)
  func `calls of one awaiting task take effect in order`(backend: Backend<Int>) async {
    let cache = backend.make(.holding())
    for round in 0..<50 {
      await cache.store(round, for: "a", cost: 1)
      await cache.update("a") { old in old.map { ($0 * 2, 1) } }
      #expect(await cache.value(for: "a") == round * 2)
      await cache.remove("a")
      #expect(await cache.value(for: "a") == nil)
    }
  }

  @Test(arguments: Backend<Int>.all)
  func `a missing value is none, and counted`(backend: Backend<Int>) async {
    let cache = backend.make(.holding())
    #expect(await cache.value(for: "absent") == nil)
    await cache.store(1, for: "a", cost: 3)
    #expect(await cache.value(for: "a") == 1)
    let statistics = await cache.statistics()
    #expect(statistics.misses == 1)
    #expect(statistics.hits == 1)
    #expect(statistics.count == 1)
    #expect(statistics.totalCost == 3)
  }

  @Test(arguments: Backend<Int>.all)
  func `replacing a hundred times counts the cost once`(backend: Backend<Int>) async {
    let cache = backend.make(.holding(cost: 100))
    for number in 0..<100 {
      #expect(await cache.store(number, for: "a", cost: 60) == .stored(evicted: 0))
    }
    let statistics = await cache.statistics()
    #expect(statistics.totalCost == 60)
    #expect(statistics.count == 1)
    #expect(statistics.evictions == 0)
  }

  @Test(arguments: Backend<Int>.all)
  func `a read entry outlives one that was not read`(backend: Backend<Int>) async {
    let cache = backend.make(.holding(count: 2))
    await cache.store(1, for: "read", cost: 1)
    await cache.store(2, for: "unread", cost: 1)
    #expect(await cache.value(for: "read") == 1)
    #expect(await cache.store(3, for: "new", cost: 1) == .stored(evicted: 1))
    #expect(await cache.value(for: "read") == 1)
    #expect(await cache.value(for: "unread") == nil)
  }

  @Test(arguments: Backend<Int>.all)
  func `an entry expires by the clock it was given`(backend: Backend<Int>) async {
    let clock = HandClock()
    let limits = CacheLimits(totalCost: .max)
    let cache = backend.make(CacheConfiguration(limits: limits, clock: clock))
    await cache.store(1, for: "a", cost: 1, options: .lasting(10))
    clock.advance(by: .seconds(9))
    #expect(await cache.value(for: "a") == 1)
    clock.advance(by: .seconds(1))
    #expect(await cache.value(for: "a") == nil)
    let statistics = await cache.statistics()
    #expect(statistics.count == 0)
    #expect(statistics.expirations == 1)
  }

  @Test(arguments: Backend<Int>.all)
  func `pinned entries stay, and refuse what they leave no room for`(
    backend: Backend<Int>
  ) async {
    let cache = backend.make(.holding(cost: 10))
    await cache.store(1, for: "pin", cost: 6, options: .pinned)
    for number in 0..<20 { await cache.store(number, for: CacheKey("\(number)"), cost: 4) }
    #expect(await cache.value(for: "pin") == 1)
    #expect(await cache.store(2, for: "wide", cost: 5) == .pinsFillLimit)
    #expect(await cache.store(2, for: "wider", cost: 11) == .tooLarge)
    await cache.removeAll()
    #expect(await cache.value(for: "pin") == nil)
    #expect(await cache.store(2, for: "wide", cost: 5) == .stored(evicted: 0))
  }

  @Test(arguments: Backend<Int>.all)
  func `a cache without limits keeps everything`(backend: Backend<Int>) async {
    let cache = backend.make(.holding())
    for number in 0..<1_000 { await cache.store(number, for: CacheKey("\(number)"), cost: 1) }
    let statistics = await cache.statistics()
    #expect(statistics.count == 1_000)
    #expect(statistics.totalCost == 1_000)
    #expect(await cache.value(for: "0") == 0)
  }

  @Test(arguments: Backend<[Int]>.all)
  func `a value got is independent of the one kept`(backend: Backend<[Int]>) async throws {
    let cache = backend.make(.holding())
    await cache.store([1, 2, 3], for: "a", cost: 3)
    var got = try #require(await cache.value(for: "a"))
    got.append(4)
    #expect(await cache.value(for: "a") == [1, 2, 3])
    #expect(got == [1, 2, 3, 4])
  }

  @Test(arguments: Backend<Int>.all)
  func `an update tells what became of the value it made`(backend: Backend<Int>) async {
    let cache = backend.make(.holding(cost: 10))
    #expect(await cache.update("absent") { _ in nil } == nil)
    #expect(await cache.update("a") { _ in (1, 10) } == .stored(evicted: 0))
    #expect(await cache.update("b") { _ in (2, 1) } == .stored(evicted: 1))
    #expect(await cache.update("b") { _ in (3, 11) } == .tooLarge)
    #expect(await cache.value(for: "b") == nil, "a refusal loses the older value too")
    await cache.store(4, for: "a", cost: 1)
    #expect(await cache.update("a") { _ in nil } == nil)
    #expect(await cache.value(for: "a") == nil)
  }

  // MARK: Many callers

  @Test(arguments: Backend<Int>.all)
  func `concurrent updates all count`(backend: Backend<Int>) async {
    let cache = backend.make(.holding())
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<100 { await cache.update("a") { (($0 ?? 0) + 1, 1) } }
        }
      }
    }
    #expect(await cache.value(for: "a") == 800)
  }

  @Test(arguments: Backend<Int>.all)
  func `an update never resurrects a removed image`(backend: Backend<Int>) async {
    let cache = backend.make(.holding())
    for _ in 0..<50 {
      await cache.store(0, for: "a", cost: 1)
      await withTaskGroup { group in
        for _ in 0..<4 {
          group.addTask { _ = await cache.update("a") { old in old.map { ($0 + 1, 1) } } }
        }
        group.addTask { await cache.remove("a") }
      }
      #expect(await cache.value(for: "a") == nil)
    }
  }

  @Test(arguments: Backend<Int>.all)
  func `limits hold at every observation under concurrent load`(backend: Backend<Int>) async {
    let cache = backend.make(.holding(cost: 50, count: 12))
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          for step in 0..<150 {
            let number = task * 31 + step * 7
            await cache.store(
              number, for: CacheKey("\(number % 40)"), cost: number % 23,
              options: EntryOptions(isPinned: number % 17 == 0))
            await cache.update(CacheKey("\(step % 40)")) { old in old.map { ($0, $0 % 29) } }
            let statistics = await cache.statistics()
            #expect(statistics.totalCost <= 50 && statistics.totalCost >= 0)
            #expect(statistics.count <= 12 && statistics.count >= 0)
          }
        }
      }
    }
  }

  @Test(arguments: Backend<Int>.all)
  func `concurrent reads are all counted, though each moves its entry`(
    backend: Backend<Int>
  ) async {
    let cache = backend.make(.holding())
    for number in 0..<16 { await cache.store(number, for: CacheKey("\(number)"), cost: 1) }
    await withTaskGroup { group in
      for task in 0..<4 {
        group.addTask {
          for step in 0..<200 {
            let number = (task * 5 + step) % 17
            let expected = number < 16 ? number : nil
            #expect(await cache.value(for: CacheKey("\(number)")) == expected)
          }
        }
      }
    }
    let statistics = await cache.statistics()
    #expect(statistics.hits + statistics.misses == 800)
    #expect(statistics.misses == (0..<4).reduce(0) { $0 + Self.misses(ofTask: $1) })
  }

  private static func misses(ofTask task: Int) -> Int {
    (0..<200).count { (task * 5 + $0) % 17 == 16 }
  }

  // MARK: Letting go

  @Test(arguments: Backend<Picture>.all)
  func `after everything is removed nothing is kept alive`(backend: Backend<Picture>) async {
    let cache = backend.make(.holding(count: 20))
    var watched: [WeakPicture] = []
    for number in 0..<30 {
      let picture = Picture("\(number)")
      watched.append(WeakPicture(picture: picture))
      await cache.store(
        picture, for: CacheKey(picture.name), cost: 1,
        options: EntryOptions(lifetime: .seconds(60), isPinned: number % 10 == 0))
    }
    #expect(await cache.value(for: "29")?.name == "29")
    #expect(watched.count { $0.picture != nil } == 20)
    await cache.removeAll()
    #expect(watched.allSatisfy { $0.picture == nil })
  }

  @Test(arguments: Backend<Picture>.all)
  func `a cache that goes lets go of what it holds`(backend: Backend<Picture>) async {
    // The stream ends when the picture goes: for a mailbox that is when its consumer has ended.
    let (released, witness) = AsyncStream.makeStream(of: Never.self)
    await holdAndDrop(Picture("a") { witness.finish() }, in: backend)
    for await _ in released {}
  }

  private func holdAndDrop(_ picture: Picture, in backend: Backend<Picture>) async {
    let cache = backend.make(.holding())
    await cache.store(picture, for: "a", cost: 1)
  }

  // MARK: Waiting

  // Blocked pool threads would keep the fresh task from ever running, and the line from moving on.
  @Test(arguments: Backend<Int>.all.filter { $0.waiting != .blocked })
  func `awaiting a busy cache blocks no thread of the pool`(backend: Backend<Int>) async {
    let executor = ThreadExecutor()
    let cache = backend.make(.holding(), taskExecutor: executor)
    let gate = Gate()
    await withCheckedContinuation { waiting in
      Task(executorPreference: executor) {
        await cache.update("a") { _ in
          waiting.resume()
          gate.wait()
          return (1, 1)
        }
      }
    }
    let readers = (0..<32).map { _ in Task { await cache.value(for: "a") } }
    let updater = Task { await cache.update("a") { old in old.map { ($0 + 1, 1) } } }
    await Task.detached { gate.open() }.value
    for reader in readers { #expect(await reader.value != nil) }
    #expect(await updater.value == .stored(evicted: 0))
    #expect(await cache.value(for: "a") == 2)
  }

  @Test func `every backend is listed once, by a name of its own`() {
    let names = Backend<Int>.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.contains("LockedCache"), "without its generic arguments")
  }
}
