import Caching
import Testing

@Suite struct CacheStoreTests {
  // MARK: Limits and recency

  @Test func `the least recently used entry goes first`() {
    var store = CacheStore<String>(.holding(count: 3))
    for name in ["a", "b", "c"] { store.store(name, for: CacheKey(name), cost: 1) }
    #expect(store.value(for: "a") == "a")
    #expect(store.store("d", for: "d", cost: 1) == .stored(evicted: 1))
    #expect(store.peek("b") == nil)
    #expect(["a", "c", "d"].allSatisfy { store.peek(CacheKey($0)) == $0 })
  }

  @Test func `a store makes room by cost, evicting as many as it takes`() {
    var store = CacheStore<Int>(.holding(cost: 10))
    for number in 1...4 { store.store(number, for: CacheKey("\(number)"), cost: 2) }
    #expect(store.store(5, for: "5", cost: 7) == .stored(evicted: 3))
    #expect(store.peek("4") == 4)
    #expect(store.statistics.totalCost == 9)
    #expect(store.statistics.evictions == 3)
  }

  @Test func `an entry may fill the limit exactly, and one of no cost always fits by cost`() {
    var store = CacheStore<Int>(.holding(cost: 10))
    #expect(store.store(1, for: "full", cost: 10) == .stored(evicted: 0))
    #expect(store.store(2, for: "free", cost: 0) == .stored(evicted: 0))
    #expect(store.statistics.totalCost == 10)
    #expect(store.statistics.count == 2)
  }

  @Test func `an update and a replacement are uses, a peek is none`() {
    var store = CacheStore<Int>(.holding(count: 3))
    for name in ["a", "b", "c"] { store.store(0, for: CacheKey(name), cost: 1) }
    store.update("a") { _ in (1, 1) }
    store.store(1, for: "b", cost: 1)
    #expect(store.peek("c") == 0)
    store.store(0, for: "d", cost: 1)
    #expect(store.peek("c") == nil)
    #expect(store.statistics.hits + store.statistics.misses == 0)
  }

  @Test func `replacing subtracts the old cost`() {
    var store = CacheStore<Int>(.holding(cost: 10))
    for number in 1...100 {
      #expect(store.store(number, for: "a", cost: number % 10 + 1) == .stored(evicted: 0))
    }
    #expect(store.value(for: "a") == 100)
    #expect(store.statistics.count == 1)
    #expect(store.statistics.totalCost == 1)
  }

  @Test func `an entry larger than the limit is refused, and the older value goes`() {
    var store = CacheStore<Int>(.holding(cost: 10))
    store.store(1, for: "a", cost: 1)
    store.store(2, for: "b", cost: 1)
    #expect(store.store(3, for: "a", cost: 11) == .tooLarge)
    #expect(store.peek("a") == nil)
    #expect(store.peek("b") == 2)
    #expect(store.statistics.totalCost == 1)
    #expect(store.statistics.refusals == 1)
    #expect(store.statistics.evictions == 0)
  }

  @Test func `a cache of no entries refuses all`() {
    var store = CacheStore<Int>(.holding(count: 0))
    #expect(store.store(1, for: "a", cost: 0) == .tooLarge)
    #expect(store.statistics.count == 0)
  }

  @Test func `costs whose sum no integer holds do not trap, and the sum stays exact`() {
    var store = CacheStore<Int>(.holding())
    store.store(1, for: "a", cost: .max - 1)
    #expect(store.store(2, for: "b", cost: 1) == .stored(evicted: 0))
    #expect(store.statistics.totalCost == .max)
    #expect(store.store(3, for: "c", cost: .max) == .stored(evicted: 2))
    #expect(store.store(4, for: "d", cost: .max, options: .pinned) == .stored(evicted: 1))
    #expect(store.store(5, for: "e", cost: 1) == .pinsFillLimit)
    #expect(store.statistics.totalCost == .max)
  }

  // MARK: Pins

  @Test func `pinned entries survive trimming, and leave when removed`() {
    var store = CacheStore<Int>(.holding(cost: 10))
    store.store(1, for: "pin", cost: 4, options: .pinned)
    for number in 1...20 { store.store(number, for: CacheKey("\(number)"), cost: 3) }
    #expect(store.value(for: "pin") == 1)
    #expect(store.statistics.count == 3)
    store.remove("pin")
    #expect(store.peek("pin") == nil)
    #expect(store.store(0, for: "wide", cost: 10) == .stored(evicted: 2))
  }

  @Test(arguments: [CacheConfiguration.holding(cost: 10), .holding(count: 2)])
  func `a store that only evicting pins could fit is refused and evicts nothing`(
    configuration: CacheConfiguration
  ) {
    var store = CacheStore<Int>(configuration)
    store.store(1, for: "pin", cost: 5, options: .pinned)
    store.store(2, for: "other pin", cost: 4, options: .pinned)
    let before = store.statistics
    #expect(store.store(3, for: "new", cost: 2) == .pinsFillLimit)
    #expect(store.store(3, for: "new", cost: 2, options: .pinned) == .pinsFillLimit)
    #expect(store.statistics.count == before.count)
    #expect(store.statistics.evictions == 0)
    #expect(store.statistics.refusals == 2)
  }

