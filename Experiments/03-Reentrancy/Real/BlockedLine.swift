import Caching
import Dispatch
import Foundation
import Measurement

/// A slow load of one picture, in place of a file or a server: over as soon as it is told, at the
/// latest after its time.
///
/// So whoever is not kept waiting by it need not wait for its end either, and what is timed is the
/// wait.
final class SlowLoad: @unchecked Sendable {  // `lock` guards `over`
  /// Serial, for a thread of its own: tasks take theirs from where a concurrent queue does.
  private let thread = DispatchQueue(label: "load")
  private let isWanted = DispatchSemaphore(value: 0)
  private let begun = Event()
  private let kept = Event()
  private let longest: Duration
  private let lock = NSLock()
  private var over = false

  /// A load of a millisecond, unless told otherwise.
  init(atMost longest: Duration = .milliseconds(1)) {
    self.longest = longest
  }

  /// Whether there is something loaded.
  var isOver: Bool { lock.withLock { over } }

  /// Loads by blocking this thread.
  func block() {
    begun.signal()
    _ = isWanted.wait(timeout: .now() + .nanoseconds(Int(longest / .nanoseconds(1))))
    lock.withLock { over = true }
  }

  /// Loads elsewhere, while the caller is suspended.
  func suspend() async {
    await withCheckedContinuation { loaded in
      thread.async { [self] in
        block()
        loaded.resume()
      }
    }
  }

  /// Lets it come to its end.
  func finish() { isWanted.signal() }

  /// Says that the cache is done with it.
  func leave() { kept.signal() }

  func hasBegun() async { await begun.happens() }
  func hasLeft() async { await kept.happens() }
}

/// Something that happens once and is awaited once.
private struct Event: Sendable {
  private let stream: AsyncStream<Never>
  private let feed: AsyncStream<Never>.Continuation

  init() { (stream, feed) = AsyncStream.makeStream() }

  func signal() { feed.finish() }

  func happens() async { for await _ in stream {} }
}

/// A cache that can be asked for a picture while it loads another.
protocol LoadingCache: Sendable {
  /// Begins a load of another picture and returns.
  func begin(_ load: SlowLoad)
  /// Reads the picture that is there.
  func hit() async -> Int?
}

/// Asks for a picture that is there while another is being loaded.
@inline(never)
@concurrent
func hitBesideLoad(_ cache: some LoadingCache, _ times: Int) async {
  for _ in 0..<times {
    let load = SlowLoad()
    cache.begin(load)
    await load.hasBegun()
    blackHole(await cache.hit())
    load.finish()
    await load.hasLeft()
  }
}

/// Where a blocking cache is asked to load: a thread that is nobody else's.
private let asking = DispatchQueue(label: "asking")

// lesson: loading-inside
/// Loads inside its section, so nothing can come in between, nor anyone else.
final class InsideCache: LoadingCache, @unchecked Sendable {  // `contents` only in `section`
  private let section: any Section
  private var contents = ["resident": 1]

  init(_ section: any Section) { self.section = section }

  func begin(_ load: SlowLoad) {
    asking.async { [self] in
      section {
        load.block()
        contents["loaded"] = 2
      }
      load.leave()
    }
  }

  func hit() -> Int? { section { contents["resident"] } }
}
// lesson: end

/// An actor that loads by blocking in its own job.
actor InsideActor: LoadingCache {
  private var contents = ["resident": 1]

  nonisolated func begin(_ load: SlowLoad) { Task.detached { await self.keep(load) } }

  private func keep(_ load: SlowLoad) {
    load.block()
    contents["loaded"] = 2
    load.leave()
  }

  func hit() -> Int? { contents["resident"] }
}

/// An actor that awaits its load, and lets others in meanwhile.
actor AwaitingActor: LoadingCache {
  private var contents = ["resident": 1]

  nonisolated func begin(_ load: SlowLoad) { Task.detached { await self.keep(load) } }

  private func keep(_ load: SlowLoad) async {
    await load.suspend()
    contents["loaded"] = 2
    load.leave()
  }

  func hit() -> Int? { contents["resident"] }
}

/// A loader that loads once, with one picture kept and another too large to be.
struct OnceCache: LoadingCache {
  private let loader: any CoalescingLoader<Int>
  private let current: Current

  init(_ make: (LoaderConfiguration<Int>) -> any CoalescingLoader<Int>) async {
    let current = Current()
    loader = make(
      LoaderConfiguration(
        cache: CacheConfiguration(limits: CacheLimits(totalCost: 1)), width: 1, cost: { $0 }
      ) { _ in
        await current.load?.suspend()
        return 2
      })
    self.current = current
    await loader.store(1, for: "resident")
  }

  func begin(_ load: SlowLoad) {
    current.load = load
    Task.detached {
      blackHole(try? await loader.value(for: "loaded"))
      load.leave()
    }
  }

  func hit() async -> Int? { try? await loader.value(for: "resident") }
}

/// The load that a loader's closure is to make next.
private final class Current: @unchecked Sendable {  // `lock` guards `next`
  private let lock = NSLock()
  private var next: SlowLoad?

  var load: SlowLoad? {
    get { lock.withLock { next } }
    set { lock.withLock { next = newValue } }
  }
}
