import Testing

@testable import StudyKit

private let options = [
  CommandOption("profile", .one("P"), summary: "one value"),
  CommandOption("photos", .one("DIR"), summary: "one value"),
  CommandOption("backend", .several("NAME"), summary: "many values"),
  CommandOption("json", summary: "a flag"),
  CommandOption("help", summary: "a flag"),
  CommandOption("trial", .one("N"), summary: nil),
]

private func message(for words: [String]) -> String {
  do throws(UsageError) {
    _ = try parseCommandLine(words, options: options)
    return "no error"
  } catch {
    return error.description
  }
}

@Suite struct CommandLineTests {
  @Test func `options, values and operands are told apart wherever they stand`() throws {
    let line = try parseCommandLine(
      ["ordering", "--json", "--profile=quick", "contention"], options: options)
    #expect(line.operands == ["ordering", "contention"])
    #expect(line.last("profile") == "quick")
    #expect(line.has("json"))
    #expect(!line.has("help"))
  }

  @Test func `the last of a repeated single value counts`() throws {
    let line = try parseCommandLine(["--profile", "a", "--profile", "b"], options: options)
    #expect(line.last("profile") == "b")
  }

  @Test(arguments: [
    ["--backend", "A", "--backend", "B", "--json"], ["--backend", "A", "B", "--json"],
    ["--backend", "A,B", "--json"], ["--backend=A", "B", "--json"],
    ["--json", "--backend", "A,,B"],
  ])
  func `several values may be repeated, listed or joined by commas`(words: [String]) throws {
    let line = try parseCommandLine(words, options: options)
    #expect(line.values["backend"] == ["A", "B"])
    #expect(line.operands.isEmpty)
    #expect(line.has("json"))
  }

  @Test func `another option ends the words that follow a list`() throws {
    let line = try parseCommandLine(["--backend", "A", "--json", "B"], options: options)
    #expect(line.values["backend"] == ["A"])
    #expect(line.operands == ["B"])
  }

  @Test func `after two dashes everything is an operand`() throws {
    let line = try parseCommandLine(["--backend", "A", "--", "--json", "-x"], options: options)
    #expect(line.values == ["backend": ["A"]])
    #expect(line.operands == ["--json", "-x"])
  }

  @Test func `an option may be shortened while it stays unambiguous`() throws {
    #expect(try parseCommandLine(["--prof", "quick"], options: options).last("profile") == "quick")
    #expect(
      message(for: ["--p", "quick"]) == "--p may be --profile or --photos; write it in full")
  }

  @Test func `-h asks for help`() throws {
    #expect(try parseCommandLine(["-h"], options: options).has("help"))
    #expect(try parseCommandLine(["-hhhhhhhh"], options: options).has("help"))
  }

  @Test(arguments: [
    (["--profle", "quick"], "unknown option --profle; did you mean --profile?"),
    (["--jsn"], "unknown option --jsn; did you mean --json?"),
    (["--trail", "1"], "unknown option --trail; --help lists them"),
    (["-x"], "unknown option -x; --help lists them"),
    (["-in.jpg"], "unknown option -in.jpg; --help lists them"),
    (["a", "-hxy", "b"], "unknown option -hxy; --help lists them"),
    (["--zzzzzz=1"], "unknown option --zzzzzz; --help lists them"),
    (["--backend"], "--backend has no value; write --backend NAME…"),
    (["--backend", "--json"], "--backend has no value; write --backend NAME…"),
    (["--backend="], "--backend has no value; write --backend NAME…"),
    (["--backend", ","], "--backend has no value; write --backend NAME…"),
    (["--json=3"], "--json takes no value; write --json"),
  ])
  func `an error says what, where and what to do`(words: [String], expected: String) {
    #expect(message(for: words) == expected)
  }

  @Test func `a zero byte is refused, not cut at`() {
    #expect(message(for: ["--profile", "quick\0full"]).contains("zero byte"))
  }

  @Test func `an empty word is an operand`() throws {
    #expect(try parseCommandLine(["", "a"], options: options).operands == ["", "a"])
  }

  @Test func `many threads may parse at once`() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for number in 0..<200 {
        group.addTask {
          let words = ["--profile", "\(number)", "--backend", "A", "\(number)"]
          let line = try parseCommandLine(words, options: options)
          return line.values == ["profile": ["\(number)"], "backend": ["A", "\(number)"]]
        }
      }
      for try await isRight in group { #expect(isRight) }
    }
  }
}

@Suite struct NearestNameTests {
  @Test(arguments: [
    ("", "", 0), ("abc", "", 3), ("abc", "abc", 0), ("abc", "acb", 1), ("kitten", "sitting", 3),
    ("ca", "abc", 3),
  ])
  func `slips are counted as optimal string alignment counts them`(
    left: String, right: String, slips: Int
  ) {
    #expect(editDistance(left, right) == slips)
    #expect(editDistance(right, left) == slips)
  }

  @Test(arguments: [
    ("lst", "list"), ("ORDERING", "Ordering"), ("dcotor", "doctor"), ("ord", "Ordering"),
  ])
  func `the nearest name is suggested`(word: String, meant: String) {
    #expect(nearestName(to: word, among: ["list", "doctor", "Ordering"]) == meant)
  }

  @Test(arguments: ["", "zzz", "completely different"])
  func `nothing is suggested where nothing is near`(word: String) {
    #expect(nearestName(to: word, among: ["list", "doctor"]) == nil)
  }
}
