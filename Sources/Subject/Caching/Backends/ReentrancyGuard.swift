import Foundation

/// Notices calls to a cache from inside its own guarded section.
///
/// Behind a lock any of them would hang, on a queue a synchronous read. A write on a queue would
/// only be done later; it is stopped all the same, so that an update which is right on one backend
/// is right on the next. Debug builds stop there and say so; in release builds this is empty and
/// does nothing.
@usableFromInline
struct ReentrancyGuard: Sendable {
  #if DEBUG
    /// Where a thread keeps its innermost section, which lies on its own stack.
    ///
    /// Looking must not synchronise threads: it would order what the guarded sections are there to
    /// order, and so hide their faults from the thread sanitizer. `Thread.threadDictionary` takes a
    /// lock, and a global is reached through `swift_once`, hence a bare key and a copy of it.
    /// A task-local value would be inherited by a task that an update starts, which runs outside.
    private let innermost: pthread_key_t = Self.sharedKey

    private static let sharedKey: pthread_key_t = {
      var key = pthread_key_t()
      let status = pthread_key_create(&key, nil)
      precondition(status == 0, "the process has no thread-specific key left")
      return key
    }()

    /// A guarded section that a thread is inside of, and the one around it.
    private struct Section {
      let cache: ObjectIdentifier
      let outer: UnsafeMutableRawPointer?
    }

    @usableFromInline
    init() {}

    /// Stops if the running thread is inside this cache's guarded section.
    @usableFromInline
    func assertOutside(_ cache: AnyObject) {
      var pointer = pthread_getspecific(innermost)
      while let section = pointer?.assumingMemoryBound(to: Section.self).pointee {
        precondition(
          section.cache != ObjectIdentifier(cache),
          """
          A cache was called from inside its own guarded section: by the closure given to an \
          update, or by the deinit of a value it let go. Call it after the update returns, or from \
          a completion handler.
          """)
        pointer = section.outer
      }
    }

    /// Runs a section in which this cache must not be called by the same thread.
    @usableFromInline
    func markingInside<Result>(_ cache: AnyObject, _ section: () -> Result) -> Result {
      let outer = pthread_getspecific(innermost)
      var entered = Section(cache: ObjectIdentifier(cache), outer: outer)
      return withUnsafeMutablePointer(to: &entered) { entered in
        pthread_setspecific(innermost, entered)
        defer { pthread_setspecific(innermost, outer) }
        return section()
      }
    }
  #else
    @inlinable
    init() {}

    @inlinable @inline(__always)
    func assertOutside(_ cache: AnyObject) {}

    @inlinable @inline(__always)
    func markingInside<Result>(_ cache: AnyObject, _ section: () -> Result) -> Result { section() }
  #endif
}
