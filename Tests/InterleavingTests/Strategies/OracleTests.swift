import Evidence
import Testing

@testable import Interleaving

/// Numbers that others published or that follow from counting.
@Suite struct OracleTests {
  struct Oracle: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let model: Model
    let interleavings: Int
    let traces: Int
    let deadlocks: Int

    init(_ name: String, _ model: Model, _ interleavings: Int, _ traces: Int, deadlocks: Int = 0) {
      testDescription = name
      self.model = model
      self.interleavings = interleavings
      self.traces = traces
      self.deadlocks = deadlocks
    }
  }

  static let oracles = [
    Oracle("2 independent tasks of 2 accesses", .independent(2, accesses: 2), 6, 1),
    Oracle("3 independent tasks of 2 accesses", .independent(3, accesses: 2), 90, 1),
    Oracle("2 independent tasks of 4 accesses", .independent(2, accesses: 4), 70, 1),
    Oracle("store buffering", .storeBuffering, 6, 3),
    Oracle("message passing", .messagePassing, 6, 3),
    Oracle("load buffering", .loadBuffering, 6, 3),
    Oracle("2+2W", .twoWritesEach, 6, 3),
    Oracle("independent reads of independent writes", .independentReads, 180, 15),
    Oracle("3 increments", .increments(3), 6, 6),
    Oracle("5 increments", .increments(5), 120, 120),
    Oracle("2 × (read; write)", .readThenWrite(2), 6, 4),
    Oracle("3 × (read; write)", .readThenWrite(3), 90, 36),
    Oracle("4 × (read; write)", .readThenWrite(4), 2520, 576),
    Oracle("2 readers", .readers(2), 6, 4),
    Oracle("4 readers", .readers(4), 120, 16),
    Oracle("6 readers", .readers(6), 5040, 64),
    Oracle("2 × 2 sections", .lockSections(2, sections: 2), 20, 6),
    Oracle("3 × 2 sections", .lockSections(3, sections: 2), 1680, 90),
    Oracle("locks in opposite order", .oppositeLocks, 14, 3, deadlocks: 6),
    Oracle("4 visits in any order", .visits([0, 0, 0, 0], .unordered), 2520, 24),
    Oracle("4 visits in line", .visits([0, 3, 1, 2], .fifo), 336, 24),
    Oracle("4 visits of one priority", .visits([2, 2, 2, 2], .defaultActor), 336, 24),
    Oracle("3 visits of two priorities", .visits([1, 3, 1], .defaultActor), 30, 6),
  ]

  @Test(arguments: oracles)
  func `depth first runs every interleaving`(oracle: Oracle) {
    let found = Found(oracle.model, DepthFirst())
    #expect(found.schedules == oracle.interleavings)
    #expect(found.traces.count == oracle.traces)
    #expect(found.deadlocks == oracle.deadlocks)
    #expect(found.givenUp == 0)
  }

  @Test(arguments: oracles)
  func `source DPOR runs each trace once`(oracle: Oracle) {
    let found = Found(oracle.model, SourceDPOR())
    #expect(found.schedules == oracle.traces)
    #expect(found.traces.count == oracle.traces)
    #expect((found.deadlocks > 0) == (oracle.deadlocks > 0))
    #expect(found.givenUp <= 1)
  }

  @Test(arguments: zip(0...6, [1, 2, 8, 23, 43, 58, 64]))
  func `each delay more reaches the traces it should`(delays: Int, traces: Int) {
    #expect(Found(.busyReaders(6), DelayBounded(delays: delays)).traces.count == traces)
  }

  @Test func `delays enough are every schedule`() {
    let found = Found(.readThenWrite(3), DelayBounded(delays: 100))
    #expect(found.schedules == 90)
  }

  @Test func `without a delay there is one schedule, the first task first`() {
    let simulator = Simulator(.increments(4))
    let strategy = DelayBounded(delays: 0)
    simulator.run(strategy)
    #expect(simulator.run.steps.map(\.process) == [0, 1, 2, 3])
    #expect(!strategy.finish(simulator.run))
  }
}
