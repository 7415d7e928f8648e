public import Evidence

/// Times workloads side by side, in rounds, in the calling task.
///
/// Every round holds one epoch of each row, of about the plan's length, in an order that a Latin
/// square gives; the baseline runs in it twice, the second time as ``BenchmarkSample/twin``. What
/// disturbs a round disturbs its rows alike, so it is the ratios within rounds that are to be read.
/// Nothing stands between the clock and the loop: no thread is started, no semaphore waited for.
/// Call it from a detached task for callers on the global pool, from the main actor for callers
/// there. Length: rounds × (rows + 1) × epoch, and the tails.
///
/// `report` is told from time to time which part is done, from 0 to 1.
///
/// - Precondition: the rows' names differ, and the baseline is one of them; the plan has rounds,
///   and its loads lie above 0 and not above 1.
public func measure(
  _ benchmark: String, _ workloads: [Workload], against baseline: String,
  plan: MeasurementPlan = MeasurementPlan(), seed: UInt64,
  report: (Double) -> Void = { _ in }
) async -> BenchmarkSample {
  precondition(
    plan.epochNanoseconds > 0 && plan.epochNanoseconds.isFinite, "an epoch has a length")
  precondition(
    !workloads.contains { $0.name == BenchmarkSample.twin },
    "\(BenchmarkSample.twin) is the name of the baseline's second row")
  precondition(plan.rounds > 0, "a plan has at least one round")
  precondition(plan.loads.allSatisfy { 0 < $0 && $0 <= 1 }, "a load lies above 0, at most 1")
  precondition(Set(workloads.map(\.name)).count == workloads.count, "two rows have one name")
  guard let base = workloads.first(where: { $0.name == baseline }) else {
    preconditionFailure("the baseline \(baseline) is not among the rows")
  }
  var rows = workloads.map(RowClock.init)
  let before = MachineSnapshot()
  for index in rows.indices { await rows[index].settle(epochNanoseconds: plan.epochNanoseconds) }
  // The twin does what the baseline does, to the number of operations.
  var twin = RowClock(Workload(name: BenchmarkSample.twin, loop: base.loop))
  twin.batch = rows.first { $0.workload.name == baseline }?.batch ?? 1
  rows.append(twin)

  let tailsShare = plan.serviceSamples + plan.responseSamples > 0 ? 0.5 : 0
  // lesson: rounds
  var orders = LatinSquare(size: rows.count, seed: seed)
  for round in 0..<plan.rounds {
    for index in orders.next() { await rows[index].time() }
    if round.isMultiple(of: 10) { report(Double(round) / Double(plan.rounds) * (1 - tailsShare)) }
  }
  // lesson: end
  var samples = rows.map(\.sample)
  let lengths = samples.map { $0.nanoseconds.min() ?? 0 }
  let tails = Tails(
    workloads: workloads, lengths: Array(lengths.dropLast()), plan: plan, seed: seed)
  let service = await tails.service { report(1 - tailsShare + $0 * tailsShare / 2) }
  for index in workloads.indices { samples[index].service = service.rows[index] }
  for index in workloads.indices where plan.responseRows?.contains(workloads[index].name) ?? true {
    samples[index].response = await tails.response(of: workloads[index])
    report(1 - tailsShare / 2 * (1 - Double(index + 1) / Double(workloads.count)))
  }
  report(1)
  let after = MachineSnapshot()
  return BenchmarkSample(
    benchmark: benchmark, baseline: baseline, rows: samples, timer: service.timer,
    steal: after.stealShare(since: before), others: after.processorsOfOthers(since: before))
}
