/// What happens to calls that arrive while the cache is busy with another.
package enum WaitingOrder: Sendable {
  /// The caller's thread blocks; who goes next is left to the lock.
  case blocked
  /// Calls wait in a line and run in the order they arrived, whatever their priority.
  case firstInFirstOut
  /// Waiting calls run by task priority, and in order of arrival only within one priority.
  case priority
}

/// One way to keep the cache safe, as every experiment and contract test finds it.
package struct Backend<Value: Sendable>: Sendable, CustomStringConvertible {
  /// The caches' type, which tells the interfaces they offer.
  package let cacheType: any ImageCache<Value>.Type
  /// What guards the store, in a few words.
  package let guardedBy: String
  /// What happens to calls that arrive while the cache is busy.
  package let waiting: WaitingOrder
  private let makeCache:
    @Sendable (CacheConfiguration, (any TaskExecutor)?) -> any ImageCache<Value>

  /// Describes a backend that starts tasks of its own, where it is told to.
  package init<Cache: ImageCache<Value>>(
    _ type: Cache.Type, guardedBy: String, waiting: WaitingOrder,
    makeOn: @escaping @Sendable (CacheConfiguration, (any TaskExecutor)?) -> Cache
  ) {
    cacheType = type
    self.guardedBy = guardedBy
    self.waiting = waiting
    makeCache = makeOn
  }

  /// Describes a backend that starts no task.
  package init<Cache: ImageCache<Value>>(
    _ type: Cache.Type, guardedBy: String, waiting: WaitingOrder,
    make: @escaping @Sendable (CacheConfiguration) -> Cache
  ) {
    self.init(
      type, guardedBy: guardedBy, waiting: waiting,
      makeOn: { configuration, _ in make(configuration) })
  }

  /// Makes an empty cache; a task that it starts runs on the executor, if there is one.
  package func make(
    _ configuration: CacheConfiguration, taskExecutor: (any TaskExecutor)? = nil
  ) -> any ImageCache<Value> {
    makeCache(configuration, taskExecutor)
  }

  /// The type's name without its generic arguments, as given to `--backend`.
  package var name: String { String(String(describing: cacheType).prefix { $0 != "<" }) }

  /// The backend's name.
  package var description: String { name }
}
