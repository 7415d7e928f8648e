import Caching
import Testing

@Suite struct CacheStoreExpiryTests {
  let clock = HandClock()

  func makeStore(cost: Int = .max, count: Int = .max) -> CacheStore<Int> {
    CacheStore(CacheConfiguration(limits: CacheLimits(totalCost: cost, count: count), clock: clock))
  }

  @Test func `an entry can be read until its lifetime is over`() {
    var store = makeStore()
    store.store(1, for: "a", cost: 1, options: .lasting(10))
    clock.advance(by: .milliseconds(9_999))
    #expect(store.value(for: "a") == 1)
    #expect(store.peek("a") == 1)
    clock.advance(by: .milliseconds(1))
    #expect(store.peek("a") == nil)
    #expect(store.statistics.count == 1, "a peek drops nothing")
    #expect(store.value(for: "a") == nil)
    #expect(store.statistics.count == 0)
    #expect(store.statistics.expirations == 1)
    #expect(store.statistics.hits == 1)
    #expect(store.statistics.misses == 1)
  }

  @Test func `an entry of no lifetime at all is never read`() {
    var store = makeStore()
    #expect(store.store(1, for: "a", cost: 1, options: .lasting(0)) == .stored(evicted: 0))
    #expect(store.value(for: "a") == nil)
  }

  @Test func `an update meets an expired entry as none`() {
    var store = makeStore()
    store.store(1, for: "a", cost: 1, options: .lasting(1, isPinned: true))
    clock.advance(by: .seconds(1))
    store.update("a") { old in
      #expect(old == nil)
      return (2, 1)
    }
    #expect(store.statistics.expirations == 1)
    clock.advance(by: .seconds(100))
    #expect(store.value(for: "a") == 2, "what an update made anew has no lifetime")
  }

  @Test func `a miss made up for later drops the expired entry, unless it was replaced`() {
    var store = makeStore()
    store.store(1, for: "a", cost: 1, options: .lasting(1))
    store.store(1, for: "b", cost: 1, options: .lasting(1))
    clock.advance(by: .seconds(1))
    #expect(store.peek("a") == nil)
    #expect(store.peek("b") == nil)
    store.store(2, for: "b", cost: 1)
    store.recordRead(of: "a", found: false)
    store.recordRead(of: "b", found: false)
    #expect(store.statistics.count == 1)
    #expect(store.peek("b") == 2)
  }

  @Test func `where room is needed the expired go before any living entry`() {
    var store = makeStore(count: 3)
    store.store(1, for: "oldest", cost: 1)
    store.store(2, for: "brief", cost: 1, options: .lasting(1))
    store.store(3, for: "briefer pin", cost: 1, options: .lasting(1, isPinned: true))
    clock.advance(by: .seconds(1))
    #expect(store.store(4, for: "new", cost: 1) == .stored(evicted: 0))
    #expect(store.peek("oldest") == 1)
    #expect(store.statistics.count == 2)
    #expect(store.statistics.expirations == 2)
    #expect(store.statistics.evictions == 0)
  }

  @Test func `an expired pin fills no limit`() {
    var store = makeStore(cost: 10)
    store.store(1, for: "pin", cost: 10, options: .lasting(5, isPinned: true))
    #expect(store.store(2, for: "new", cost: 1) == .pinsFillLimit)
    clock.advance(by: .seconds(5))
    #expect(store.store(2, for: "new", cost: 1) == .stored(evicted: 0))
    #expect(store.statistics.totalCost == 1)
  }

  @Test func `replacing ends the older lifetime`() {
    var store = makeStore(count: 2)
    store.store(1, for: "a", cost: 1, options: .lasting(1))
    store.store(2, for: "a", cost: 1, options: .lasting(10))
    store.store(3, for: "b", cost: 1, options: .lasting(1))
    store.store(4, for: "b", cost: 1)
    clock.advance(by: .seconds(5))
    #expect(store.store(5, for: "c", cost: 1) == .stored(evicted: 1))
    #expect(store.peek("b") == 4)
    #expect(store.statistics.expirations == 0)
  }

  @Test func `entries without a lifetime never read the clock`() {
    var store = makeStore(count: 2)
    let reads = clock.reads
    for number in 0..<10 {
      store.store(number, for: CacheKey("\(number)"), cost: 1)
      _ = store.value(for: CacheKey("\(number)"))
      _ = store.peek("absent")
      store.update("9") { _ in (9, 1) }
    }
    #expect(clock.reads == reads)
  }

  @Test func `the clock is read when an entry with a lifetime is stored or met, or room is needed`()
  {
    var store = makeStore(count: 2)
    func reads(_ body: (inout CacheStore<Int>) -> Void) -> Int {
      let before = clock.reads
      body(&store)
      return clock.reads - before
    }
    #expect(reads { $0.store(1, for: "a", cost: 1, options: .lasting(1)) } == 1)
    #expect(reads { $0.store(2, for: "b", cost: 1) } == 0)
    #expect(reads { _ = $0.value(for: "a") } == 1)
    #expect(reads { _ = $0.value(for: "b") } == 0)
    #expect(reads { $0.store(3, for: "b", cost: 1) } == 0)
    #expect(reads { $0.store(4, for: "c", cost: 1) } == 1)
    #expect(store.peek("a") == nil)
    #expect(reads { $0.store(5, for: "d", cost: 1) } == 0)
  }
}
