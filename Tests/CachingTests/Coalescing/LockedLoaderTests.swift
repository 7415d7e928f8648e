import Caching
import Foundation
import Testing

/// What only the loader behind a lock can promise.
@Suite(.timeLimit(.minutes(10))) struct LockedLoaderTests {
  @Test func `a cancelled caller has left when its cancel returns`() async {
    let world = LoaderWorld(.locked)
    let caller = await world.ask("a")
    caller.cancel()
    #expect(world.origin.cancelled == ["a"])
    await world.settle()
    await world.end("a", .success(1))
  }

  @Test func `a load that has not begun when its last caller is cancelled never does`() async {
    let origin = Origin()
    let (callers, loads) = (CountedExecutor(), CountedExecutor())
    let loader = LockedLoader(
      LoaderConfiguration(
        cache: CacheConfiguration(limits: CacheLimits(totalCost: 1)), width: 1,
        taskExecutor: loads, cost: { _ in 1 }, load: { try await origin.load($0) }))
    loads.hold()
    let caller = Task(executorPreference: callers) { try await loader.value(for: "a") }
    await callers.idle()
    #expect(loads.jobCount == 1)
    caller.cancel()
    loads.release()
    await loads.idle()
    await #expect(throws: CancellationError.self) { try await caller.value }
    #expect(origin.begun == [])
  }

  @Test func `callers are resumed and loads cancelled with the lock released`() async throws {
    let lock = WatchedLock()
    let resumedInside = Box(0)
    // Only tasks are started under the lock; the callers' executor hears of resumed ones.
    let pool = CountedExecutor { if lock.isHeldHere { resumedInside.set(resumedInside.get() + 1) } }
    let loads = CountedExecutor()
    let origin = Origin()
    let cancelledInside = Box<Bool?>(nil)
    let loader = LockedLoader(
      LoaderConfiguration(
        cache: CacheConfiguration(limits: CacheLimits(totalCost: 9)), width: 1,
        taskExecutor: loads, cost: { $0 },
        load: { key in
          try await withTaskCancellationHandler {
            try await origin.load(key)
          } onCancel: {
            cancelledInside.set(lock.isHeldHere)
          }
        }), lock: lock)
    let callers = (0..<3).map { _ in
      Task(executorPreference: pool) { try await loader.value(for: "a") }
    }
    await pool.idle()
    await loads.idle()
    callers[0].cancel()
    await loader.store(1, for: "a")
    for caller in callers.dropFirst() { #expect(try await caller.value == 1) }
    await #expect(throws: CancellationError.self) { try await callers[0].value }
    #expect(resumedInside.get() == 0)
    #expect(cancelledInside.get() == false)
    origin.end("a", .success(2))
  }
}

/// A lock that knows who holds it.
private final class WatchedLock: NSLocking, @unchecked Sendable {  // `holder` only under `guarding`
  private let real = NSLock()
  private let guarding = NSLock()
  private var holder: ObjectIdentifier?

  var isHeldHere: Bool { guarding.withLock { holder == ObjectIdentifier(Thread.current) } }

  func lock() {
    real.lock()
    guarding.withLock { holder = ObjectIdentifier(Thread.current) }
  }

  func unlock() {
    guarding.withLock { holder = nil }
    real.unlock()
  }
}
