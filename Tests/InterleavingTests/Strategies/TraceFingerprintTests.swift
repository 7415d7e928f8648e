import Testing

@testable import Interleaving

@Suite struct TraceFingerprintTests {
  private func fingerprint(_ model: Model, _ choices: [Int]) -> TraceFingerprint {
    let simulator = Simulator(model)
    simulator.run(Replay(choices))
    var fingerprints = TraceFingerprints()
    return fingerprints.fingerprint(of: simulator.run)
  }

  @Test func `independent steps may come in any order`() {
    let model = Model.independent(2, accesses: 1)
    #expect(fingerprint(model, [0]) == fingerprint(model, [1]))
  }

  @Test func `dependent steps may not`() {
    #expect(fingerprint(.increments(2), [0]) != fingerprint(.increments(2), [1]))
    #expect(fingerprint(.readers(1), [0]) != fingerprint(.readers(1), [1]))
  }

  @Test func `reads of one value may come in any order`() {
    let model = Model(processes: [[.read(0)], [.read(0)], [.write(0, 1)]], variables: 1)
    #expect(fingerprint(model, [0, 0, 0]) == fingerprint(model, [1, 1, 0]))
    #expect(fingerprint(model, [0, 0, 0]) != fingerprint(model, [0, 1, 0]))
  }

  @Test func `tasks are known by who started them, whatever their numbers`() {
    // Each starts a task; the one that starts first has its task numbered first.
    let model = Model(
      processes: (0..<2).map {
        [.write($0, 1), .start([.write($0 + 2, 1), .append(4)], isChild: false)]
      }, variables: 5)
    let found = Found(model, DepthFirst())
    #expect(found.traces.count == 2)
  }

  @Test func `a run's fingerprint does not depend on those taken before`() {
    let simulator = Simulator(.readThenWrite(2))
    var fingerprints = TraceFingerprints()
    let search = DepthFirst()
    repeat {
      simulator.run(search)
      var fresh = TraceFingerprints()
      let alone = fresh.fingerprint(of: simulator.run)
      #expect(fingerprints.fingerprint(of: simulator.run) == alone)
    } while search.finish(simulator.run)
  }
}
