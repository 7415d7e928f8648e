import Foundation
import Testing

@testable import StudyKit

private func request(_ words: [String]) throws -> RunRequest {
  try RunRequest(try parseCommandLine(words, options: RunRequest.options))
}

@Suite struct RunRequestTests {
  @Test func `an empty command line asks for the standard profile and the usual seed`() throws {
    #expect(try request([]) == RunRequest())
    #expect(RunRequest().profile == .standard)
  }

  @Test func `a request handed on as arguments arrives unchanged`() throws {
    var asked = RunRequest()
    asked.profile = .full
    asked.seed = .max
    asked.backends = ["LockedCache", "ActorCache"]
    asked.photos = "/a folder/of pictures"
    asked.isStrict = true
    #expect(try request(asked.arguments) == asked)
  }

  @Test(arguments: ["-1", "18446744073709551616", "0x10", "1.5", "one", " 1"])
  func `a seed that is no 64-bit number is refused with its range`(seed: String) {
    #expect(
      throws: UsageError(
        "--seed \(seed) is no seed; give a whole number from 0 to 18446744073709551615")
    ) { try request(["--seed", seed]) }
  }

  @Test func `an unknown profile is answered with the nearest`() {
    let error = UsageError(
      "--profile quik is unknown; choose quick, standard, full; did you mean quick?")
    #expect(throws: error) { try request(["--profile", "quik"]) }
  }

  @Test func `backends are taken once each, in the experiment's order`() throws {
    var asked = try request(["--backend", "B,A,B"])
    try asked.narrow(to: ["A", "B", "C"])
    #expect(asked.backends == ["A", "B"])
  }

  @Test func `an unknown backend is answered with the nearest`() throws {
    var asked = try request(["--backend", "LockCache"])
    let error = UsageError(
      "unknown backend LockCache; did you mean LockedCache? (known: LockedCache, ActorCache)")
    #expect(throws: error) { try asked.narrow(to: ["LockedCache", "ActorCache"]) }
  }

  @Test func `a missing folder of photographs, or a file in its place, is refused`() throws {
    for path in ["/nowhere/at/all", "/dev/null"] {
      var asked = try request(["--photos", path])
      let error = UsageError("\(path) is no folder of photographs; give --photos DIR")
      #expect(throws: error) { try asked.findPhotos(under: nil) }
    }
    var asked = RunRequest()
    #expect(throws: UsageError.self) { try asked.findPhotos(under: nil) }
  }

  @Test func `the package's own photographs are the usual ones`() throws {
    let root = try #require(packageRoot())
    var asked = RunRequest()
    try asked.findPhotos(under: root)
    #expect(asked.photos == root.appending(path: "Experiments/Photos").path)
  }
}
