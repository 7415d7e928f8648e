import Caching
import Dispatch
import Testing

/// What the backends promise that answer by a handler.
@Suite(.timeLimit(.minutes(10))) struct CallbackContractTests {
  typealias Callback = Refined<any CallbackImageCache<Int>>

  @Test func `locks, queues and mailboxes answer by handlers`() {
    let names = Set(callbackBackends.map(\.testDescription))
    #expect(
      names.isSuperset(of: [
        "LockedCache", "MutexCache", "QueueCache", "MailboxCache", "BarrierCache",
      ]))
  }

  @Test(
    arguments: callbackBackends,
    [DispatchQoS.unspecified, .background, .userInteractive])
  func `calls of one thread take effect in the order made, however urgent`(
    backend: Callback, urgencyOfRead: DispatchQoS
  ) async {
    let cache = backend.make(.holding())
    for round in 1...50 {
      let read = await withCheckedContinuation { waiting in
        cache.store(
          round, for: "a", cost: 1, options: EntryOptions(), qos: .background
        ) { _ in }
        cache.update("a", qos: .utility) { old in
          old.map { ($0 * 2, 1) }
        } completion: { _ in
        }
        cache.value(for: "a", qos: urgencyOfRead) { waiting.resume(returning: $0) }
      }
      #expect(read == round * 2)
    }
  }

  @Test(arguments: callbackBackends)
  func `a handler learns what became of a value`(backend: Callback) async {
    let cache = backend.make(.holding(cost: 10))
    let results = Collector<StoreResult>()
    await withCheckedContinuation { waiting in
      cache.store(1, for: "a", cost: 8, options: .pinned) { results.add($0) }
      cache.store(2, for: "b", cost: 11) { results.add($0) }
      cache.store(3, for: "c", cost: 3) {
        results.add($0)
        waiting.resume()
      }
    }
    #expect(results.elements == [.stored(evicted: 0), .tooLarge, .pinsFillLimit])
  }

  @Test(arguments: callbackBackends)
  func `a handler learns what became of what an update made`(backend: Callback) async {
    let cache = backend.make(.holding(cost: 10))
    let results = Collector<StoreResult?>()
    await withCheckedContinuation { waiting in
      cache.update("a", { _ in (1, 10) }, completion: { results.add($0) })
      cache.update("a", { _ in (2, 11) }, completion: { results.add($0) })
      cache.update("a", { old in old.map { ($0, 1) } }) {
        results.add($0)
        waiting.resume()
      }
    }
    #expect(results.elements == [.stored(evicted: 0), .tooLarge, nil])
  }

  @Test(arguments: callbackBackends)
  func `removals take effect in the order made, and are answered`(backend: Callback) async {
    let cache = backend.make(.holding())
    let answers = Collector<String>()
    await withCheckedContinuation { waiting in
      for key in ["a", "b"] as [CacheKey] {
        cache.store(1, for: key, cost: 1, options: .pinned) { _ in }
      }
      cache.remove("a") { answers.add("removed") }
      cache.value(for: "a") { answers.add("a \($0 ?? 0)") }
      cache.value(for: "b") { answers.add("b \($0 ?? 0)") }
      cache.removeAll { answers.add("all removed") }
      cache.value(for: "b") {
        answers.add("b \($0 ?? 0)")
        waiting.resume()
      }
    }
    // Reads side by side may be answered in either order.
    #expect(Set(answers.elements) == ["removed", "a 0", "b 1", "all removed", "b 0"])
  }

  @Test(arguments: callbackBackends)
  func `handlers run outside the guarded section and may call the cache`(
    backend: Callback
  ) async {
    let cache = backend.make(.holding())
    let read = await withCheckedContinuation { waiting in
      cache.store(1, for: "a", cost: 1) { _ in
        cache.update("a") { old in
          old.map { ($0 + 1, 1) }
        } completion: { _ in
          cache.value(for: "a") { first in
            cache.store((first ?? 0) + 1, for: "a", cost: 1) { _ in
              cache.value(for: "a") { waiting.resume(returning: $0) }
            }
          }
        }
      }
    }
    #expect(read == 3)
  }

  @Test(arguments: callbackBackends)
  func `where a cache is synchronous, handlers may call it so`(backend: Callback) async {
    let cache = backend.make(.holding())
    guard let synchronous = cache as? any SynchronousImageCache<Int> else { return }
    let reads = Collector<Int?>()
    await withCheckedContinuation { waiting in
      cache.store(1, for: "a", cost: 1) { _ in
        synchronous.changeValue(for: "a") { old in old.map { ($0 + 1, 1) } }
        reads.add(synchronous.cachedValue(for: "a"))
        cache.update("a") { old in
          old.map { ($0 + 1, 1) }
        } completion: { _ in
          reads.add(synchronous.cachedValue(for: "a"))
          cache.value(for: "a") { _ in
            synchronous.removeValue(for: "a")
            reads.add(synchronous.cachedValue(for: "a"))
            waiting.resume()
          }
        }
      }
    }
    #expect(reads.elements == [2, 3, nil])
  }

  @Test(arguments: callbackBackends)
  func `updates by many threads all count, and all are answered`(backend: Callback) async {
    let cache = backend.make(.holding())
    let (answers, answered) = AsyncStream.makeStream(of: Void.self)
    _ = await onThreads(4) { _ in
      for _ in 0..<100 {
        cache.update("a") {
          (($0 ?? 0) + 1, 1)
        } completion: { _ in
          answered.yield()
        }
      }
    }
    for await _ in answers.prefix(400) {}
    #expect(await cache.value(for: "a") == 400)
  }
}
