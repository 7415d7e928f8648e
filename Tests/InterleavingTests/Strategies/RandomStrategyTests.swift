import Evidence
import Testing

@testable import Interleaving

@Suite struct RandomStrategyTests {
  /// The choices of each schedule.
  private func schedules(_ model: Model, _ strategy: any Strategy) -> [[Int]] {
    let simulator = Simulator(model)
    var schedules: [[Int]] = []
    repeat {
      simulator.run(strategy)
      schedules.append(simulator.choices)
    } while strategy.finish(simulator.run)
    return schedules
  }

  @Test(arguments: [SearchStrategy.pct(depth: 3), .randomWalk])
  func `the seed decides every schedule`(search: SearchStrategy) {
    let limits = ExplorationLimits(sample: 40)
    let model = Model.readThenWrite(4)
    let first = schedules(model, search.making(seed: 7, limits: limits))
    #expect(first.count == 40)
    #expect(schedules(model, search.making(seed: 7, limits: limits)) == first)
    #expect(schedules(model, search.making(seed: 8, limits: limits)) != first)
  }

  @Test func `a random walk takes each option equally often`() {
    let strategy = RandomWalk(seed: 1, schedules: 1)
    var counts = [0, 0, 0]
    for _ in 0..<3000 { counts[strategy.choose([4, 2, 9], after: Run()) ?? 0] += 1 }
    #expect(counts.allSatisfy { (900...1100).contains($0) })
  }

  @Test func `without points of change a task runs until it ends`() {
    let model = Model(processes: .init(repeating: [.read(0), .append(0)], count: 3), variables: 1)
    let found = Found(model, PCT(depth: 1, seed: 1, schedules: 100))
    #expect(found.schedules == 100)
    #expect(found.traces.count == 6)
  }

  @Test func `the first schedule only learns how long schedules are`() {
    let strategy = PCT(depth: 50, seed: 3, schedules: 2)
    let runs = schedules(.independent(2, accesses: 30), strategy)
    #expect(runs.count == 2)
    // In the ring a switch away from the first is a choice of 1, and only the first can be left.
    #expect(runs[0].reduce(0, +) <= 1)
    #expect(runs[1].reduce(0, +) > 1)
  }

  @Test func `PCT finds a bug of depth 2 as often as it promises`() {
    // The second task has to see one write of six without the next.
    let model = Model(processes: [(1...6).map { .write(0, $0) }, [.read(0)]], variables: 1)
    let (tasks, steps, schedules) = (2, 7, 2000)
    let strategy = PCT(depth: 2, seed: 5, schedules: schedules)
    let simulator = Simulator(model)
    var found = 0
    repeat {
      simulator.run(strategy)
      if simulator.outcome.last == 3 { found += 1 }
    } while strategy.finish(simulator.run)
    #expect(found * tasks * steps >= schedules)
  }

  @Test func `a limit on schedules holds for a sample too`() {
    let limits = ExplorationLimits(schedules: 5, sample: 40)
    let found = Found(.increments(3), SearchStrategy.randomWalk.making(seed: 1, limits: limits))
    #expect(found.schedules == 5)
  }
}
