import Caching
import Foundation
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
      onThreads(2) { _ in racy.increment() }
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
      cache.setValue(1, for: "a", cost: 1)
      // Reads of the newest entry race on the statistics alone, which breaks no memory.
      onThreads(2) { _ in
        for _ in 0..<100 { _ = cache.cachedValue(for: "a") }
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

private final class BrokenLock: NSLocking {
  func lock() {}
  func unlock() {}
}
