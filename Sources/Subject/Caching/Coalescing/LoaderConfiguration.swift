/// What every loader is made of, whatever keeps it safe: how to load, and what to keep.
public struct LoaderConfiguration<Value: Sendable>: Sendable {
  /// The limits and the clock of what is kept.
  public var cache: CacheConfiguration
  /// How loaded and stored values are kept.
  public var options: EntryOptions
  /// How many loads may run at once, those not counted that wait for the loader themselves.
  ///
  /// A cancelled load keeps its place until it ends.
  public var width: Int
  /// Where loads run; on the global pool if `nil`.
  public var taskExecutor: (any TaskExecutor)?
  /// What a value counts against the limit; called with no lock or queue held.
  public var cost: @Sendable (Value) -> Int
  /// Makes the value of a key, in a task of its own that is cancelled when nobody waits any more.
  public var load: @Sendable (CacheKey) async throws -> Value

  /// Says how to load and what to keep; entries neither expire nor are pinned, and loads run on the
  /// global pool, unless told otherwise.
  ///
  /// - Precondition: the width is at least 1.
  public init(
    cache: CacheConfiguration, options: EntryOptions = EntryOptions(), width: Int,
    taskExecutor: (any TaskExecutor)? = nil, cost: @escaping @Sendable (Value) -> Int,
    load: @escaping @Sendable (CacheKey) async throws -> Value
  ) {
    precondition(width > 0, "a loader without a place for a load would never answer")
    self.cache = cache
    self.options = options
    self.width = width
    self.taskExecutor = taskExecutor
    self.cost = cost
    self.load = load
  }
}
