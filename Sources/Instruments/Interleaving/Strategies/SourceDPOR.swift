/// One schedule for each way in which dependent steps can be ordered: source sets and sleep sets.
///
/// Abdulla, Aronis, Jonsson, Sagonas, "Source Sets: A Foundation for Optimal Dynamic Partial Order
/// Reduction", JACM 2017, algorithm 1, with their treatment of locks extended to acquisitions that
/// still wait at a deadlock and to executors. Two orders of the same trace are never both run to
/// their end; a schedule whose every continuation is such a second order is given up.
final class SourceDPOR: Strategy {
  private struct Node {
    var enabled: ProcessSet
    /// Who has to be tried here, by the races found so far.
    var wanted: ProcessSet
    /// Who need not: whatever begins with them has been explored.
    var asleep: ProcessSet
    var chosen: ProcessID
    /// Where its part of ``sleepers`` begins; it ends where the next node's begins.
    var firstSleeper: Int32
  }

  /// A process that sleeps, with what its next step would access.
  private struct Sleeper {
    var process: ProcessID
    var accesses: [RecordedStep.Access]
  }

  let needsAccesses = true
  private(set) var differingStep: Int?
  private(set) var exceeded: String?

  @exclusivity(unchecked) private var stack: [Node] = []
  @exclusivity(unchecked) private var sleepers: [Sleeper] = []
  @exclusivity(unchecked) private var order = HappensBefore()
  @exclusivity(unchecked) private var depth = 0

  func choose(_ options: UnsafeBufferPointer<ProcessID>, after run: Run) -> Int? {
    var enabled = ProcessSet()
    for process in options {
      guard process < ProcessSet.capacity else { return exceed() }
      enabled.insert(process)
    }
    let step = depth
    depth += 1
    guard step < stack.count else { return explore(options, enabled, after: run) }
    guard stack[step].enabled == enabled, let choice = options.firstIndex(of: stack[step].chosen)
    else {
      differingStep = differingStep ?? step
      return 0
    }
    return choice
  }

  func restart() { depth = 0 }

  func finish(_ run: Run) -> Bool {
    if exceeded != nil { return false }
    if run.steps.count != stack.count { differingStep = differingStep ?? run.steps.count }
    if differingStep != nil { return false }
    while order.count < run.steps.count {
      order.append(run.steps[order.count])
      for race in order.races { reverse(race) }
    }
    for index in run.waitingAtEnd.indices { reverseRaces(ofWaiting: run.waitingAtEnd[index]) }
    return backtrack(run)
  }

  // MARK: Forward

  /// The first in the ring that does not sleep; where all do, the rest has been explored.
  private func explore(
    _ options: UnsafeBufferPointer<ProcessID>, _ enabled: ProcessSet, after run: Run
  ) -> Int? {
    let first = sleepers.count
    let asleep = fallAsleep(after: run)
    guard let choice = options.firstIndex(where: { !asleep.contains($0) }) else {
      sleepers.removeLast(sleepers.count - first)
      return nil
    }
    var wanted = ProcessSet()
    wanted.insert(options[choice])
    stack.append(
      Node(
        enabled: enabled, wanted: wanted, asleep: asleep, chosen: options[choice],
        firstSleeper: Int32(truncatingIfNeeded: first)))
    return choice
  }

  /// Those sleep on whom the step just taken leaves as they were.
  private func fallAsleep(after run: Run) -> ProcessSet {
    var asleep = ProcessSet()
    guard let parent = stack.last else { return asleep }
    let accesses = run.steps[stack.count - 1].accesses
    for index in Int(parent.firstSleeper)..<sleepers.count {
      let sleeper = sleepers[index]
      guard !dependent(sleeper.accesses, accesses) else { continue }
      sleepers.append(sleeper)
      asleep.insert(sleeper.process)
    }
    return asleep
  }

  private func dependent(
    _ some: [RecordedStep.Access], _ others: [RecordedStep.Access]
  ) -> Bool {
    for access in some {
      for other in others where other.object == access.object {
        if other.isWrite || access.isWrite { return true }
      }
    }
    return false
  }

  private func exceed() -> Int? {
    exceeded = "A schedule has more than \(ProcessSet.capacity) tasks, blocks and timers."
    return nil
  }

  // MARK: Backward

  /// Has a race tried the other way round where that is not covered already: by a process that is
  /// to be tried there, or by one that sleeps there and can begin likewise.
  private func reverse(_ race: HappensBefore.Race) {
    let node = stack[Int(race.earlier)]
    let covered = node.wanted.union(node.asleep)
    if node.enabled.subtracting(covered).isEmpty { return }
    let beginnings = order.beginnings(ofReversing: race).intersection(node.enabled)
    guard !beginnings.isEmpty, beginnings.intersection(covered).isEmpty else { return }
    stack[Int(race.earlier)].wanted.insert(beginnings.lowest)
  }

  /// Steps that others kept from being taken race as if they had come next. What they would have
  /// done beside waiting is unknown, except where they sleep: there they were taken before.
  private func reverseRaces(ofWaiting step: RecordedStep) {
    let count = order.count
    order.append(step)
    for race in order.races {
      order.truncate(to: count)
      var step = step
      step.accesses = sleeper(step.process, at: Int(race.earlier))?.accesses ?? step.accesses
      order.append(step)
      reverse(race)
    }
    order.truncate(to: count)
  }

  private func sleeper(_ process: ProcessID, at step: Int) -> Sleeper? {
    guard stack[step].asleep.contains(process) else { return nil }
    let end = step + 1 < stack.count ? Int(stack[step + 1].firstSleeper) : sleepers.count
    return sleepers[Int(stack[step].firstSleeper)..<end].first { $0.process == process }
  }

  /// Puts to sleep what was just explored and turns to the deepest step with more to try.
  private func backtrack(_ run: Run) -> Bool {
    while var node = stack.popLast() {
      let step = stack.count
      node.asleep.insert(node.chosen)
      let rest = node.wanted.subtracting(node.asleep)
      if rest.isEmpty {
        sleepers.removeLast(sleepers.count - Int(node.firstSleeper))
        continue
      }
      sleepers.append(Sleeper(process: node.chosen, accesses: run.steps[step].accesses))
      node.chosen = rest.lowest
      stack.append(node)
      order.truncate(to: step)
      depth = 0
      return true
    }
    return false
  }
}
