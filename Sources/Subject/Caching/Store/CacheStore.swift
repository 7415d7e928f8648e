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
  @usableFromInline
  struct Entry {
    let key: CacheKey
    @usableFromInline let value: Value
    let cost: Int
    @usableFromInline let deadline: Duration?
    @usableFromInline let isPinned: Bool
  }

  /// How much it may hold.
  public let limits: CacheLimits
  @usableFromInline let now: @Sendable () -> Duration

  @usableFromInline var slots: [CacheKey: Slot] = [:]
  /// What each slot holds; slot 0 is the ring's seam and holds nothing.
  @usableFromInline var entries: ContiguousArray<Entry?> = [nil]
  /// The entries that may be evicted. Pinned ones stay out, so that eviction never walks over them.
  @usableFromInline var recency = RecencyRing()
  private var deadlines = DeadlineHeap()
  private var freeSlots: ContiguousArray<Slot> = []
  private var pinnedCost = 0
  private var pinnedCount = 0
  @usableFromInline var record = CacheStatistics()

  /// An empty store with the limits and the clock of the given parts.
  public init(_ parts: CacheParts) {
    limits = parts.limits
    now = parts.now
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
    touch(slot)
    return entries[Int(slot)]?.value
  }

  /// The value under a key, without a trace: no recency, no statistics, nothing dropped.
  ///
  /// Many threads may peek at once. Follow it by ``recordRead(of:found:)`` where it stands for a
  /// read.
  @inlinable
  public func peek(_ key: CacheKey) -> Value? {
    guard let slot = slots[key], !isExpired(slot) else { return nil }
    return entries[Int(slot)]?.value
  }

  /// Makes up for what an earlier ``peek(_:)`` left undone: statistics and recency, or the dropping
  /// of an expired entry.
  ///
  /// The entry may have been replaced or removed since; it is never brought back.
  @inlinable
  public mutating func recordRead(of key: CacheKey, found: Bool) {
    if found { record.hits &+= 1 } else { record.misses &+= 1 }
    guard let slot = slots[key], found || !dropIfExpired(slot) else { return }
    if found { touch(slot) }
  }

  // MARK: Writing

  /// Keeps a value, replacing any under the same key, and evicts what must go to stay in limits.
  ///
  /// - Precondition: the cost is not negative.
  @discardableResult
  public mutating func store(
    _ value: Value, for key: CacheKey, cost: Int, options: EntryOptions = EntryOptions()
  ) -> StoreResult {
    let deadline = options.lifetime.map { now() + $0 }
    return keep(
      Entry(
        key: key, value: value, cost: cost, deadline: deadline, isPinned: options.isPinned))
  }

  /// Replaces the value under a key by what `change` makes of it; `nil` means none, both ways.
  ///
  /// Pin and expiry of an existing entry stay. The new value obeys the same rules as a stored one
  /// and may be refused. Counts neither as a hit nor as a miss.
  public mutating func update(
    _ key: CacheKey, _ change: (Value?) -> (value: Value, cost: Int)?
  ) {
    var old: Entry?
    if let slot = slots[key], !dropIfExpired(slot) { old = entries[Int(slot)] }
    guard let new = change(old?.value) else { return remove(key) }
    keep(
      Entry(
        key: key, value: new.value, cost: new.cost, deadline: old?.deadline,
        isPinned: old?.isPinned ?? false))
  }

  /// Removes the value under a key, if any.
  public mutating func remove(_ key: CacheKey) {
    guard let slot = slots[key] else { return }
    drop(slot)
  }

  /// Removes every value, pinned ones too; the statistics of what it has done stay.
  public mutating func removeAll() {
    slots = [:]
    entries = [nil]
    recency = RecencyRing()
    deadlines = DeadlineHeap()
    freeSlots = []
    pinnedCost = 0
    pinnedCount = 0
    record.count = 0
    record.totalCost = 0
  }
}

extension CacheStore: Sendable where Value: Sendable {}
extension CacheStore.Entry: Sendable where Value: Sendable {}

extension CacheStore {
  @inlinable
  func isExpired(_ slot: Slot) -> Bool {
    guard let deadline = entries[Int(slot)]?.deadline else { return false }
    return deadline <= now()
  }

  /// Drops an entry whose lifetime is over, and says whether it did.
  @inlinable
  mutating func dropIfExpired(_ slot: Slot) -> Bool {
    guard isExpired(slot) else { return false }
    expire(slot)
    return true
  }

  @inlinable
  mutating func touch(_ slot: Slot) {
    if entries[Int(slot)]?.isPinned == false { recency.touch(slot) }
  }

  @discardableResult
  private mutating func keep(_ entry: Entry) -> StoreResult {
    precondition(entry.cost >= 0, "the cost of a cache's entry cannot be negative")
    remove(entry.key)
    guard entry.cost <= limits.totalCost, limits.count > 0 else {
      record.refusals += 1
      return .tooLarge
    }
    // Without this the clock would be read where nothing has to go.
    if !hasRoom(for: entry.cost) { dropExpired() }
    guard pinnedCost <= limits.totalCost - entry.cost, pinnedCount < limits.count else {
      record.refusals += 1
      return .pinsFillLimit
    }
    var evicted = 0
    while !hasRoom(for: entry.cost) {
      drop(recency.oldest)
      evicted += 1
    }
    record.evictions += evicted
    insert(entry)
    return .stored(evicted: evicted)
  }

  /// Subtracts rather than adds: a sum of costs may not fit an `Int` where no limit is set.
  private func hasRoom(for cost: Int) -> Bool {
    record.totalCost <= limits.totalCost - cost && record.count < limits.count
  }

  private mutating func dropExpired() {
    guard !deadlines.isEmpty else { return }
    let instant = now()
    while let slot = deadlines.firstExpired(by: instant) { expire(slot) }
  }

  @usableFromInline
  mutating func expire(_ slot: Slot) {
    drop(slot)
    record.expirations += 1
  }

  private mutating func insert(_ entry: Entry) {
    let slot = freeSlots.popLast() ?? addSlot()
    entries[Int(slot)] = entry
    slots[entry.key] = slot
    if let deadline = entry.deadline { deadlines.insert(slot, deadline: deadline) }
    if entry.isPinned {
      pinnedCost += entry.cost
      pinnedCount += 1
    } else {
      recency.insert(slot)
    }
    record.totalCost += entry.cost
    record.count += 1
  }

  private mutating func addSlot() -> Slot {
    entries.append(nil)
    recency.reserveNext()
    return Slot(entries.count - 1)
  }

  private mutating func drop(_ slot: Slot) {
    guard let entry = entries[Int(slot)] else { preconditionFailure("an empty slot is dropped") }
    entries[Int(slot)] = nil
    slots[entry.key] = nil
    freeSlots.append(slot)
    if entry.deadline != nil { deadlines.remove(slot) }
    if entry.isPinned {
      pinnedCost -= entry.cost
      pinnedCount -= 1
    } else {
      recency.remove(slot)
    }
    record.totalCost -= entry.cost
    record.count -= 1
  }
}
