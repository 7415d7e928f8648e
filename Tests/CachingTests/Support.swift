import Caching
import Foundation
import Testing

/// A picture that can be watched for being let go.
final class Picture: Sendable {
  let name: String
  private let onRelease: @Sendable () -> Void

  init(_ name: String, onRelease: @escaping @Sendable () -> Void = {}) {
    self.name = name
    self.onRelease = onRelease
  }

  deinit { onRelease() }
}

struct WeakPicture: Sendable {
  weak let picture: Picture?
}

/// A clock that moves only by hand, and counts how often it is read.
final class HandClock: Clock, @unchecked Sendable {  // all state under `lock`
  typealias Duration = Swift.Duration

  struct Instant: InstantProtocol {
    var offset = Duration.zero
    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private let lock = NSLock()
  private var instant = Instant()
  private var readCount = 0

  var now: Instant {
    lock.withLock {
      readCount += 1
      return instant
    }
  }

  var reads: Int { lock.withLock { readCount } }
  let minimumResolution = Duration.zero
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
  func advance(by duration: Duration) { lock.withLock { instant.offset += duration } }
}

/// What several threads add to, in the order they get there.
final class Collector<Element: Sendable>: @unchecked Sendable {  // all state under `lock`
  private let lock = NSLock()
  private var collected: [Element] = []
  func add(_ element: Element) { lock.withLock { collected.append(element) } }
  var elements: [Element] { lock.withLock { collected } }
}

extension CacheParts {
  static func holding(cost: Int = .max, count: Int = .max) -> CacheParts {
    CacheParts(limits: CacheLimits(totalCost: cost, count: count))
  }
}

extension EntryOptions {
  static let pinned = EntryOptions(isPinned: true)
  static func lasting(_ seconds: Int, isPinned: Bool = false) -> EntryOptions {
    EntryOptions(lifetime: .seconds(seconds), isPinned: isPinned)
  }
}

/// A backend by one of the interfaces that refine the common one.
struct Refined<Interface>: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable (CacheParts) -> Interface

  /// The backends that offer the interface.
  static func all<Value: Sendable>(of _: Value.Type) -> [Refined] {
    Backend<Value>.all.compactMap { backend in
      guard backend.make(.holding()) is Interface else { return nil }
      return Refined(testDescription: backend.name) { parts in
        guard let cache = backend.make(parts) as? Interface else {
          preconditionFailure("\(backend.name) makes caches of different types")
        }
        return cache
      }
    }
  }
}

/// The backends that answer before the caller's next line.
let synchronousBackends = Refined<any SynchronousImageCache<Int>>.all(of: Int.self)

/// The backends that answer by a handler.
let callbackBackends = Refined<any CallbackImageCache<Int>>.all(of: Int.self)

/// Whether this is a build in which the caches check what they cannot afford to in release.
var isDebugBuild: Bool {
  #if DEBUG
    true
  #else
    false
  #endif
}
