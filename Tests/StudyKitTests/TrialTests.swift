import Evidence
import Reporting
import Testing

@testable import StudyKit

@Suite struct TrialSeedTests {
  @Test func `every trial has a seed of its own that follows from the run's`() {
    let seeds = (1...1_000).map { trialSeed(run: 7, trial: $0) }
    #expect(Set(seeds).count == 1_000)
    #expect(seeds == (1...1_000).map { trialSeed(run: 7, trial: $0) })
    #expect(trialSeed(run: 8, trial: 1) != seeds[0])
  }

  @Test func `a trial's seed is the first number of the generator of its part`() {
    var generator = SeededGenerator(seed: 7, part: "trial 3")
    #expect(trialSeed(run: 7, trial: 3) == generator.next())
  }
}

@Suite struct AddingUpTests {
  let declared = [
    variant(column: "LockedCache", [:]), variant(column: "ActorCache", [:]),
    variant(row: "firing", column: "LockedCache", [:]),
  ]

  @Test func `tallies of one variant are added, those of others kept apart`() throws {
    let trials = [
      [variant(column: "LockedCache", ["in order": 3])],
      [
        variant(column: "LockedCache", ["in order": 4, "lost": 1]),
        variant(column: "ActorCache", ["in order": 9]),
      ],
    ]
    let sum = try addedUp(trials, as: declared)
    #expect(sum.map(\.column) == ["LockedCache", "ActorCache"])
    #expect(sum.map(\.tally.counts) == [["in order": 7, "lost": 1], ["in order": 9]])
  }

  @Test func `the declared order rules, whatever came first; what did not run is left out`() throws
  {
    let trial = [
      variant(row: "firing", column: "LockedCache", [:]), variant(column: "LockedCache", [:]),
    ]
    let sum = try addedUp([trial], as: declared)
    #expect(sum.map(\.row) == ["awaiting", "firing"])
  }

  @Test func `a prediction other than the declared one is an internal error`() {
    var changed = variant(column: "LockedCache", [:])
    changed.prediction = Prediction([.init("in order", .interesting, "changed")])
    #expect(throws: InternalError.self) { try addedUp([[changed]], as: declared) }
  }

  @Test func `a variant that was not declared, or comes twice, is an internal error`() {
    let strange = [variant(column: "Strange", [:])]
    let twice = [variant(column: "LockedCache", [:]), variant(column: "LockedCache", [:])]
    let name = "store-read/awaiting"
    #expect(
      throws: InternalError(
        description: "a trial reported \(name)/Strange, which was not declared")
    ) { try addedUp([strange], as: declared) }
    #expect(throws: InternalError(description: "a trial reported \(name)/LockedCache twice")) {
      try addedUp([twice], as: declared)
    }
  }
}

@Suite struct RunStatusTests {
  @Test(
    arguments: [
      ([], RunStatus.fine), ([.fine, .fine], .fine), ([.fine, .failed, .fine], .failed),
      ([.failed, .unusable, .failed], .unusable),
    ] as [([RunStatus], RunStatus)])
  func `of several, 2 comes before 1 before 0`(statuses: [RunStatus], worst: RunStatus) {
    #expect(RunStatus.worst(of: statuses) == worst)
  }
}
