import Caching
import Dispatch
import Measurement

@testable import _3_Reentrancy

// The listings of what 03-Reentrancy does for real, as code that compiles; a test holds them
// against the lesson. Nothing here is called.

private func deadlocksListing(_ cache: CallingCache) {
  // lesson: real-deadlocks
  cache.value(for: "a") { _ in  // the handler is called inside the section,
    cache.value(for: "b") { _ in }  // where the same thread waits for it again
  }
  // lesson: end
}

private func fullPoolListing(_ cache: ActorCache<Int>) {
  // lesson: full-pool
  let isHere = DispatchSemaphore(value: 0)
  Task.detached {  // needs a thread of the pool
    _ = await cache.value(for: "a")
    isHere.signal()
  }
  isHere.wait()  // keeps one
  // lesson: end
}

private func blockedLineListing(_ cache: some LoadingCache) async {
  // lesson: blocked-line
  let load = SlowLoad()
  cache.begin(load)
  await load.hasBegun()
  blackHole(await cache.hit())
  load.finish()
  await load.hasLeft()
  // lesson: end
}
