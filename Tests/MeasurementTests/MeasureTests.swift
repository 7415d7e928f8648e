import Evidence
import Foundation
import Synchronization
import Testing

@testable import Measurement

/// The running half on a live machine: what it does is held, how long it takes is not.
@Suite(.timeLimit(.minutes(10))) struct MeasureTests {
  private static let plan = MeasurementPlan(
    rounds: 6, epochNanoseconds: 20_000, serviceSamples: 25, responseSamples: 8, loads: [0.5],
    responseRows: ["await"])

  private func sample(seed: UInt64 = 1) async -> BenchmarkSample {
    await measure(
      "hit",
      [
        .synchronous("call") { operations in
          for operation in 0..<operations { blackHole(UInt64(operation)) }
        },
        .asynchronous("await") { operations in
          for _ in 0..<operations { await Task.yield() }
        },
      ], against: "call", plan: Self.plan, seed: seed)
  }

  @Test func `every row has an epoch in every round, and the baseline two`() async {
    let sample = await sample()
    #expect(sample.benchmark == "hit" && sample.baseline == "call")
    #expect(sample.rows.map(\.row) == ["call", "await", BenchmarkSample.twin])
    for row in sample.rows {
      #expect(row.nanoseconds.count == 6 && row.preemptions.count == 6)
      #expect(row.nanoseconds.allSatisfy { $0 > 0 })
      #expect(row.preemptions.allSatisfy { $0 >= 0 } && (row.switches ?? -1) >= 0)
    }
    #expect(sample.rows[0].batch == sample.rows[2].batch)
  }

  @Test func `service and response times are kept apart, of as many operations as planned`() async {
    let sample = await sample()
    #expect(sample.rows.map(\.service.total) == [25, 25, 0])
    #expect(sample.rows.map(\.response.count) == [0, 1, 0])
    #expect(sample.rows[1].response.map(\.load) == [0.5])
    #expect(sample.rows[1].response.map(\.times.total) == [8])
    #expect(sample.timer.total == 25)
  }

  @Test func `only the rows asked for have tails`() async {
    var plan = Self.plan
    plan.serviceRows = ["b"]
    let sample = await measure(
      "tails", [.synchronous("a") { _ in }, .synchronous("b") { _ in }], against: "a", plan: plan,
      seed: 1)
    #expect(sample.rows.map(\.service.total) == [0, 25, 0])
    #expect(sample.timer.total == 25)
  }

  @Test func `the work is done where the measurement is called, main actor or pool`() async {
    final class Places: Sendable {
      let onMain = Atomic(0)
      let onPool = Atomic(0)
    }
    let places = Places()
    let plan = MeasurementPlan(
      rounds: 2, epochNanoseconds: 1, serviceSamples: 0, responseSamples: 0)
    @MainActor func onMain() async {
      _ = await measure(
        "where",
        [
          .onMainActor("main") { _ in
            MainActor.assertIsolated()
            places.onMain.add(1, ordering: .relaxed)
          },
          .asynchronous("pool") { _ in
            #expect(#isolation == nil)
            places.onPool.add(1, ordering: .relaxed)
          },
        ], against: "main", plan: plan, seed: 1)
    }
    await onMain()
    #expect(places.onMain.load(ordering: .relaxed) > 4)
    #expect(places.onPool.load(ordering: .relaxed) > 2)
  }

  @Test func `progress rises to the end`() async {
    var told: [Double] = []
    _ = await measure(
      "hit", [.synchronous("call") { _ in }], against: "call", plan: Self.plan, seed: 1
    ) { told.append($0) }
    #expect(told == told.sorted() && told.allSatisfy { (0...1).contains($0) })
    #expect(told.last == 1)
  }

  @Test func `the process's allocations are counted where they can be`() async {
    final class Object { var number = 0 }
    let count = await AllocationCount.during {
      for _ in 0..<1_000 { withExtendedLifetime(Object()) { blackHole($0) } }
    }
    // Others may allocate meanwhile, so only too few would be wrong.
    #expect(AllocationCount.isAvailable ? (count ?? 0) >= 1_000 : count == nil)
  }
}

