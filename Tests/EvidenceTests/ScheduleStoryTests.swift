import Testing

@testable import Evidence

@Suite struct ScheduleStoryTests {
  private typealias Fixture = ScheduleFixture

  private func delays(_ steps: ScheduleTrace.Step...) -> [String] {
    let trace = ScheduleTrace(tasks: ["a", "b", "c"], steps: steps, outcome: "o")
    return ScheduleStory(trace).rows.compactMap { row in
      if case .delay(let words) = row { words } else { nil }
    }
  }

  @Test func `a step that only gets in line is told with the next one if that comes at once`() {
    let story = ScheduleStory(Fixture.loads())
    #expect(story.rows.compactMap(\.cell).map(\.label) == ["1-2", "3-4", "5", "6", "7", "8"])
    let apart = ScheduleStory(Fixture.priorities).rows.compactMap(\.cell)
    #expect(apart.map(\.label) == ["1", "2", "3", "4-5", "6", "7", "8"])
  }

  @Test func `a delay hides in no fold`() {
    let words = delays(
      Fixture.step(0, .enters(executor: "x")), Fixture.step(0, on: "x", delays: 1, .ends))
    #expect(words == ["delay: a runs though another could go on"])
  }

  @Test func `a task that has just run and could go on is named as passed over`() {
    let after = Fixture.step(1, delays: 1)
    #expect(delays(Fixture.step(0), after) == ["delay: b runs though a could go on"])
    #expect(
      delays(Fixture.step(0, .enters(executor: "x")), after)
        == ["delay: b runs though a could go on"])
    #expect(
      delays(Fixture.step(0, .suspends), after, Fixture.step(0))
        == ["delay: b runs though a could go on"])
    #expect(
      delays(Fixture.step(0), Fixture.step(1, delays: 2))
        == ["delays: b runs though a and 1 other could go on"])
  }

  @Test func `nobody is named where it is not certain who could go on`() {
    let after = Fixture.step(1, delays: 1)
    let unnamed = ["delay: b runs though another could go on"]
    #expect(delays(after) == unnamed)
    #expect(delays(Fixture.step(0, .ends), after) == unnamed)
    #expect(delays(Fixture.step(0, .waits(for: "l")), after, Fixture.step(0)) == unnamed)
    #expect(delays(Fixture.step(0, .suspends), after) == unnamed)
    #expect(
      delays(
        Fixture.step(0, .suspends), Fixture.step(1, delays: 1, .wakes(task: "a")), Fixture.step(0))
        == unnamed)
    #expect(
      delays(
        Fixture.step(2, .enters(executor: "x")), Fixture.step(0, .enters(executor: "x")), after)
        == unnamed)
  }

  @Test func `a task is there from its start, or from the beginning, to its end`() {
    let story = ScheduleStory(Fixture.priorities)
    #expect(story.lifetimes == [1...6, 2...8, 2...7, 2...5])
    #expect(ScheduleStory(Fixture.deadlock).lifetimes == [1...5, 1...5])
  }

  @Test func `a long story keeps its beginning, its end and its delays, and counts the rest`() {
    let rows = ScheduleStory(Fixture.livelock).rows
    let steps = rows.compactMap(\.cell).map(\.steps.lowerBound)
    #expect(steps == Array(1...12) + Array(4998...5003) + Array(9981...10_000))
    #expect(rows[12] == .gap(steps: 13...4997, delays: 0))
    let delayed = (0..<200).map { Fixture.step($0 % 2, delays: 1) }
    let all = ScheduleStory(ScheduleTrace(tasks: ["a", "b"], steps: delayed, outcome: "o")).rows
    let gaps = all.compactMap { row -> Int? in
      if case .gap(_, let delays) = row { delays } else { nil }
    }
    let told = all.count { if case .delay = $0 { true } else { false } }
    #expect(told + gaps.reduce(0, +) == 200)
  }

  @Test(arguments: [
    ("", 5, [""]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "-two"]),
    ("ImageLoader", 7, ["Image", "-Loader"]), ("abcdefghij", 4, ["abcd", "-efg", "-hij"]),
    ("on ImageLoader", 8, ["on Image", "-Loader"]), ("画像画像", 5, ["画像", "-画像"]),
  ])
  func `text wraps at spaces, then inside names, then anywhere`(
    text: String, width: Int, lines: [String]
  ) {
    #expect(text.wrapped(to: width, indent: "-") == lines)
  }

  @Test(arguments: [(0, "0"), (999, "999"), (1000, "1,000"), (-1_234_567, "-1,234,567")])
  func `thousands stand apart`(number: Int, text: String) {
    #expect(number.grouped == text)
  }
}
