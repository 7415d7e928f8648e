import Evidence
import Synchronization

extension Engine {
  /// The next step, taken out of what is pending; `nil` where nothing can go on.
  func next() -> Pending? {
    if hasForeign.load(ordering: .acquiring) { takeForeign() }
    findOptions()
    if places.isEmpty {
      guard phase == .draining || stopsForDeadlock() else { return nil }
      findOptions(lettingAllGo: true)
      if places.isEmpty { return nil }
    }
    let choice = choose()
    lastChoice = choice
    let place = places[choice]
    let item = pending.remove(at: place)
    if choice > 0 { delay(choice) }
    step &+= 1
    stepsTaken += 1
    if recordsAccesses, phase == .exploring {
      run.steps.append(RecordedStep(process: item.process, cause: item.cause, accesses: []))
    }
    return item
  }

  private func choose() -> Int {
    switch phase {
    case .idle, .closing: return 0
    case .draining: return 0
    case .exploring:
      guard stepsTaken < limits.steps else {
        give(up: .stepLimit)
        return 0
      }
      guard let choice = strategy.choose(options) else {
        give(up: .givenUp)
        return 0
      }
      if options.count > 1 {
        choices.append(Choice(index: Int32(choice), options: Int32(options.count)))
      }
      return choice
    }
  }

  /// Lets the rest run as it comes.
  private func give(up ending: Ending) {
    verdict = ending
    phase = .draining
    trace?.isRecording = false
    // A loop that polls ends, if it looks.
    if ending == .stepLimit { world?.cancelAll() }
  }

  /// Passes over the first so many options: they go to the ring's end.
  private func delay(_ count: Int) {
    for index in 0..<count {
      // Those before have left, so that the next one has moved down by as many.
      var item = pending.remove(at: places[index] - index)
      item.turn = nextTurn()
      processes[Int(item.process)].turn = item.turn
      pending.append(item)
    }
  }

  /// Finds what can take the next step, in ring order; for the rest of a deadlock, what waits for
  /// a lock, a queue or a group too.
  private func findOptions(lettingAllGo isFree: Bool = false) {
    options.removeAll(keepingCapacity: true)
    places.removeAll(keepingCapacity: true)
    var hasTimer = false
    var hasOther = false
    for item in pending {
      if let lane = item.lane { lane.next = .max }
    }
    for item in pending {
      if let lane = item.lane, lane.policy != .unordered {
        lane.next = min(lane.next, lane.rank(item))
      }
    }
    if !queues.isEmpty { findFirstInLine() }
    for index in pending.indices {
      switch pending[index].work {
      case .job(_, let lane?):
        if lane.isBusy { continue }
        if lane.policy != .unordered, lane.rank(pending[index]) != lane.next { continue }
      case .parked(_, .lock(let lock)):
        if lock.isHeld, !isFree { continue }
      case .parked(_, .group(let group)):
        if group.count > 0, !isFree { continue }
      case .block, .parked(_, .turn):
        if !isFree, !isItsTurn(pending[index]) { continue }
      case .timer, .delayed:
        hasTimer = true
        continue
      case .job, .body, .parked, .access, .action: break
      }
      hasOther = true
      options.append(pending[index].process)
      places.append(index)
    }
    if hasTimer { addTimer(besides: hasOther) }
  }

  private func isItsTurn(_ item: Pending) -> Bool {
    guard let (queue, isExclusive) = item.turnInLine else { return true }
    return queue.isOpen(toExclusive: isExclusive)
      && queue.isNext(item.arrival, isExclusive: isExclusive)
  }

  /// Only the earliest deadline may pass, and under some clocks only where nothing else can go on.
  private func addTimer(besides hasOther: Bool) {
    if hasOther, world?.timers == .whenIdle { return }
    var earliest: (place: Int, deadline: VirtualInstant)?
    for index in pending.indices {
      guard let deadline = pending[index].deadline else { continue }
      if let found = earliest, found.deadline <= deadline { continue }
      earliest = (index, deadline)
    }
    guard let earliest else { return }
    let at = places.firstIndex { $0 > earliest.place } ?? places.count
    places.insert(earliest.place, at: at)
    options.insert(pending[earliest.place].process, at: at)
  }

  /// Ends a schedule in which nothing can go on; returns whether threads have to be let go.
  private func stopsForDeadlock() -> Bool {
    guard phase == .exploring else { return false }
    var isDeadlock = false
    for item in pending {
      if case .block(let block, let queue) = item.work {
        let isExclusive = queue.isExclusive(block.isBarrier)
        trace?.waits(item.process, for: .turn(queue, isExclusive: isExclusive), in: self)
      }
      guard case .parked(_, let condition) = item.work else { continue }
      isDeadlock = true
      if case .lock(let lock) = condition {
        run.waitingAtEnd.append(.init(process: item.process, lock: lock.object))
      }
      trace?.waits(item.process, for: condition, in: self)
    }
    for index in processes.indices where processes[index].kind == .declared {
      guard !processes[index].isFinished,
        !pending.contains(where: { $0.process == index })
      else { continue }
      if verdict == .finished { verdict = .unfinished }
      trace?.waits(ProcessID(index), for: nil, in: self)
    }
    guard isDeadlock else { return false }
    verdict = .deadlock
    phase = .draining
    trace?.isRecording = false
    return true
  }
}
