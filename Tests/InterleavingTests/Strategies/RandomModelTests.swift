import Evidence
import Foundation
import Testing

@testable import Interleaving

@Suite(
  .enabled(
    if: dlsym(nil, "__tsan_init") == nil, "needs a build without sanitizer: one thread, and long"))
struct RandomModelTests {
  /// Of each 50 seeds, those whose program has few enough schedules to run them all.
  @Test(arguments: 0..<16)
  func `source DPOR finds every trace of a random program once, and every outcome`(
    part: UInt64
  ) {
    var explored = 0
    var reduced = 0
    var givenUp = 0
    for seed in part * 50..<(part + 1) * 50 {
      let model = Model.random(seed: seed)
      let all = Found(model, DepthFirst(), limit: 200)
      if all.isCutShort { continue }
      let found = Found(model, SourceDPOR())
      #expect(found.outcomes == all.outcomes, "seed \(seed)")
      #expect(found.traces == all.traces, "seed \(seed)")
      #expect(found.schedules == all.traces.count, "seed \(seed)")
      explored += 1
      reduced += found.schedules
      givenUp += found.givenUp
    }
    #expect(explored > 20)
    #expect(givenUp * 10 < reduced)
  }

  @Test func `a schedule that deadlocks hides no trace beyond it`() {
    // The low job waits in line behind a high one that never ends; it could have gone first.
    let model = Model(
      processes: [
        [.append(0), .enter(0, priority: 2), .enter(1, priority: 2), .leave(1), .leave(0)],
        [.enter(1, priority: 0), .enter(0, priority: 0), .leave(1), .leave(0)],
      ], variables: 1, executors: [.defaultActor, .unordered])
    let all = Found(model, DepthFirst())
    let found = Found(model, SourceDPOR())
    #expect(all.deadlocks == 3)
    #expect(all.outcomes.count == 3)
    #expect(found.outcomes == all.outcomes)
  }

  @Test func `what sleeps at a deadlock is known by what it did`() {
    // As it takes its second lock, the first also gets in line before the low job.
    let model = Model(
      processes: [
        [
          .acquire(0), .acquire(1), .release(1), .enter(0, priority: 1), .leave(0), .release(0),
        ],
        [.enter(0, priority: 1), .leave(0), .acquire(1), .acquire(0), .release(0), .release(1)],
        [.enter(0, priority: 0), .leave(0)],
      ], locks: 2, executors: [.defaultActor])
    let found = Found(model, SourceDPOR())
    #expect(found.schedules == 5)
    #expect(found.traces == Found(model, DepthFirst()).traces)
  }

  @Test func `a schedule given up shows what waited in it`() {
    let model = Model(
      processes: [
        [.enter(1, priority: 0), .read(0), .leave(1)],
        [
          .acquire(0), .release(0), .enter(0, priority: 1), .enter(1, priority: 1), .leave(1),
          .leave(0),
        ],
        [.enter(0, priority: 1), .leave(0), .writeNext(0)],
      ], variables: 1, locks: 1, executors: [.unordered, .fifo])
    let found = Found(model, SourceDPOR())
    #expect(found.schedules == 3)
    #expect(found.givenUp == 1)
    #expect(found.outcomes == Found(model, DepthFirst()).outcomes)
  }
}
