import Caching
import Dispatch
import Evidence
import Foundation
import Stress
import StudyKit

/// Many callers at once, each of which wants one picture from one cache and is counted when it has
/// it.
final class Crowd: @unchecked Sendable {  // `lock` guards `served`
  /// More than the pool has threads, and than it grows in a minute.
  static let size = ProcessInfo.processInfo.activeProcessorCount * 4 + 60

  private let lock = NSLock()
  private var served = 0
  private let start = Gate()
  private let pulse: Pulse
  private let allServed: @Sendable () -> Void

  init(_ pulse: Pulse, allServed: @escaping @Sendable () -> Void) {
    self.pulse = pulse
    self.allServed = allServed
  }

  /// Makes the callers and lets those go that wait, once all are made: so none is served before
  /// the others have asked.
  func come(_ way: CrowdWay, to cache: CrowdCache) {
    pulse.say(CrowdEnd.none.rawValue)
    for _ in 0..<Self.size { way.call(self, cache) }
    start.open()
  }

  func waitForStart() { start.wait() }

  func countServed() {
    let count = lock.withLock {
      served += 1
      return served
    }
    // Each count is news, so the child stands still only while nobody is served.
    pulse.say("\(count) served")
    if count == Self.size { allServed() }
  }
}

/// How far a crowd came until nothing moved.
enum CrowdEnd: String, CaseIterable, Sendable {
  case all = "all served"
  case some = "some served"
  case none = "none served"
}

/// How each caller of a crowd asks.
enum CrowdWay: String, CaseIterable, Sendable {
  case tasksWait = "tasks-wait"
  case blocksWait = "blocks-wait"
  case tasksAwait = "tasks-await"
  case blocksAreCalled = "blocks-called-back"

  var waits: Bool { self == .tasksWait || self == .blocksWait }

  /// Starts one caller.
  func call(_ crowd: Crowd, _ cache: CrowdCache) {
    switch self {
    case .tasksWait:
      Task.detached {
        crowd.waitForStart()
        cache.waitForValue()
        crowd.countServed()
      }
    case .blocksWait:
      DispatchQueue.global().async {
        crowd.waitForStart()
        cache.waitForValue()
        crowd.countServed()
      }
    case .tasksAwait:
      Task.detached {
        await cache.value()
        crowd.countServed()
      }
    case .blocksAreCalled:
      DispatchQueue.global().async { cache.value { crowd.countServed() } }
    }
  }
}

/// A cache that answers later, asked for its one picture.
struct CrowdCache: Sendable {
  private let cache: any ImageCache<Int>

  init(_ cache: any ImageCache<Int>) { self.cache = cache }

  func value() async { _ = await cache.value(for: "a") }

  /// Asks with a handler; an actor has none, so a task of default priority calls it.
  func value(_ handler: @escaping @Sendable () -> Void) {
    if let cache = cache as? any CallbackImageCache<Int> {
      cache.value(for: "a") { _ in handler() }
    } else {
      Task.detached {
        await value()
        handler()
      }
    }
  }

  // lesson: wait-for-value
  /// A synchronous face on what is asynchronous.
  func waitForValue() {
    let isHere = DispatchSemaphore(value: 0)
    value { isHere.signal() }
    isHere.wait()
  }
  // lesson: end
}

// MARK: - A pool that is just full

/// What holds the threads of the pool.
enum Filling: String, CaseIterable, Sendable {
  case tasks, blocks

  /// Starts a piece of work of default priority.
  func start(_ work: @escaping @Sendable () -> Void) {
    switch self {
    case .tasks: Task.detached { work() }
    case .blocks: DispatchQueue.global().async { work() }
    }
  }

  /// How long other work has to wait for a thread while as many of these as the pool starts with
  /// are blocked, in milliseconds: a task and a block of default priority, a task of high priority,
  /// a block on a serial queue.
  @concurrent
  func waits(_ context: TrialContext) async -> [Double] {
    await withCheckedContinuation { done in
      Thread.detachNewThread {
        let blocked = ProcessInfo.processInfo.activeProcessorCount
        let isFull = Latch(blocked)
        let isOver = Gate()
        for _ in 0..<blocked {
          start {
            isFull.countDown()
            isOver.wait()
          }
        }
        isFull.wait()
        let queue = DispatchQueue(label: "serial")
        let elsewhere = [
          Wait { begun in Task.detached(priority: .high) { begun() } },
          Wait { begun in queue.async { begun() } },
        ].map { $0.milliseconds() }
        let beside = Filling.allCases.map { filling in Wait { filling.start($0) } }
        let waited = beside.map { $0.milliseconds() }
        isOver.open()
        done.resume(returning: waited + elsewhere)
      }
    }
  }
}

/// From when work is given away until it begins.
private final class Wait: @unchecked Sendable {  // the latch orders write and read
  private let hasBegun = Latch(1)
  private let given = ContinuousClock.now
  private var begun: ContinuousClock.Instant?

  init(_ give: (@escaping @Sendable () -> Void) -> Void) {
    give { [self] in
      begun = .now
      hasBegun.countDown()
    }
  }

  /// What has not begun by then is taken to wait for ever.
  func milliseconds() -> Double {
    let waited = hasBegun.wait(atMost: longestWait) ? begun.map { given.duration(to: $0) } : nil
    return min(waited ?? longestWait, longestWait) / .milliseconds(1)
  }
}

/// The longest that a piece of work is waited for: twice what the pool takes to grow.
let longestWait = Duration.seconds(2)
