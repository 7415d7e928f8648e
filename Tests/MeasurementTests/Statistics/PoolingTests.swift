import Evidence
import Foundation
import Testing

@testable import Measurement

@Suite struct PoolingTests {
  private func pool(_ samples: [BenchmarkSample], replicates: Int = 200) -> BenchmarkResult {
    BenchmarkResult(pooling: samples, confidence: 0.95, seed: 1, replicates: replicates)
  }

  /// A sample of exact times: the baseline's and its twin's are 100 ns.
  private func sample(
    _ row: [Double], preemptions: [Int] = [], baselinePreemptions: [Int] = [],
    _ change: (inout RowSample) -> Void = { _ in }
  ) -> BenchmarkSample {
    let hundred = row.map { _ in 100.0 }
    var measured = RowSample(
      row: "row", batch: 1, nanoseconds: row, preemptions: preemptions, allocations: 2)
    change(&measured)
    return BenchmarkSample(
      benchmark: "exact", baseline: "baseline",
      rows: [
        measured,
        RowSample(
          row: "baseline", batch: 1, nanoseconds: hundred, preemptions: baselinePreemptions),
        RowSample(row: BenchmarkSample.twin, batch: 1, nanoseconds: hundred, preemptions: []),
      ])
  }

  @Test func `a planted difference that every process shows is found, an identical row is not`() {
    let samples = (UInt64(0)..<3).map { process in
      var noise = Noise(seed: process)
      return noise.sample(["baseline": 1, "same": 1, "slow": 1.03, "fast": 0.97], rounds: 150)
    }
    let result = pool(samples)
    #expect(result.benchmark == "simulated" && result.baseline == "baseline")
    #expect(result.processes == 3 && result.confidence == 0.95)
    #expect(result.rows.map(\.row) == ["baseline", "same", "slow", "fast"])
    #expect(result.rows.map(\.separation) == [nil, .notSeparated, .slower, .faster])
    #expect(result.rows.map(\.rounds) == [450, 450, 450, 450])
    #expect(result["slow"]?.ratio?.interval.contains(1.03) == true)
    #expect(result["slow"]?.ratio?.processes.count == 3)
    #expect(result.twin.interval.contains(1))
    #expect(result == pool(samples))
  }

  @Test func `one process in three that differs separates nothing, however sure it is`() {
    let samples = [1.05, 1, 1].enumerated().map { process, factor in
      var noise = Noise(seed: UInt64(process))
      return noise.sample(["baseline": 1, "row": factor], rounds: 150)
    }
    let row = pool(samples)["row"]
    #expect(row?.separation == .notSeparated)
    #expect(row?.ratio.map { $0.processes[0] > 1.04 && $0.processes[1] < 1.01 } == true)
    #expect(row?.ratio?.interval.contains(1.04) == true, "its whole difference may be the truth")
  }

  @Test func `times are medians and quartiles over the epochs of all processes`() {
    let result = pool([sample([100, 200, 300]), sample([400, 500])])
    #expect(result["row"]?.nanoseconds == 300)
    #expect(result["row"]?.quartiles == Interval(200, 400))
    #expect(result["row"]?.ratio?.processes.map { ($0 * 1e9).rounded() / 1e9 } == [2, 4.472135955])
    #expect(result["baseline"]?.nanoseconds == 100)
    #expect(result["baseline"]?.ratio == nil && result["baseline"]?.separation == nil)
  }

  @Test func `switches and allocations are medians over processes, and unknown ones stay so`() {
    let samples = [(0.5, 1.0), (0, 3), (2, 5)].map { switches, allocations in
      sample([100]) {
        $0.switches = switches
        $0.allocations = allocations
      }
    }
    let result = pool(samples)
    #expect(result["row"]?.switches == 0.5 && result["row"]?.allocations == 3)
    #expect(result["baseline"]?.allocations == nil)
  }

