public import Foundation

/// A cache kept safe by a lock: the caller's own thread waits its turn and does the work.
public final class LockedCache<Value: Sendable, Lock: NSLocking>:
  LockingImageCache, @unchecked Sendable  // `contents` only under `lock`
{
  @usableFromInline let lock: Lock
  @usableFromInline var contents: CacheStore<Value>
  @usableFromInline let reentrancy = ReentrancyGuard()

  /// An empty cache behind the given lock, an `NSLock` unless told otherwise.
  public init(_ configuration: CacheConfiguration, lock: Lock = NSLock()) {
    self.lock = lock
    contents = CacheStore(configuration)
  }

  /// An empty cache behind the given lock, an `NSLock` unless told otherwise.
  public convenience init(limits: CacheLimits, lock: Lock = NSLock()) {
    self.init(CacheConfiguration(limits: limits), lock: lock)
  }

  /// Runs a section alone on the store, under the lock.
  @inlinable
  public func locked<Result: Sendable>(
    _ section: (inout CacheStore<Value>) -> Result
  ) -> Result {
    reentrancy.assertOutside(self)
    lock.lock()
    defer { lock.unlock() }
    return reentrancy.markingInside(self) { section(&contents) }
  }
}
