import Evidence
import Synchronization

extension Engine {
  /// The next step, taken out of what is pending; `nil` where nothing can go on.
  @inline(__always)
  func next() -> Pending? {
    while true {
      guard let choice = nextChoice() else { return nil }
      if choice >= 0 { return take(choice) }
    }
  }

  /// Chooses the next step; `nil` where nothing can go on, negative where the strategy no longer
  /// chooses from here on, so that what is left has to be looked at anew.
  private func nextChoice() -> Int? {
    recordAccesses()
    if foreign.areThere { takeForeign() }
    findOptions()
    if places.isEmpty { noteWaiting() }
    while places.isEmpty {
      if phase == .draining {
        findOptions(lettingAllGo: true)
        if places.isEmpty { return nil }
        break
      }
      guard phase == .exploring else { return nil }
      if !unfinished.isEmpty, waitForForeign() {
        run.waitingAtEnd.removeAll(keepingCapacity: true)
        takeForeign()
        findOptions()
      } else if stopsForDeadlock() {
        findOptions(lettingAllGo: true)
      } else {
        return nil
      }
    }
    if phase != .exploring {
      stepsDrained += 1
      if stepsDrained > limits.steps {
        cutOff()
        return nil
      }
    }
    return choose()
  }

  /// Takes an option out of what is pending: its step begins.
  @inline(__always)
  private func take(_ choice: Int) -> Pending {
    lastChoice = choice
    let place = places[choice]
    let item = pending.remove(at: place)
    if choice > 0 { delay(choice) }
    // Everybody's turn comes, so that whoever can end does beside one who never will.
    if phase == .draining { processes[Int(item.process)].turn = nextTurn() }
    step &+= 1
    stepsTaken += 1
    if recordsAccesses, phase == .exploring {
      run.steps.append(RecordedStep(process: item.process, cause: item.cause, accesses: []))
    }
    if step == haltingStep {
      trace?.began(item.process, on: item.place, in: self)
      current.process = item.process
      handshake.halt()
    }
    return item
  }

  /// Chooses among the options; negative where the strategy no longer chooses from here on.
  @inline(__always)
  private func choose() -> Int {
    switch phase {
    case .idle, .closing, .draining: return 0
    case .exploring:
      guard stepsTaken < limits.steps else { return give(up: .stepLimit) }
      guard !isOutOfTime.load(ordering: .relaxed) else { return give(up: .outOfTime) }
      guard let choice = strategy.choose(options.buffer, after: run) else {
        return give(up: .givenUp)
      }
      if options.count > 1 {
        choices.append(Choice(index: Int32(choice), options: Int32(options.count)))
      }
      return choice
    }
  }

  /// Lets the rest run as it comes.
  private func give(up ending: Ending) -> Int {
    verdict = ending
    noteWaiting()
    phase = .draining
    trace?.stop(in: self)
    // A loop that polls ends, if it looks.
    if ending != .givenUp, let world { runProgram(for: .step) { world.cancelAll() } }
    return -1
  }

  /// Leaves behind what does not come to an end; with a thread in it the engine stays behind too.
  private func cutOff() {
    let hasThreads = pending.buffer.contains { if case .parked = $0.work { true } else { false } }
    if hasThreads { handshake.halt() }
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
    options.empty(for: pending.count)
    places.empty(for: pending.count)
    var hasTimer = false
    var hasOther = false
    if !orderedLanes.isEmpty { rankWaitingJobs() }
    if !queues.isEmpty { findFirstInLine() }
    for index in pending.indices {
      if pending[index].isJob {
        if let lane = pending[index].executor,
          !lane._withUnsafeGuaranteedRef({ $0.isNext(pending[index]) })
        {
          continue
        }
      } else {
        switch pending[index].work {
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
      }
      hasOther = true
      options.appendWithinRoom(pending[index].process)
      places.appendWithinRoom(index)
    }
    if hasTimer { addTimer(besides: hasOther) }
  }

  /// Finds the job that goes next on each executor with an order.
  private func rankWaitingJobs() {
    for lane in orderedLanes.buffer { lane._withUnsafeGuaranteedRef { $0.next = .max } }
    for item in pending.buffer {
      item.executor?._withUnsafeGuaranteedRef { (lane: Lane) in
        if lane.policy != .unordered { lane.next = min(lane.next, lane.rank(item)) }
      }
    }
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
    let at = places.buffer.firstIndex { $0 > earliest.place } ?? places.count
    places.insert(earliest.place, at: at)
    options.insert(pending[earliest.place].process, at: at)
  }

  /// Tells the strategy which steps could not be taken, and what they begin with.
  private func noteWaiting() {
    guard recordsAccesses, phase == .exploring else { return }
    for index in pending.indices where !places.buffer.contains(index) {
      let item = pending[index]
      var accesses: [RecordedStep.Access] = []
      if let lane = item.lane {
        accesses = lane.firstAccesses(item.priority)
      } else if case .parked(_, .lock(let lock)) = item.work {
        accesses = [.init(object: lock.object, isWrite: true, role: .acquire)]
      } else if let turn = item.turnInLine {
        accesses = [.init(object: turn.queue.object, isWrite: turn.isExclusive, role: .ordered)]
      }
      run.waitingAtEnd.append(
        RecordedStep(process: item.process, cause: item.cause, accesses: accesses))
    }
  }

  /// Tasks that have not ended and are not waiting for a step: somebody would have to wake them.
  /// Children are left out, since whoever started them awaits them.
  private var unfinished: [ProcessID] {
    var found: [ProcessID] = []
    for index in processes.indices {
      switch processes[index].kind {
      case .declared: if processes[index].isFinished { continue }
      case .adopted:
        guard let task = processes[index].watched, !Runtime.isComplete(task) else { continue }
      case .child, .single: continue
      }
      if !pending.buffer.contains(where: { $0.process == index }) { found.append(ProcessID(index)) }
    }
    return found
  }

  /// Ends a schedule in which nothing can go on; returns whether threads have to be let go.
  private func stopsForDeadlock() -> Bool {
    guard phase == .exploring else { return false }
    var isDeadlock = false
    for item in pending.buffer where !item.isJob {
      if case .block(let block, let queue) = item.work {
        let isExclusive = queue.isExclusive(block.isBarrier)
        trace?.waits(item.process, for: .turn(queue, isExclusive: isExclusive), in: self)
      }
      guard case .parked(_, let condition) = item.work else { continue }
      isDeadlock = true
      trace?.waits(item.process, for: condition, in: self)
    }
    lost = unfinished
    if !lost.isEmpty { verdict = .unfinished }
    for process in lost { trace?.waits(process, for: nil, in: self) }
    guard isDeadlock else { return false }
    verdict = .deadlock
    phase = .draining
    trace?.stop(in: self)
    return true
  }
}
