import Caching
import Dispatch
import Testing

/// What the backends promise that answer before the caller's next line.
@Suite(.timeLimit(.minutes(10))) struct SynchronousContractTests {
  typealias Synchronous = Refined<any SynchronousImageCache<Int>>

  @Test func `locks and queues are synchronous, actors and mailboxes are not`() {
    let names = Set(synchronousBackends.map(\.testDescription))
    #expect(names.isSuperset(of: ["LockedCache", "QueueCache", "MutexCache", "BarrierCache"]))
    #expect(
      names.isDisjoint(
        with: ["ActorCache", "ExecutorActorCache", "MainActorCache", "MailboxCache"]))
  }

  @Test(arguments: synchronousBackends)
  func `plain calls of one thread take effect in order`(backend: Synchronous) async {
    let cache = backend.make(.holding())
    let roundsInOrder = await onThread {
      (0..<100).count { round in
        cache.setValue(round, for: "a", cost: 1)
        cache.changeValue(for: "a") { old in old.map { ($0 * 2, 1) } }
        let changed = cache.cachedValue(for: "a")
        cache.removeValue(for: "a")
        return changed == round * 2 && cache.cachedValue(for: "a") == nil
      }
    }
    #expect(roundsInOrder == 100)
  }

  @Test(arguments: synchronousBackends)
  func `after everything is removed the next line finds nothing`(backend: Synchronous) async {
    let cache = backend.make(.holding())
    let found = await onThread {
      cache.setValue(1, for: "a", cost: 1, options: .pinned)
      cache.setValue(2, for: "b", cost: 1)
      cache.removeAllValues()
      return [cache.cachedValue(for: "a"), cache.cachedValue(for: "b")]
    }
    #expect(found == [nil, nil])
  }

  @Test(arguments: synchronousBackends)
  func `what one interface writes the other reads`(backend: Synchronous) async {
    let cache = backend.make(.holding())
    cache.setValue(1, for: "a", cost: 1, options: .pinned)
    #expect(await cache.value(for: "a") == 1)
    await cache.update("a") { _ in (2, 1) }
    #expect(await onThread { cache.cachedValue(for: "a") } == 2)
    await cache.remove("a")
    #expect(await onThread { cache.cachedValue(for: "a") } == nil)
  }

  @Test(arguments: synchronousBackends)
  func `synchronous changes by many threads all count`(backend: Synchronous) async {
    let cache = backend.make(.holding())
    _ = await onThreads(4) { _ in
      for _ in 0..<500 { cache.changeValue(for: "a") { (($0 ?? 0) + 1, 1) } }
    }
    #expect(await cache.value(for: "a") == 2_000)
  }

  // AlamofireImage's issue 331: reads by many threads, each of which moved its entry, unguarded.
  @Test(arguments: synchronousBackends)
  func `synchronous reads by many threads are all counted`(backend: Synchronous) async {
    let cache = backend.make(.holding(count: 8))
    for number in 0..<8 { cache.setValue(number, for: CacheKey("\(number)"), cost: 1) }
    let found = await onThreads(4) { thread in
      (0..<500).count { step in
        let number = (thread + step) % 8
        return cache.cachedValue(for: CacheKey("\(number)")) == number
      }
    }
    #expect(found == [500, 500, 500, 500])
    #expect(await cache.statistics().hits == 2_000)
  }

  @Test(arguments: synchronousBackends)
  func `an update may call another cache`(backend: Synchronous) async {
    let cache = backend.make(.holding())
    let other = backend.make(.holding())
    other.setValue(1, for: "a", cost: 1)
    await onThread {
      cache.changeValue(for: "a") { _ in other.cachedValue(for: "a").map { ($0 + 1, 1) } }
    }
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
      } completion: { _ in
        dispatchPrecondition(condition: .onQueue(callbackQueue))
        waiting.resume()
      }
    }
    #expect(await cache.value(for: "a") == 1)
  }
}
