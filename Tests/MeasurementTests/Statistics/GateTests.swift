import Evidence
import Foundation
import Testing

@testable import Measurement

@Suite struct GateTests {
  private func row(share: Double = 1, switches: Double = 0) -> RowSample {
    RowSample(
      row: "row", batch: 1, nanoseconds: [1], preemptions: [], switches: switches,
      processorShare: share)
  }

  private func sample(steal: Double?) -> BenchmarkSample {
    BenchmarkSample(
      benchmark: "b", baseline: "row",
      rows: [row(), row()].enumerated().map { index, row in
        var row = row
        if index == 1 { row.row = BenchmarkSample.twin }
        return row
      }, steal: steal)
  }

  @Test func `other programs are warned of beyond a fifth of a processor in any process`() {
    func warnings(_ others: [Double?]) -> [MeasurementWarning] {
      let samples = others.map {
        var sample = sample(steal: nil)
        sample.others = $0
        return sample
      }
      return BenchmarkResult(pooling: samples, confidence: 0.95, seed: 1, replicates: 1).warnings
    }
    #expect(warnings([0.05, 1.9]) == [.crowded(processors: 1.9)])
    #expect(warnings([0.2, nil]).isEmpty)
    #expect(
      MeasurementWarning.crowded(processors: 1.94).cause
        == "other programs kept 1.9 processors busy")
  }

  @Test func `steal is warned of beyond 2 per cent in any process`() {
    func warnings(_ steals: [Double?]) -> [MeasurementWarning] {
      BenchmarkResult(
        pooling: steals.map(sample), confidence: 0.95, seed: 1, replicates: 1
      ).warnings
    }
    #expect(warnings([0.001, 0.021]) == [.steal(share: 0.021)])
    #expect(warnings([0.02, nil]) == [])
    #expect(warnings([nil]) == [])
  }

  @Test func `a row that seldom waits is warned of where it got too little processor`() {
    #expect(
      Gates.starved([row(), row(share: 0.89, switches: 0.009)]) == .starved(processorShare: 0.89))
    #expect(Gates.starved([row(share: 0.9)]) == nil)
    #expect(Gates.starved([row(share: 0.2, switches: 0.01)]) == nil)
    #expect(Gates.starved([row(share: 2)]) == nil)
  }

  @Test func `a baseline is warned of too`() {
    var starved = sample(steal: nil)
    starved.rows[0].processorShare = 0.5
    let result = BenchmarkResult(pooling: [starved], confidence: 0.95, seed: 1, replicates: 1)
    #expect(result["row"]?.warnings == [.starved(processorShare: 0.5)])
  }

  /// Three thirds of thirty rounds each that took so many times as long as the baseline.
  private func thirds(_ ratios: Double...) -> [Double] {
    ratios.flatMap { Array(repeating: log($0), count: 30) }
  }

  @Test func `a ratio that moved by more than 3 per cent and out of its interval is warned of`() {
    let interval = Interval(1.02, 1.04)
    func factor(_ processes: [Double]...) -> Double? {
      guard case .drift(let factor) = Gates.drift(processes, within: interval) else { return nil }
      return (factor * 1e9).rounded() / 1e9
    }
    #expect(factor(thirds(1, 1.03, 1.05)) == 1.05)
    #expect(factor(thirds(1.05, 1.03, 1)) == (1e9 / 1.05).rounded() / 1e9)
    #expect(factor(thirds(1.01, 1.03, 1.04)) == nil, "less than 3 per cent")
    #expect(factor(thirds(1, 1.03, 1.05), thirds(1, 1.03, 1.05)) == 1.05)
    // The thirds of both processes together: half of each are at either end.
    #expect(factor(thirds(1, 1.03, 1.05), thirds(1.05, 1.03, 1)) == nil)
    #expect(factor([0, 1]) == nil, "no thirds")
    #expect(factor(Array(thirds(1, 1.03, 1.05).dropFirst(3))) == nil, "thirds of too few rounds")
  }

  @Test func `a ratio that moved within its interval is not warned of`() {
    #expect(Gates.drift([thirds(1, 1.03, 1.05)], within: Interval(0.9, 1.1)) == nil)
    #expect(Gates.drift([thirds(1, 1.03, 1.05)], within: Interval(1.01, 1.1)) != nil)
  }

  @Test func `rounds are warned of by process, where the discard rule was overruled`() {
    func counted(_ preemptions: [Int]) -> CountedRounds {
      let row = RowSample(
        row: "row", batch: 1, nanoseconds: preemptions.map { _ in 1 }, preemptions: preemptions)
      let rest = RowSample(
        row: "baseline", batch: 1, nanoseconds: row.nanoseconds,
        preemptions: [1] + Array(repeating: 0, count: preemptions.count - 1))
      return CountedRounds(row: row, baseline: rest)
    }
    let busy = counted([0, 1, 0, 0, 1])
    let calm = counted([0, 1, 0, 0])
    #expect(Gates.preempted([calm]) == nil)
    #expect(Gates.preempted([calm, busy, busy]) == .preempted(undisturbed: 4, of: 10))
  }

  @Test func `a sign test that does not bear the bootstrap out is warned of, and only then`() {
    func warnings(signTest: Interval) -> [MeasurementWarning] {
      let slow = Interval(1.02, 1.04)
      let paired = PairedRatio(
        ratio: Ratio(estimate: 1.03, interval: slow, signTest: signTest, processes: [1.03]),
        intervals: [slow])
      return RowRuns([row()], against: [row()]).warnings(ratio: paired)
    }
    #expect(warnings(signTest: Interval(0.99, 1.05)) == [.intervalsDisagree])
    #expect(warnings(signTest: Interval(1.01, 1.05)) == [])
  }
}
