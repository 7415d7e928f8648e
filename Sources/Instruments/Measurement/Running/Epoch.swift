import CMeasurement
import Evidence

/// One timed run of a workload.
struct Epoch {
  var wall: Double
  var processor: Double
  var switches: SwitchCount

  /// Runs a number of operations. The counters are read outside of what is timed.
  static func of(_ workload: Workload, _ operations: Int) async -> Epoch {
    let switches = SwitchCount.now
    let processor = measurement_processor_time()
    let start = nanosecondsNow()
    await workload(operations)
    let end = nanosecondsNow()
    let worked = measurement_processor_time() - processor
    // A clock of coarse steps may show no time at all, which has no logarithm.
    return Epoch(
      wall: Double(max(1, end - start)), processor: Double(worked),
      switches: SwitchCount.now - switches)
  }
}

/// What the epochs of one row add up to.
struct RowClock {
  let workload: Workload
  var batch = 1
  var nanoseconds: [Double] = []
  var preemptions: [Int] = []
  var allocations: Double?
  private var wall = 0.0
  private var processor = 0.0
  private var waits = 0

  init(_ workload: Workload) {
    self.workload = workload
  }

  /// Chooses the batch once and for all, then counts allocations over one.
  mutating func settle(epochNanoseconds: Double) async {
    var batch = Batch(target: epochNanoseconds)
    // What never comes to rest, as on a loaded machine, is measured with what came last. Of two
    // epochs the shorter tells: one that was disturbed would pass for a long operation.
    for _ in 0..<40 where !batch.isSettled {
      let first = await Epoch.of(workload, batch.operations).wall
      batch.took(min(first, await Epoch.of(workload, batch.operations).wall))
    }
    self.batch = batch.operations
    let operations = batch.operations
    // The least of three, since other threads of the process may allocate meanwhile.
    for _ in 0..<3 {
      let workload = workload
      guard let idle = await AllocationCount.during({ await workload(0) }),
        let all = await AllocationCount.during({ await workload(operations) })
      else { return }
      let each = Double(max(0, all - idle)) / Double(operations)
      allocations = min(allocations ?? each, each)
    }
  }

  /// Times one epoch.
  mutating func time() async {
    let epoch = await Epoch.of(workload, batch)
    nanoseconds.append(epoch.wall / Double(batch))
    preemptions.append(epoch.switches.involuntary)
    wall += epoch.wall
    processor += epoch.processor
    waits += epoch.switches.voluntary
  }

  /// What was measured so far.
  var sample: RowSample {
    let operations = Double(batch * max(1, nanoseconds.count))
    return RowSample(
      row: workload.name, batch: batch, nanoseconds: nanoseconds, preemptions: preemptions,
      switches: Double(waits) / operations, processorShare: processor / max(wall, 1),
      allocations: allocations)
  }
}
