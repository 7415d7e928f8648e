import Evidence
import Foundation
import Reporting
import Testing

@testable import StudyKit

private func command(_ names: String...) -> ExploreCommand {
  ExploreCommand(
    experiment: "01-Sample", executable: URL(filePath: "/nowhere"),
    programs: names.map { explorable($0, policies: []) }, console: Console(environment: [:]))
}

@Suite struct ProgramNameTests {
  private let command = StudyKitTests.command("store/Actor", "store/ActorOne", "store/Lock", "two")

  @Test(
    arguments: [
      (["two"], ["two"]), (["store/Actor"], ["store/Actor"]),
      (["store"], ["store/Actor", "store/ActorOne", "store/Lock"]),
      (["*Actor*"], ["store/Actor", "store/ActorOne"]), (["*"], nil),
      (["two", "store/Lock"], ["store/Lock", "two"]), (["t", "tw"], ["two"]),
    ] as [([String], [String]?)])
  func `programs are called by name, beginning or pattern, and run in their order`(
    words: [String], names: [String]?
  ) throws {
    let parts = try command.parts(words, ExplorationRequest())
    #expect(parts.map(\.program.name) == names ?? command.programs.map(\.name))
  }

  @Test(arguments: [
    (["stroe/Lock"], "did you mean store/Lock?"), (["x*"], "triptych explore 01-Sample lists them"),
    ([""], "lists them"), (["two", "zzz"], "no program of 01-Sample is called zzz"),
  ])
  func `an unknown program is refused with the nearest`(words: [String], advice: String) {
    let error = #expect(throws: UsageError.self) {
      try command.parts(words, ExplorationRequest())
    }
    #expect(error?.description.contains(advice) == true)
  }

  @Test func `a schedule is replayed by one program alone`() throws {
    var asked = ExplorationRequest()
    asked.schedule = "s1"
    #expect(try command.parts(["two"], asked).map(\.options.schedule) == ["s1"])
    let error = UsageError(
      "--schedule replays one schedule of one program, and store/Lock, two are meant")
    #expect(throws: error) { try command.parts(["two", "store/Lock"], asked) }
  }

  @Test func `an experiment without programs says so`() {
    let none = StudyKitTests.command()
    #expect(none.list == "01-Sample has no program to explore.")
    #expect(throws: UsageError("01-Sample has no program to explore")) {
      try none.parts(["two"], ExplorationRequest())
    }
  }
}

@Suite struct ExplorationStatusTests {
  @Test(
    arguments: [
      (["in order", "overtaken"], .complete(relativeTo: []), .fine),
      (["in order"], .sampled("100 drawn"), .fine), (["in order"], .bounded("30 s"), .undecided),
      (["lost"], .complete(relativeTo: []), .failed), (["lost"], .bounded("30 s"), .failed),
      (["unheard of"], .complete(relativeTo: []), .failed),
    ] as [([String], Exploration.Coverage, RunStatus)])
  func `a failure comes before a limit`(
    outcomes: [String], coverage: Exploration.Coverage, status: RunStatus
  ) {
    #expect(sampleExploration(outcomes: outcomes, coverage: coverage).status == status)
  }

  @Test func `a replay decides nothing, and fails by what came out alone`() {
    var replay = sampleExploration(outcomes: ["in order"], coverage: .bounded("replayed"))
    replay.exploration.options.schedule = "s0"
    #expect(replay.status == .fine)
    #expect(replay.coverage == "replayed")
    replay.exploration.outcomes[0].name = "lost"
    #expect(replay.status == .failed)
  }

  @Test func `a finding fails whatever came out`() {
    let finding = ExplorationFinding(.escaped, "A job escaped.")
    #expect(sampleExploration(findings: [finding]).status == .failed)
  }
}

@Suite struct ExplorationTextTests {
  @Test func `the list says what each program does and what is predicted`() {
    let list = command("store/Actor").list
    #expect(
      list == """
        store/Actor
          It stores and reads.
          Predicted: expected in order; interesting overtaken; forbidden lost.

        One of them, several by a beginning, or all by '*':
          triptych explore 01-Sample store/Actor
        """)
  }

  @Test func `the result comes first, the trace of the shortest surprise last`() {
    let text = command().text(of: sampleExploration())
    #expect(
      text.hasPrefix(
        """
        store-read/ActorCache under default-actor
          complete: 28 schedules, 12 traces
          Relative to jobs.

          Outcome    grade        schedules  delays  one of them
          in order   expected     14         0       s0
          overtaken  interesting  14         1       s1
          lost       forbidden    0          -       -

          Note: Atomic: a job.

        The shortest way to overtaken, interesting

        """))
    #expect(
      text.hasSuffix("triptych explore 01-Sample store-read/ActorCache --schedule s1"))
  }

  @Test func `where all is as expected there is nothing to look at`() {
    #expect(!command().text(of: sampleExploration(outcomes: ["in order"])).contains("Again:"))
  }

  @Test func `a replay shows what came out and how, even as expected`() {
    var replay = sampleExploration(outcomes: ["in order"])
    replay.exploration.options.schedule = "s0"
    let text = command().text(of: replay)
    #expect(text.contains("The way to in order, expected"))
    #expect(!text.contains("overtaken"))
  }

  @Test func `a finding is told with the schedule that shows it`() {
    let finding = ExplorationFinding(.escaped, "A job escaped.", schedule: "s9")
    let text = command().text(of: sampleExploration(findings: [finding]))
    #expect(text.contains("Finding: A job escaped. (--schedule s9)"))
  }

  @Test func `a run tells what every schedule leads to, and what fails`() throws {
    var record = sampleRecord([variant(column: "ActorCache", ["overtaken": 2])])
    record.explorations = [
      sampleExploration(
        outcomes: ["in order", "lost"], variant: variant(column: "ActorCache", [:]).name)
    ]
    let text = try resultText(of: record, columns: nil, style: TextStyle(isColoured: false))
    #expect(
      text.contains(
        """
        Every schedule
                                                     can come out                 coverage
          store-read/ActorCache under default-actor  in order | lost (forbidden)  complete: 28
        """))
    #expect(
      text.contains(
        """
        Forbidden or unknown
          store-read/ActorCache under default-actor, explored: lost in 14 schedules, forbidden

        Spoiled or contradicted
          store-read/awaiting/ActorCache: threads showed 'overtaken' 2 times, which the complete
        """))
  }
}
