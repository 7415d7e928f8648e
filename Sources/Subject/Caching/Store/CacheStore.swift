/// The cache's whole policy as a plain value: recency, cost, count, expiry, pins and statistics.
///
/// It knows nothing of threads. Every backend wraps this struct, so that whatever differs between
/// two of them is the way they are kept safe and nothing else.
///
/// The rules, in the order in which they decide:
/// 1. A key has at most one value. Storing takes the older one away first, even where the new one
///    is then refused, since keeping it would be stale.
/// 2. A value whose cost alone exceeds the limit is refused.
/// 3. Where room is needed, all that has expired goes first, pinned entries too: a pin outlasts
///    trimming, not the entry's own lifetime.
/// 4. A value that only evicting pins could fit is refused, and evicts nothing.
/// 5. Then the least recently used entries go, pins excepted, until there is room.
///
/// Reads, stores and updates are uses. Expired entries are also dropped when a read or an update
/// meets them; until then they count as held. The clock is read only for entries with a lifetime,
/// and only when one is stored or met, or when room is needed.
///
/// A read is O(1); a store is O(1) and O(1) for every entry it evicts, or O(log n) for those that
/// have a lifetime (n counts these only). Whatever leaves is released at once, and its slot reused.
public struct CacheStore<Value> {
  /// How much it may hold.
  public let limits: CacheLimits
  @usableFromInline let now: @Sendable () -> Duration

  // One array per purpose, by slot: a hit reads the value and moves links, and the rest stays cold.
  // Only `values` depends on the type of the value, which keeps unspecialised callers (those behind
  // `any`) quick as well. Slot 0 is the ring's seam and holds nothing.
  @usableFromInline var slots: [CacheKey: Slot] = [:]
  @usableFromInline var values: ContiguousArray<Value?> = [nil]
  private var labels: ContiguousArray<EntryLabel> = [.none]
  /// The entries that may be evicted. Pinned ones stay out, so that eviction never walks over them.
  @usableFromInline var recency = RecencyRing()
  @usableFromInline var deadlines = DeadlineHeap()
  private var freeSlots: ContiguousArray<Slot> = []
  private var pinnedCost = 0
  private var pinnedCount = 0
  @usableFromInline var record = CacheStatistics()

  /// An empty store with the given limits and clock.
  public init(_ configuration: CacheConfiguration) {
    self.init(limits: configuration.limits, now: configuration.now)
  }

  private init(limits: CacheLimits, now: @escaping @Sendable () -> Duration) {
    self.limits = limits
    self.now = now
  }

  /// What it holds and has done. O(1).
  public var statistics: CacheStatistics { record }

  // MARK: Reading

  /// The value under a key, which becomes the most recently used; a hit or a miss.
  @inlinable
  public mutating func value(for key: CacheKey) -> Value? {
    guard let slot = slots[key], !dropIfExpired(slot) else {
      record.misses &+= 1
      return nil
    }
    record.hits &+= 1
    recency.touch(slot)
    return values[Int(slot)]
  }

  /// The value under a key, without a trace: no recency, no statistics, nothing dropped.
  ///
  /// Many threads may peek at once. Follow it by ``recordRead(of:found:)`` where it stands for a
  /// read.
  @inlinable
  public func peek(_ key: CacheKey) -> Value? {
    guard let slot = slots[key], !isExpired(slot) else { return nil }
    return values[Int(slot)]
  }

  /// Makes up for what an earlier ``peek(_:)`` left undone: statistics and recency, or the dropping
  /// of an expired entry.
  ///
  /// The entry may have been replaced or removed since; it is never brought back.
  @inlinable
  public mutating func recordRead(of key: CacheKey, found: Bool) {
    if found {
      record.hits &+= 1
      if let slot = slots[key] { recency.touch(slot) }
    } else {
      record.misses &+= 1
      if let slot = slots[key] { dropIfExpired(slot) }
    }
  }

  // MARK: Writing

  /// Keeps a value, replacing any under the same key, and evicts what must go to stay in limits.
  ///
  /// - Precondition: the cost is not negative.
  @discardableResult
  public mutating func store(
    _ value: Value, for key: CacheKey, cost: Int, options: EntryOptions = EntryOptions()
  ) -> StoreResult {
    keep(
      value, for: key, cost: cost, deadline: options.lifetime.map { now() + $0 },
      isPinned: options.isPinned)
  }

  /// Replaces the value under a key by what `change` makes of it; `nil` means none, both ways.
  ///
  /// Pin and expiry of an existing entry stay. The new value obeys the same rules as a stored one
  /// and may be refused: the result says so, and is `nil` where `change` made none. Counts neither
  /// as a hit nor as a miss.
  @discardableResult
  public mutating func update(
    _ key: CacheKey, _ change: (Value?) -> (value: Value, cost: Int)?
  ) -> StoreResult? {
    guard let slot = slots[key], !dropIfExpired(slot) else {
      guard let new = change(nil) else { return nil }
      return keep(new.value, for: key, cost: new.cost, deadline: nil, isPinned: false)
    }
    guard let new = change(values[Int(slot)]) else {
      drop(slot)
      return nil
    }
    return keep(
      new.value, for: key, cost: new.cost, deadline: deadlines.deadline(of: slot),
      isPinned: !recency.contains(slot))
  }

