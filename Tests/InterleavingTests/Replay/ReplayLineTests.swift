import Evidence
import Interleaving
import Testing

@Suite struct ReplayLineTests {
  @Test(arguments: [
    ("loads_once()", "loads_once"), ("loadsOnce(kind:callers:)", "loadsOnce"),
    ("`two callers, one load`()", "'two callers, one load'"),
    ("two callers(kind:)", "'two callers'"),
    ("`what isn't a word: $HOME?`()", "'what isn.t a word. .HOME.'"),
  ])
  func `the line that replays names the test as a shell and a regular expression take it`(
    function: String, filter: String
  ) async throws {
    let found = try await explore(function: function) { $0.task("only") {} }
    #expect(found.replay == "swift test --filter \(filter)")
  }
}
