import Caching
import Evidence
import Testing

/// The store's rules once more, as plainly as arrays allow: the first entry is the least recent.
private struct NaiveStore {
  struct Entry {
    let key: CacheKey
    let value: Int
    let cost: Int
    let deadline: Int?
    let isPinned: Bool
  }

  let limits: CacheLimits
  var time = 0
  var entries: [Entry] = []
  var record = CacheStatistics()

  var statistics: CacheStatistics {
    var result = record
    result.count = entries.count
    result.totalCost = entries.map(\.cost).reduce(0, +)
    return result
  }

  func isExpired(_ entry: Entry) -> Bool { entry.deadline.map { $0 <= time } ?? false }

  func peek(_ key: CacheKey) -> Int? {
    entries.first { $0.key == key && !isExpired($0) }?.value
  }

  mutating func meet(_ key: CacheKey) -> Entry? {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return nil }
    guard isExpired(entries[index]) else { return entries[index] }
    entries.remove(at: index)
    record.expirations += 1
    return nil
  }

  mutating func touch(_ key: CacheKey) {
    guard let index = entries.firstIndex(where: { $0.key == key }) else { return }
    entries.append(entries.remove(at: index))
  }

  mutating func value(for key: CacheKey) -> Int? {
    guard let entry = meet(key) else {
      record.misses += 1
      return nil
    }
    record.hits += 1
    touch(key)
    return entry.value
  }

  mutating func recordRead(of key: CacheKey, found: Bool) {
    if found {
      record.hits += 1
      touch(key)
    } else {
      record.misses += 1
      _ = meet(key)
    }
  }

  mutating func keep(_ entry: Entry) -> StoreResult {
    remove(entry.key)
    guard entry.cost <= limits.totalCost, limits.count > 0 else {
      record.refusals += 1
      return .tooLarge
    }
    if !fits(entry, beside: entries) {
      record.expirations += entries.count(where: isExpired)
      entries.removeAll(where: isExpired)
    }
    guard fits(entry, beside: entries.filter(\.isPinned)) else {
      record.refusals += 1
      return .pinsFillLimit
    }
    var evicted = 0
    while !fits(entry, beside: entries), let index = entries.firstIndex(where: { !$0.isPinned }) {
      entries.remove(at: index)
      evicted += 1
    }
    record.evictions += evicted
    entries.append(entry)
    return .stored(evicted: evicted)
  }

  func fits(_ entry: Entry, beside others: [Entry]) -> Bool {
    others.count < limits.count
      && others.map(\.cost).reduce(entry.cost, +) <= limits.totalCost
  }

  mutating func update(
    _ key: CacheKey, _ change: (Int?) -> (value: Int, cost: Int)?
  ) -> StoreResult? {
    let old = meet(key)
    guard let new = change(old?.value) else {
      remove(key)
      return nil
    }
    return keep(
      Entry(
        key: key, value: new.value, cost: new.cost, deadline: old?.deadline,
        isPinned: old?.isPinned ?? false))
  }

  mutating func remove(_ key: CacheKey) { entries.removeAll { $0.key == key } }
}

@Suite struct CacheStoreModelTests {
  private static let keys = (0..<9).map { CacheKey("photo \($0)") }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `the store does what the naive one does, whatever is asked`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let limits = CacheLimits(
      totalCost: Int.random(in: 4...20, using: &random),
      count: Int.random(in: 1...7, using: &random))
    let clock = HandClock()
    var store = CacheStore<Int>(CacheConfiguration(limits: limits, clock: clock))
    var naive = NaiveStore(limits: limits)
    for step in 0..<2_000 {
      let operation = Self.step(step, &store, &naive, clock, using: &random)
      let agree =
        store.statistics == naive.statistics
        && Self.keys.allSatisfy { store.peek($0) == naive.peek($0) }
        && store.statistics.totalCost <= limits.totalCost
        && store.statistics.count <= limits.count
      #expect(agree, "seed \(seed), step \(step): \(operation); \(store.statistics)")
      if !agree { return }
    }
    // The walk has to have been where the rules differ.
    let record = naive.statistics
    #expect(record.hits > 0 && record.misses > 0 && record.evictions > 0)
    #expect(record.expirations > 0 && record.refusals > 0)
  }

  /// Does one random thing to both, and says what.
  private static func step(
    _ step: Int, _ store: inout CacheStore<Int>, _ naive: inout NaiveStore, _ clock: HandClock,
    using random: inout SeededGenerator
  ) -> String {
    let key = keys[Int.random(in: 0..<keys.count, using: &random)]
    let cost = Int.random(in: 0...6, using: &random)
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<30:
      let lifetime = Int.random(in: 0..<3, using: &random) == 0 ? cost + 1 : nil
      let isPinned = Int.random(in: 0..<6, using: &random) == 0
      let result = store.store(
        step, for: key, cost: cost,
        options: EntryOptions(lifetime: lifetime.map { .seconds($0) }, isPinned: isPinned))
      let expected = naive.keep(
        NaiveStore.Entry(
          key: key, value: step, cost: cost, deadline: lifetime.map { $0 + naive.time },
          isPinned: isPinned))
      #expect(result == expected)
    case 30..<60:
      #expect(store.value(for: key) == naive.value(for: key))
    case 60..<70:
      let change: (Int?) -> (value: Int, cost: Int)? = { old in
        cost == 0 ? nil : (value: (old ?? 0) + step, cost: cost)
      }
      #expect(store.update(key, change) == naive.update(key, change))
    case 70..<78:
      store.recordRead(of: key, found: cost % 2 == 0)
      naive.recordRead(of: key, found: cost % 2 == 0)
    case 78..<86:
      store.remove(key)
      naive.remove(key)
    case 86..<99:
      clock.advance(by: .seconds(1))
      naive.time += 1
    default:
      store.removeAll()
      naive.entries = []
    }
    return "\(key), cost \(cost)"
  }
}
