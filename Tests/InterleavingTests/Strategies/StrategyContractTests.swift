import Evidence
import Testing

@testable import Interleaving

@Suite struct StrategyContractTests {
  @Test func `a schedule replays from its choices`() {
    let simulator = Simulator(.oppositeLocks)
    let search = DepthFirst()
    repeat {
      simulator.run(search)
      let again = Simulator(.oppositeLocks)
      let replay = Replay(simulator.choices)
      again.run(replay)
      #expect(again.run.steps == simulator.run.steps)
      #expect(!replay.finish(again.run))
      #expect(replay.differingStep == nil)
    } while search.finish(simulator.run)
  }

  @Test func `a replay goes on without delays where its choices end`() {
    let simulator = Simulator(.increments(3))
    simulator.run(Replay([2]))
    #expect(simulator.choices == [2, 0, 0])
    #expect(simulator.run.steps.map(\.process) == [2, 0, 1])
  }

  @Test func `a replay is told how many options each choice has`() {
    let simulator = Simulator(.increments(3))
    var asked: [Int] = []
    let replay = Replay(needsAccesses: true) { options in
      asked.append(options)
      return options - 1
    }
    simulator.run(replay)
    #expect(asked == [3, 2, 1])
    #expect(replay.needsAccesses)
  }

  @Test func `a choice that is no option is a difference`() {
    let simulator = Simulator(.increments(3))
    let replay = Replay([0, 2, 0])
    simulator.run(replay)
    #expect(replay.differingStep == 1)
    #expect(simulator.choices == [0, 0, 0])
  }

  @Test(arguments: [SearchStrategy.depthFirst, .delayBounded(delays: 9), .sourceDPOR])
  func `other options on the way to the next schedule end the search`(search: SearchStrategy) {
    let strategy = search.strategy(seed: 1, limits: ExplorationLimits())
    let simulator = Simulator(.increments(3))
    simulator.run(strategy)
    #expect(strategy.finish(simulator.run))
    let other = Simulator(.increments(2))
    other.run(strategy)
    #expect(!strategy.finish(other.run))
    #expect(strategy.differingStep == 0)
  }

  @Test(arguments: [SearchStrategy.depthFirst, .delayBounded(delays: 9), .sourceDPOR])
  func `a schedule that ends before the next choice ends the search`(search: SearchStrategy) {
    let strategy = search.strategy(seed: 1, limits: ExplorationLimits())
    let simulator = Simulator(.increments(3))
    simulator.run(strategy)
    #expect(strategy.finish(simulator.run))
    #expect(strategy.choose([0, 1, 2], after: Run()) == 0)
    let access = RecordedStep.Access(object: 0, isWrite: true, role: .plain)
    let run = Run()
    run.steps = [RecordedStep(process: 0, cause: -1, accesses: [access])]
    #expect(!strategy.finish(run))
    #expect(strategy.differingStep == 1)
  }

  @Test func `only source DPOR asks for accesses`() {
    let searches: [SearchStrategy] = [
      .depthFirst, .sourceDPOR, .delayBounded(delays: 2), .pct(depth: 2), .randomWalk,
    ]
    let asking = searches.filter {
      $0.strategy(seed: 1, limits: ExplorationLimits()).needsAccesses
    }
    #expect(asking == [.sourceDPOR])
  }

  @Test func `source DPOR says where a program is beyond it`() {
    let within = SourceDPOR()
    #expect(Found(.independent(128, accesses: 1), within).schedules == 1)
    #expect(within.exceeded == nil)

    let beyond = SourceDPOR()
    let found = Found(.independent(129, accesses: 1), beyond)
    #expect(found.schedules == 0)
    #expect(beyond.exceeded?.contains("128") == true)
  }
}