  @Test func `rounds with an unusually preempted epoch, of the row or the baseline, are discarded`()
  {
    let result = pool([
      sample(
        [100, 900, 100, 900, 100, 100], preemptions: [0, 1, 0, 0, 0, 0],
        baselinePreemptions: [0, 0, 0, 2, 0, 0])
    ])
    #expect(result["row"]?.rounds == 4 && result["row"]?.discarded == 2)
    #expect(result["row"]?.quartiles == Interval(100, 100))
    #expect(result["row"]?.ratio?.estimate == 1)
    #expect(result["baseline"]?.rounds == 5 && result["baseline"]?.discarded == 1)
    #expect(result["row"]?.warnings == [])
  }

  @Test func `a row that is always preempted is held against its own median`() {
    let result = pool([sample([1, 1, 1, 9, 1], preemptions: [2, 3, 2, 5, 4])])
    // The median is 3: more than 6 would be unusual.
    #expect(result["row"]?.discarded == 0)
    let other = pool([sample([1, 1, 1, 9, 1], preemptions: [2, 2, 2, 5, 4])])
    #expect(other["row"]?.discarded == 1)
  }

  @Test func `where fewer than half of a process's rounds would be left, all of its are counted`() {
    let times = Array(repeating: 100.0, count: 6)
    func row(of samples: BenchmarkSample...) -> MeasuredRow? { pool(samples)["row"] }
    let calm = sample(times, preemptions: [0, 0, 0, 0, 0, 1])
    let busy = sample(
      times, preemptions: [1, 0, 0, 1, 0, 0], baselinePreemptions: [0, 1, 1, 0, 0, 0])
    #expect(row(of: busy, calm)?.rounds == 11)
    #expect(row(of: busy, calm)?.discarded == 1)
    #expect(row(of: busy, calm)?.warnings == [.preempted(undisturbed: 2, of: 6)])
    let half = sample(
      times, preemptions: [1, 0, 0, 1, 0, 0], baselinePreemptions: [0, 1, 0, 0, 0, 0])
    #expect(row(of: half)?.rounds == 3)
    #expect(row(of: half)?.warnings == [])
  }

  @Test func `a percentile is kept only where ten numbers lie beyond it`() {
    func shares(of counts: [Int]) -> [Double] {
      let samples = counts.map { count in
        sample([100]) { row in
          for number in 0..<count { row.service.record(UInt64(number)) }
        }
      }
      return pool(samples, replicates: 1)["row"]?.service.map(\.share) ?? [-1]
    }
    #expect(shares(of: [19]) == [])
    #expect(shares(of: [20]) == [0.5])
    #expect(shares(of: [50, 49]) == [0.5])
    #expect(shares(of: [50, 50]) == [0.5, 0.9])
    #expect(shares(of: [999]) == [0.5, 0.9])
    #expect(shares(of: [500, 500]) == [0.5, 0.9, 0.99])
    #expect(shares(of: [10_000]) == [0.5, 0.9, 0.99, 0.999])
    #expect(shares(of: [99_999]) == [0.5, 0.9, 0.99, 0.999])
    #expect(shares(of: [60_000, 40_000]) == [0.5, 0.9, 0.99, 0.999, 0.9999])
  }

