import Caching
import Foundation
import Stress
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

/// Runs a body on threads of their own that start together; what each made, the first to end first.
///
/// What blocks, as a synchronous read from a queue does, has no place on the pool: all tests of all
/// modules share its few threads.
func onThreads<Result: Sendable>(
  _ count: Int, _ body: @escaping @Sendable (_ thread: Int) -> Result
) async -> [Result] {
  let results = Collector<Result>()
  _ = await stress(StressLimits(repetitions: 1, time: .zero), seed: 0) { repetition in
    repetition.together((0..<count).map { thread in { results.add(body(thread)) } })
    return "done"
  }
  return results.elements
}

/// Runs a body that may block on a thread of its own.
func onThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) async -> Result {
  await onThreads(1) { _ in body() }[0]
}

extension CacheConfiguration {
  static func holding(cost: Int = .max, count: Int = .max) -> CacheConfiguration {
    CacheConfiguration(limits: CacheLimits(totalCost: cost, count: count))
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
  let make: @Sendable (CacheConfiguration) -> Interface

  /// The backends whose caches' type offers the interface.
  static func all(
    where offersInterface: (any ImageCache<Int>.Type) -> Bool
  ) -> [Refined] {
    Backend<Int>.all.filter { offersInterface($0.cacheType) }.map { backend in
      Refined(testDescription: backend.name) { configuration in
        guard let cache = backend.make(configuration) as? Interface else {
          preconditionFailure("\(backend.name) makes caches of another type than it says")
        }
        return cache
      }
    }
  }
}

/// The backends that answer before the caller's next line.
let synchronousBackends = Refined<any SynchronousImageCache<Int>>.all {
  $0 is any SynchronousImageCache<Int>.Type
}

/// The backends that answer by a handler.
let callbackBackends = Refined<any CallbackImageCache<Int>>.all {
  $0 is any CallbackImageCache<Int>.Type
}

/// Whether this is a build in which the caches check what they cannot afford to in release.
var isDebugBuild: Bool {
  #if DEBUG
    true
  #else
    false
  #endif
}
