import Dispatch
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
    #expect(lines.filter { !$0.hasPrefix("#") } == ["race:MutexCache"])
  }

  @Test(.enabled(if: isLoaded, "needs --sanitize=thread"))
  func `a planted race is reported in spite of the suppression`() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let racy = PlantedRace()
      DispatchQueue.concurrentPerform(iterations: 8) { _ in
        for _ in 0..<1_000 { racy.increment() }
      }
    }
    let report = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(report.contains("ThreadSanitizer: data race"))
    #expect(report.contains("PlantedRace"))
  }
}

private final class PlantedRace: @unchecked Sendable {  // wrongly so
  private var count = 0
  func increment() { count += 1 }
}