  @Test func `service, response and timer are pooled over processes, responses by their load`() {
    func times(_ value: UInt64) -> Histogram {
      var histogram = Histogram()
      for _ in 0..<15 { histogram.record(value) }
      return histogram
    }
    let samples = [UInt64(10), 20].map { value in
      var sample = sample([100]) { row in
        row.service = times(value)
        row.response = [
          ResponseSample(load: 0.75, times: times(3 * value)),
          ResponseSample(load: 0.25, times: times(2 * value)),
        ]
      }
      sample.timer = times(value / 10)
      return sample
    }
    let result = pool(samples)
    #expect(result.timer == [Quantile(share: 0.5, value: 1)])
    #expect(result["row"]?.service == [Quantile(share: 0.5, value: 10)])
    #expect(
      result["row"]?.response == [
        ResponseTimes(load: 0.25, quantiles: [Quantile(share: 0.5, value: 20)]),
        ResponseTimes(load: 0.75, quantiles: [Quantile(share: 0.5, value: 30)]),
      ])
    #expect(result["baseline"]?.service == [] && result["baseline"]?.response == [])
  }

  @Test func `intervals are corrected for the rows compared, not for baseline and twin`() {
    var noise = Noise(seed: 5)
    let sample = noise.sample(["baseline": 1, "a": 1, "b": 1, "c": 1], rounds: 40)
    let result = BenchmarkResult(pooling: [sample], confidence: 0.97, seed: 9, replicates: 300)
    var generator = SeededGenerator(seed: 9, part: "simulated/b")
    let interval = Bootstrap(errorRate: (1 - 0.97) / 3, replicates: 300).interval(
      of: [PairedRatio.logRatios(sample.rows[2].nanoseconds, sample.rows[0].nanoseconds)],
      using: &generator)
    #expect(result["b"]?.ratio.map { abs($0.interval.lower - exp(interval.lower)) < 1e-12 } == true)
    #expect(result["b"]?.ratio.map { abs($0.interval.upper - exp(interval.upper)) < 1e-12 } == true)
  }

  @Test func `a baseline that strays from itself is warned of, and nothing is faster or slower`() {
    // The rule spared the baseline where its twin was hit, however that came.
    func pooled(twin: Double) -> BenchmarkResult {
      var noise = Noise(seed: 3)
      var sample = noise.sample(["baseline": 1, "row": 2], rounds: 60)
      for index in sample.rows.indices where sample.rows[index].row == BenchmarkSample.twin {
        sample.rows[index].nanoseconds = sample.rows[index].nanoseconds.map { $0 * twin }
      }
      return BenchmarkResult(pooling: [sample], confidence: 0.95, seed: 9, replicates: 300)
    }
    let sound = pooled(twin: 1.01)
    #expect(sound.warnings.isEmpty && sound["row"]?.separation == .slower)
    let strayed = pooled(twin: 1.4)
    #expect(strayed["row"]?.separation == .notSeparated)
    guard case .baselineStrays(let factor) = strayed.warnings.first else {
      Issue.record("\(strayed.warnings)")
      return
    }
    #expect(abs(factor - 1.4) < 0.05)
    #expect(strayed.warnings[0].cause.contains("1.4"))
  }

  @Test func `a result of very few rounds says nothing, and can be saved`() throws {
    let result = pool([sample([150])])
    #expect(result["row"]?.ratio?.signTest == Interval(1e-9, 1e9))
    #expect(result["row"]?.separation == .notSeparated)
    #expect(result["row"]?.warnings == [.intervalsDisagree])
    let saved = try JSONEncoder().encode(result)
    #expect(try JSONDecoder().decode(BenchmarkResult.self, from: saved) == result)
  }

  @Test func `a baseline alone has no comparisons`() {
    var alone = sample([100, 100])
    alone.rows.removeFirst()
    let result = pool([alone])
    #expect(result.rows.map(\.row) == ["baseline"])
    #expect(result.twin.estimate == 1)
  }

  @Test(arguments: [0, 1, 2, 3, 4])
  func `samples that no benchmark can give trap`(which: Int) async {
    await #expect(processExitsWith: .failure) { [which] in
      var noise = Noise(seed: 1)
      var samples = [0, 1].map { _ in noise.sample(["baseline": 1, "row": 1], rounds: 4) }
      switch which {
      case 0: samples = []
      case 1: samples[1].benchmark = "another"
      case 2: samples[1].rows.removeLast()
      case 3: samples[1].rows[1].row = "another"
      default: for index in samples.indices { samples[index].rows[2].row = "no twin" }
      }
      _ = BenchmarkResult(pooling: samples, confidence: 0.95, seed: 1, replicates: 1)
    }
  }
}