@Suite struct CounterTests {
  @Test func `the environment is told in a line, a debug build as one`() {
    var environment = MeasurementEnvironment(
      system: "Debian 12", processors: 2, clock: ClockCalibration(cost: 24.1, resolution: 20),
      countsAllocations: true, isOptimised: true)
    #expect(
      environment.text
        == "Debian 12, 2 processors, clock read in 24 ns, steps of 20 ns, allocations counted, "
        + "optimised build")
    environment.isOptimised = false
    environment.countsAllocations = false
    #expect(environment.text.hasSuffix("not available here, debug build: no figure means anything"))
    let current = MeasurementEnvironment.current()
    #expect(current.processors > 0 && current.clock.cost > 0)
    #expect(current.countsAllocations == AllocationCount.isAvailable)
  }

  @Test func `steal is the eighth field of the first line`() throws {
    let text = "cpu  10 20 30 400 5 6 7 22 3 4\ncpu0 1 2 3 4 5 6 7 8 9 10\n"
    let early = try #require(MachineTime(text))
    #expect(early.total == 500 && early.stolen == 22)
    let late = try #require(MachineTime("cpu  10 20 30 425 5 6 7 97 3 4"))
    #expect(late.stealShare(since: early) == 0.75)
    #expect(late.busyShare(since: early) == 0.75)
    #expect(early.busyShare(since: early) == nil)
    #expect(early.stealShare(since: early) == nil)
    #expect(early.stealShare(since: late) == nil)
  }

  @Test(arguments: ["", "cpu", "cpu  1 2 3", "cpu0 1 2 3 4 5 6 7 8", "cpu a b c d e f g h"])
  func `what is no such line gives nothing`(text: String) {
    #expect(MachineTime(text) == nil)
  }

  @Test func `the clock never runs backwards, and its cost is a number`() {
    let calibration = ClockCalibration.measured()
    #expect(calibration.cost > 0 && calibration.resolution > 0)
    let first = nanosecondsNow()
    #expect(nanosecondsNow() >= first)
  }

  @Test func `a block that was touched shows in the peak`() throws {
    guard let before = PeakMemory.bytes else { return }
    let size = 48 << 20
    let block = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    memset(block, 1, size)
    defer { block.deallocate() }
    let after = try #require(PeakMemory.bytes)
    #expect(after >= before && after >= size)
  }
}

@Suite(.timeLimit(.minutes(10))) struct ContentionTests {
  @Test(arguments: [1, 3]) func `every caller's operations are counted`(callers: Int) async {
    let window = await ContentionWindow.threads(callers, for: .milliseconds(2)) { _ in }
    #expect(window.operations.count == callers)
    #expect(window.wallNanoseconds >= 2_000_000)
    #expect(window.operations.allSatisfy { $0.isMultiple(of: 16) })
    #expect((0...1).contains(window.fairness))
  }

  @Test func `tasks that suspend are counted likewise`() async {
    let window = await ContentionWindow.tasks(3, for: .milliseconds(2)) { _ in await Task.yield() }
    #expect(window.operations.count == 3)
    #expect(window.operations.allSatisfy { $0.isMultiple(of: 16) })
  }

  @Test func `figures per operation are of all callers together`() {
    let window = ContentionWindow(
      operations: [300, 100], wallNanoseconds: 8_000, processorNanoseconds: 12_000, switches: 40)
    #expect(window.wallPerOperation == 20 && window.processorPerOperation == 30)
    #expect(window.switchesPerOperation == 0.1 && window.processorsUsed == 1.5)
    #expect(abs(window.fairness - 1.0 / 3) < 1e-12)
  }

  @Test func `callers that took turns on one processor are warned of, unless they waited`() {
    var window = ContentionWindow(
      operations: [500, 500], wallNanoseconds: 1_000, processorNanoseconds: 1_000, switches: 0)
    #expect(window.warning(processors: 2) == .starved(processorShare: 0.5))
    #expect(window.warning(processors: 1) == nil)
    window.switches = 10
    #expect(window.warning(processors: 2) == nil)
    window.switches = 0
    window.processorNanoseconds = 1_800
    #expect(window.warning(processors: 2) == nil)
  }
}
