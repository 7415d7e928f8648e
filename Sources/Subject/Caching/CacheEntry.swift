/// How much a cache may hold.
public struct CacheLimits: Equatable, Sendable {
  /// The most that the costs of all entries may add up to; `Int.max` sets no limit.
  public var totalCost: Int
  /// The most entries; `Int.max` sets no limit.
  public var count: Int

  /// Limits on total cost (in the caller's unit, bytes as a rule) and on the number of entries.
  ///
  /// - Precondition: neither is negative.
  @inlinable
  public init(totalCost: Int, count: Int = .max) {
    precondition(totalCost >= 0 && count >= 0, "a cache's limits cannot be negative")
    self.totalCost = totalCost
    self.count = count
  }
}

/// What a caller may ask of one entry beyond its value and cost.
public struct EntryOptions: Equatable, Sendable {
  /// How long the entry may be read after it was stored; `nil` for ever.
  public var lifetime: Duration?
  /// Whether the entry survives trimming: it leaves only when removed, replaced or expired.
  public var isPinned: Bool

  /// Options for one entry: neither expiring nor pinned unless told otherwise.
  @inlinable
  public init(lifetime: Duration? = nil, isPinned: Bool = false) {
    self.lifetime = lifetime
    self.isPinned = isPinned
  }
}

/// What became of a value given to a cache.
public enum StoreResult: Equatable, Sendable {
  /// It is kept; the number of entries that were evicted to make room, expired ones not counted.
  case stored(evicted: Int)
  /// Its cost alone exceeds the limit, or the count limit is 0. The older value under its key is
  /// gone too, since keeping it would be stale.
  case tooLarge
  /// Only evicting pinned entries would have made room. The older value under its key is gone too.
  case pinsFillLimit
}

/// What a cache holds and what it has done since it was made.
public struct CacheStatistics: Equatable, Sendable {
  /// Entries held now, those among them that have expired since and were not met again.
  public var count = 0
  /// Sum of the costs of the entries held now.
  public var totalCost = 0
  /// Reads that found a value.
  public var hits = 0
  /// Reads that found none, expired entries among them.
  public var misses = 0
  /// Entries removed to stay within a limit.
  public var evictions = 0
  /// Entries removed because their lifetime was over.
  public var expirations = 0
  /// Stores refused.
  public var refusals = 0

  /// Statistics of an empty, unused cache.
  @inlinable
  public init() {}
}
