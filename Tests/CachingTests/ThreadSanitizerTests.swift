import Caching
import Foundation
import Synchronization
import Testing

@Suite struct ThreadSanitizerTests {
  static let isLoaded =
    dlsym(UnsafeMutableRawPointer(bitPattern: searchEverywhere), "__tsan_init") != nil

  #if canImport(Darwin)
    static let searchEverywhere = -2
  #else
    static let searchEverywhere = 0
  #endif

  @Test func `only MutexCache is suppressed`() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "ThreadSanitizer.suppressions")
    let lines = try String(contentsOf: file, encoding: .utf8).split(separator: "\n")
    #expect(lines.filter { !$0.hasPrefix("#") } == ["race:7Caching10MutexCacheC"])
  }

  @Test(.enabled(if: isLoaded, "needs --sanitize=thread"))
  func `a planted race is reported in spite of the suppression`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let racy = PlantedRace()
      // The threads are all there before any counts, so nothing orders one after the other.
      _ = await onThreads(2) { _ in racy.increment() }
    }
    let report = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(report.contains("WARNING: ThreadSanitizer"))
    #expect(report.contains("PlantedRace"))
  }

  // The guard against reentrancy runs in every section: it must not order what the lock does not.
  @Test(.enabled(if: isLoaded, "needs --sanitize=thread"))
  func `a lock that does not lock is reported`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let cache = LockedCache<Int, BrokenLock>(.holding(), lock: BrokenLock())
      // Reads that miss race on the statistics alone, which breaks no memory.
      _ = await onThreads(2) { _ in
        for _ in 0..<100 { _ = cache.cachedValue(for: "absent") }
      }
    }
    let report = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(report.contains("WARNING: ThreadSanitizer"))
    #expect(report.contains("LockedCache"))
  }
}

private final class PlantedRace: @unchecked Sendable {  // wrongly so
  private var count = 0
  func increment() { count += 1 }
}

/// Lets two threads in, together: each waits for the other, by means that order neither.
private final class BrokenLock: NSLocking {
  private let arrivals = Atomic(0)

  func lock() {
    let arrival = arrivals.add(1, ordering: .relaxed).newValue
    let both = arrival + arrival % 2
    while arrivals.load(ordering: .relaxed) < both { sched_yield() }
  }

  func unlock() {}
}