  /// Removes the value under a key, if any.
  public mutating func remove(_ key: CacheKey) {
    guard let slot = slots[key] else { return }
    drop(slot)
  }

  /// Removes every value, pinned ones too; the statistics of what it has done stay.
  public mutating func removeAll() {
    var emptied = CacheStore(limits: limits, now: now)
    emptied.record = record
    emptied.record.count = 0
    emptied.record.totalCost = 0
    self = emptied
  }
}

/// What is known of an entry beyond its value and its place.
private struct EntryLabel: Sendable {
  let key: CacheKey
  let cost: Int

  static var none: EntryLabel { EntryLabel(key: "", cost: 0) }
}

extension CacheStore: Sendable where Value: Sendable {}

extension CacheStore {
  @inlinable
  func isExpired(_ slot: Slot) -> Bool {
    guard let deadline = deadlines.deadline(of: slot) else { return false }
    return deadline <= now()
  }

  /// Drops an entry whose lifetime is over, and says whether it did.
  @inlinable
  @discardableResult
  mutating func dropIfExpired(_ slot: Slot) -> Bool {
    guard isExpired(slot) else { return false }
    expire(slot)
    return true
  }

  private mutating func keep(
    _ value: Value, for key: CacheKey, cost: Int, deadline: Duration?, isPinned: Bool
  ) -> StoreResult {
    precondition(cost >= 0, "the cost of a cache's entry cannot be negative")
    let old = slots[key]
    if let old { vacate(old) }
    let result = makeRoom(for: cost)
    guard case .stored = result else {
      record.refusals += 1
      if let old { free(old) }
      return result
    }
    let slot = old ?? takeSlot(for: key)
    labels[Int(slot)] = EntryLabel(key: key, cost: cost)
    values[Int(slot)] = value
    if let deadline { deadlines.insert(slot, deadline: deadline) }
    if isPinned {
      pinnedCost += cost
      pinnedCount += 1
    } else {
      recency.insert(slot)
    }
    record.totalCost += cost
    record.count += 1
    return result
  }

  /// Says what becomes of an entry of this cost, having evicted what must go for it.
  private mutating func makeRoom(for cost: Int) -> StoreResult {
    guard cost <= limits.totalCost, limits.count > 0 else { return .tooLarge }
    // Where nothing has to go, the clock is not read.
    guard !hasRoom(for: cost) else { return .stored(evicted: 0) }
    dropExpired()
    guard pinnedCost <= limits.totalCost - cost, pinnedCount < limits.count else {
      return .pinsFillLimit
    }
    var evicted = 0
    while !hasRoom(for: cost) {
      drop(recency.oldest)
      evicted += 1
    }
    record.evictions += evicted
    return .stored(evicted: evicted)
  }

  /// Subtracts rather than adds: a sum of costs may not fit an `Int` where no limit is set.
  private func hasRoom(for cost: Int) -> Bool {
    record.totalCost <= limits.totalCost - cost && record.count < limits.count
  }

  private mutating func dropExpired() {
    guard !deadlines.nodes.isEmpty else { return }
    let instant = now()
    while let slot = deadlines.firstExpired(by: instant) { expire(slot) }
  }

  @usableFromInline
  mutating func expire(_ slot: Slot) {
    drop(slot)
    record.expirations += 1
  }

  private mutating func drop(_ slot: Slot) {
    vacate(slot)
    free(slot)
  }

  /// Lets go of what a slot holds; the slot still belongs to its key.
  private mutating func vacate(_ slot: Slot) {
    let cost = labels[Int(slot)].cost
    values[Int(slot)] = nil
    deadlines.remove(slot)
    if recency.contains(slot) {
      recency.remove(slot)
    } else {
      pinnedCost -= cost
      pinnedCount -= 1
    }
    record.totalCost -= cost
    record.count -= 1
  }

  /// Takes a vacated slot from its key.
  private mutating func free(_ slot: Slot) {
    slots[labels[Int(slot)].key] = nil
    labels[Int(slot)] = .none
    freeSlots.append(slot)
  }

  private mutating func takeSlot(for key: CacheKey) -> Slot {
    let slot = freeSlots.popLast() ?? addSlot()
    slots[key] = slot
    return slot
  }

  private mutating func addSlot() -> Slot {
    values.append(nil)
    labels.append(.none)
    recency.addSlot()
    return Slot(values.count - 1)
  }
}