  @Test func `a refused store leaves unpinned entries where they are, but for the older value`() {
    var store = CacheStore<Int>(.holding(cost: 10))
    store.store(1, for: "pin", cost: 7, options: .pinned)
    store.store(2, for: "a", cost: 1)
    store.store(3, for: "b", cost: 1)
    #expect(store.store(4, for: "b", cost: 4) == .pinsFillLimit)
    #expect(store.peek("a") == 2)
    #expect(store.peek("b") == nil)
    #expect(store.statistics.evictions == 0)
  }

  @Test func `replacing without a pin takes the pin away`() {
    var store = CacheStore<Int>(.holding(count: 1))
    store.store(1, for: "a", cost: 1, options: .pinned)
    #expect(store.store(2, for: "b", cost: 1) == .pinsFillLimit)
    store.store(3, for: "a", cost: 1)
    #expect(store.store(4, for: "b", cost: 1) == .stored(evicted: 1))
  }

  // MARK: Updates

  @Test func `an update is given what is kept, and removes by returning none`() {
    var store = CacheStore<Int>(.holding())
    store.update("a") { old in
      #expect(old == nil)
      return (1, 5)
    }
    store.update("a") { old in
      #expect(old == 1)
      return (2, 7)
    }
    #expect(store.peek("a") == 2)
    #expect(store.statistics.totalCost == 7)
    #expect(store.update("a") { _ in nil } == nil)
    #expect(store.update("absent") { _ in nil } == nil)
    #expect(store.statistics == CacheStatistics())
  }

  @Test func `an update keeps pin and deadline`() {
    let clock = HandClock()
    var store = CacheStore<Int>(CacheConfiguration(limits: CacheLimits(totalCost: 2), clock: clock))
    store.store(1, for: "a", cost: 1, options: .lasting(10, isPinned: true))
    clock.advance(by: .seconds(9))
    store.update("a") { _ in (2, 2) }
    #expect(store.store(3, for: "b", cost: 1) == .pinsFillLimit)
    clock.advance(by: .seconds(1))
    #expect(store.value(for: "a") == nil)
  }

  @Test func `an update whose value does not fit loses the older one too`() {
    var store = CacheStore<Int>(.holding(cost: 3))
    store.store(1, for: "a", cost: 1)
    #expect(store.update("a") { _ in (2, 4) } == .tooLarge)
    #expect(store.peek("a") == nil)
    #expect(store.statistics.refusals == 1)
  }

  @Test func `an update tells what it evicted`() {
    var store = CacheStore<Int>(.holding(cost: 3))
    store.store(1, for: "a", cost: 1)
    store.store(2, for: "b", cost: 2)
    #expect(store.update("a") { _ in (3, 3) } == .stored(evicted: 1))
    #expect(store.peek("b") == nil)
  }

  // MARK: Values and memory

  @Test func `copies are independent`() {
    var original = CacheStore<Int>(.holding(count: 2))
    original.store(1, for: "a", cost: 1)
    original.store(2, for: "b", cost: 1)
    var copy = original
    copy.store(3, for: "a", cost: 5)
    copy.store(4, for: "c", cost: 1)
    #expect(original.peek("a") == 1)
    #expect(original.peek("b") == 2)
    #expect(original.statistics.totalCost == 2)
    original.removeAll()
    #expect(copy.peek("a") == 3)
    #expect(copy.peek("c") == 4)
  }

  @Test func `whatever leaves is released at once`() {
    var store = CacheStore<Picture>(.holding(count: 2))
    func watched(_ name: String, options: EntryOptions = EntryOptions()) -> WeakPicture {
      let picture = Picture(name)
      store.store(picture, for: CacheKey(name), cost: 1, options: options)
      return WeakPicture(picture: picture)
    }
    let evicted = watched("a")
    let replaced = watched("b")
    let replacing = watched("b")
    let pinned = watched("c", options: .pinned)
    #expect(evicted.picture == nil)
    #expect(replaced.picture == nil)
    #expect(replacing.picture != nil)
    store.remove("b")
    #expect(replacing.picture == nil)
    store.removeAll()
    #expect(pinned.picture == nil)
    #expect(store.statistics.count == 0)
    #expect(store.statistics.totalCost == 0)
  }

  @Test func `a store that was emptied works on`() {
    var store = CacheStore<Int>(.holding(count: 2))
    for round in 0..<3 {
      for number in 0..<5 { store.store(number, for: CacheKey("\(number)"), cost: 1) }
      #expect(store.value(for: "4") == 4)
      #expect(store.statistics.hits == round + 1)
      store.removeAll()
      #expect(store.value(for: "4") == nil)
    }
  }

  @Test func `a read made up for later counts and touches, and brings nothing back`() {
    var store = CacheStore<Int>(.holding(count: 2))
    store.store(1, for: "a", cost: 1)
    store.store(2, for: "b", cost: 1)
    store.recordRead(of: "a", found: true)
    store.recordRead(of: "gone", found: true)
    store.recordRead(of: "absent", found: false)
    store.store(3, for: "c", cost: 1)
    #expect(store.peek("a") == 1)
    #expect(store.peek("b") == nil)
    #expect(store.peek("gone") == nil)
    #expect(store.statistics.hits == 2)
    #expect(store.statistics.misses == 1)
  }

  @Test func `a negative cost is a mistake of the caller`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      var store = CacheStore<Int>(.holding())
      store.store(1, for: "a", cost: -1)
    }
    if isDebugBuild {
      let message = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(message.contains("the cost of a cache's entry cannot be negative"))
    }
  }
}
