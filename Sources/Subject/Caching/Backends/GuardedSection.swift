import Foundation

// Calling a cache from inside its own guarded section would hang behind a lock or on a queue. Debug
// builds stop there and say so; release builds hold none of this.

#if DEBUG
  /// The caches whose guarded sections the running thread is inside of.
  ///
  /// Kept with the thread, so that looking needs no lock. Not a task-local value: a task started by
  /// an update closure would inherit it, though it runs outside.
  private var cachesEntered: Set<ObjectIdentifier> {
    get { Thread.current.threadDictionary["Caching.cachesEntered"] as? Set ?? [] }
    set { Thread.current.threadDictionary["Caching.cachesEntered"] = newValue }
  }

  /// Stops if the running thread is inside this cache's guarded section.
  @usableFromInline
  func assertOutside(_ cache: AnyObject) {
    precondition(
      !cachesEntered.contains(ObjectIdentifier(cache)),
      """
      A cache was called from inside its own guarded section: by the closure given to an update, or \
      by the deinit of a value it let go. Call it after the update returns, or from a completion \
      handler.
      """)
  }

  /// Runs a section in which this cache must not be called by the same thread.
  @usableFromInline
  func markingInside<Result>(_ cache: AnyObject, _ section: () -> Result) -> Result {
    let outer = cachesEntered
    cachesEntered = outer.union([ObjectIdentifier(cache)])
    defer { cachesEntered = outer }
    return section()
  }
#else
  @inlinable @inline(__always)
  func assertOutside(_ cache: AnyObject) {}

  @inlinable @inline(__always)
  func markingInside<Result>(_ cache: AnyObject, _ section: () -> Result) -> Result { section() }
#endif
