import Testing

@Suite struct BannedCallTests {
  @Test func `no source says what is banned`() throws {
    for file in Project.sources where file.hasSuffix(".swift") {
      #expect(
        BannedCalls.faults(inText: try Project.text(of: file), of: file).isEmpty, "\(file)")
    }
  }

  // Written in two halves, so that the test above does not find them here.
  @Test(arguments: [
    ("URLSession.shared\n  .data(" + "for: request)", "Sources/Subject/Loading/Fetch.swift"),
    ("fatalError(" + "\"TODO: later\")", "Tests/CachingTests/Later.swift"),
    ("  print(" + "count)", "Sources/Instruments/Stress/Stress.swift"),
    ("let state = Mutex" + "<Int>(0)", "Sources/Subject/Caching/LockedCache.swift"),
    ("Synchronization.Mutex" + "(0)", "Experiments/02-HitCost/Rows.swift"),
    ("let value = try" + "! load()", "Tests/CachingTests/Load.swift"),
    ("final class Box: @" + "unchecked Sendable {", "Sources/Subject/Caching/Box.swift"),
    (
      "/// A box.\nfinal class Box: @" + "unchecked Sendable {",
      "Sources/Subject/Caching/Box.swift"
    ),
  ])
  func `each banned call is found`(text: String, file: String) {
    #expect(BannedCalls.faults(inText: text, of: file).count == 1)
  }

  @Test(arguments: [
    ("disk.data(" + "for: key)", "Sources/Subject/Loading/Fetch.swift"),
    ("print(" + "count)", "Sources/Notebook/triptych/main.swift"),
    ("print(" + "count)", "Experiments/01-Ordering/main.swift"),
    ("Swift.debugPrint(" + "count)", "Sources/Instruments/Stress/Stress.swift"),
    ("let state = Mutex" + "<Int>(0)", "Sources/Subject/Caching/Backends/MutexCache.swift"),
    ("// never try" + "! it", "Sources/Subject/Caching/Box.swift"),
    (
      "final class Box: @" + "unchecked Sendable {  // all of it under `lock`",
      "Sources/Subject/Caching/Box.swift"
    ),
    (
      "/// `@" + "unchecked Sendable`: all of it under `lock`.\nclass Box: @"
        + "unchecked Sendable {", "Sources/Subject/Caching/Box.swift"
    ),
  ])
  func `what only looks like one is let through`(text: String, file: String) {
    #expect(BannedCalls.faults(inText: text, of: file).isEmpty)
  }
}
