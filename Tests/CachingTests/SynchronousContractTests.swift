import Caching
import Dispatch
import Testing

/// What the backends promise that answer before the caller's next line.
@Suite(.timeLimit(.minutes(1))) struct SynchronousContractTests {
  typealias Synchronous = Refined<any SynchronousImageCache<Int>>

  @Test func `locks and queues are synchronous, actors and mailboxes are not`() {
    let names = Set(synchronousBackends.map(\.testDescription))
    #expect(names.isSuperset(of: ["LockedCache", "QueueCache", "MutexCache", "BarrierCache"]))
    #expect(
      names.isDisjoint(
        with: ["ActorCache", "ExecutorActorCache", "MainActorCache", "MailboxCache"]))
  }

  @Test(arguments: synchronousBackends)
  func `plain calls of one thread take effect in order`(backend: Synchronous) {
    let cache = backend.make(.holding())
    for round in 0..<100 {
      cache.setValue(round, for: "a", cost: 1)
      cache.changeValue(for: "a") { old in old.map { ($0 * 2, 1) } }
      #expect(cache.cachedValue(for: "a") == round * 2)
      cache.removeValue(for: "a")
      #expect(cache.cachedValue(for: "a") == nil)
    }
  }

  @Test(arguments: synchronousBackends)
  func `what one interface writes the other reads`(backend: Synchronous) async {
    let cache = backend.make(.holding())
    cache.setValue(1, for: "a", cost: 1, options: .pinned)
    #expect(await cache.value(for: "a") == 1)
    await cache.update("a") { _ in (2, 1) }
    let found = cache.cachedValue(for: "a")
    #expect(found == 2)
    await cache.remove("a")
    let left = cache.cachedValue(for: "a")
    #expect(left == nil)
  }

  @Test(arguments: synchronousBackends)
  func `synchronous changes by many threads all count`(backend: Synchronous) {
    let cache = backend.make(.holding())
    onThreads(4) { _ in
      for _ in 0..<500 { cache.changeValue(for: "a") { (($0 ?? 0) + 1, 1) } }
    }
    #expect(cache.cachedValue(for: "a") == 2_000)
  }

  // AlamofireImage's issue 331: reads by many threads, each of which moved its entry, unguarded.
  @Test(arguments: synchronousBackends)
  func `synchronous reads by many threads are all counted`(backend: Synchronous) async {
    let cache = backend.make(.holding(count: 8))
    for number in 0..<8 { cache.setValue(number, for: CacheKey("\(number)"), cost: 1) }
    onThreads(4) { thread in
      let found = (0..<500).count { step in
        let number = (thread + step) % 8
        return cache.cachedValue(for: CacheKey("\(number)")) == number
      }
      #expect(found == 500)
    }
    #expect(await cache.statistics().hits == 2_000)
  }

  @Test(arguments: synchronousBackends)
  func `an update may call another cache`(backend: Synchronous) {
    let cache = backend.make(.holding())
    let other = backend.make(.holding())
    other.setValue(1, for: "a", cost: 1)
    cache.changeValue(for: "a") { _ in other.cachedValue(for: "a").map { ($0 + 1, 1) } }
    #expect(cache.cachedValue(for: "a") == 2)
  }

  // Blocked pool threads would keep the fresh task from ever running, and the line from moving on.
  @Test(arguments: ["QueueCache", "BarrierCache"])
  func `awaiting a queue blocks no thread of the pool`(name: String) async throws {
    let cache = try #require(synchronousBackends.first { $0.testDescription == name })
      .make(.holding())
    let hold = DispatchSemaphore(value: 0)
    cache.changeValue(for: "a") { _ in
      hold.wait()
      return (1, 1)
    }
    let readers = (0..<32).map { _ in Task { await cache.value(for: "a") } }
    let updater = Task { await cache.update("a") { $0.map { ($0 + 1, 1) } } }
    await Task.detached { _ = hold.signal() }.value
    for reader in readers { #expect(await reader.value != nil) }
    await updater.value
    #expect(await cache.value(for: "a") == 2)
  }

  @Test func `a queue cache works on the queue it was given, and answers on the other`() async {
    let queue = DispatchQueue(label: "test.work")
    let callbackQueue = DispatchQueue(label: "test.callbacks")
    let cache = QueueCache<Int>(.holding(), queue: queue, callbackQueue: callbackQueue)
    await withCheckedContinuation { waiting in
      cache.update("a", qos: .userInitiated) { _ in
        dispatchPrecondition(condition: .onQueue(queue))
        return (1, 1)
      } completion: {
        dispatchPrecondition(condition: .onQueue(callbackQueue))
        waiting.resume()
      }
    }
    #expect(await cache.value(for: "a") == 1)
  }
}
