import CInterleaving
import Evidence

extension Engine {
  /// Takes a job that the runtime hands to one of the world's executors.
  func accept(_ job: UnownedJob, on lane: Lane?, isOfPool: Bool = false) {
    guard isOnItsThread else {
      foreign.add(job, on: lane, of: lane?.schedule ?? schedule)
      return
    }
    if let lane, lane.schedule != schedule {
      arrivedLate()
      return
    }
    let flags = Runtime.JobFlags(job)
    let process = process(of: job, flags, isOnLane: lane != nil)
    if isOfPool, processes[Int(process)].kind != .declared {
      processes[Int(process)].isOfPool = true
    }
    if let lane, recordsAccesses, lane.policy != .unordered {
      touch(lane.line(flags.priority), writing: true)
    }
    trace?.enqueued(process, on: lane?.name, by: self)
    add(.job(job, lane), process: process, priority: flags.priority)
  }

  /// Takes over a job that one of an engine's threads would send to the pool.
  static func adopt(job: UnsafeMutableRawPointer, for engine: UnsafeMutableRawPointer) {
    let engine = Unmanaged<Engine>.fromOpaque(engine).takeUnretainedValue()
    engine.accept(unsafeBitCast(job, to: UnownedJob.self), on: nil, isOfPool: true)
  }

  /// Takes over what arrived from other threads: it ran outside the explorer's order.
  func takeForeign() {
    let (arrivals, touches) = foreign.removeAll()
    for touch in touches {
      escaped(
        "A thread that is not the explorer’s \(touch), and nothing came of it: when it does so has "
          + "no place in a schedule. Start that work by the world’s task or thread.")
    }
    for arrival in arrivals {
      guard arrival.schedule == schedule else {
        arrivedLate()
        continue
      }
      let flags = Runtime.JobFlags(arrival.job)
      let process = process(of: arrival.job, flags, isOnLane: arrival.lane != nil)
      let since = processes[Int(process)].lastStep
      let start = since < 0 ? "" : ", suspended since step \(since + 1),"
      escaped(
        "\(name(of: process))\(start) was woken by a thread that is not the explorer’s: it had "
          + "waited for a real clock, a queue or a callback of the world outside. Give the code "
          + "the world’s clock, or a stub for what it waits for.")
      add(.job(arrival.job, arrival.lane), process: process, priority: flags.priority)
    }
  }

  /// Whether this thread may use the world; else it is noted that one would have which may not.
  func admits(_ touch: @autoclosure () -> String) -> Bool {
    if isOnItsThread { return true }
    foreign.note(touch())
    return false
  }

  /// Waits for such a job, unless that has been done in vain; returns whether one came.
  func waitForForeign() -> Bool {
    let patience = grace
    grace = .zero
    return foreign.wait(patience)
  }

  /// Notes that one of an engine's threads trapped; returns whether it is to be stopped.
  static func trapped(_ signal: Int32, in engine: UnsafeMutableRawPointer) -> Bool {
    Unmanaged<Engine>.fromOpaque(engine)._withUnsafeGuaranteedRef { $0.handshake.trap(signal) }
  }

  /// Puts the next step of a process in its place in the ring.
  func add(_ work: Pending.Work, process: ProcessID, priority: UInt8 = 0) {
    let turn = processes[Int(process)].turn
    let item = Pending(
      work, process: process, turn: turn, arrival: nextArrival(), cause: isInStep ? step : -1,
      priority: priority)
    if catches, item.freeJob != nil {
      catches = false
      caught = item
      return
    }
    var place = pending.count
    if place > 0, pending[place - 1].turn > turn {
      place = 0
      while pending[place].turn < turn { place += 1 }
    }
    pending.insert(item, at: place)
  }

  /// A new process, at the end of the ring.
  func addProcess(_ kind: Process.Kind, name: String = "", task: UInt64 = 0) -> ProcessID {
    processes.append(
      Process(
        task: task, turn: nextTurn(), parent: isInStep ? current.process : beginning, name: name,
        kind: kind))
    return ProcessID(processes.count - 1)
  }

  func process(
    of job: UnownedJob, _ flags: Runtime.JobFlags, isOnLane: Bool = false
  ) -> ProcessID {
    // The first job of a yield belongs to the task that yields, though it has an id of its own.
    if flags.kind == Runtime.JobKind.yield, isInStep { return current.process }
    if Runtime.JobKind.defaultActor.contains(flags.kind) {
      sawDefaultActor = true
      return addProcess(.adopted)
    }
    let task = taskID(job)
    if awaited >= 0 {
      defer { awaited = -1 }
      processes[Int(awaited)].task = task
      return awaited
    }
    if isInStep, processes[Int(current.process)].task == task { return current.process }
    if let known = processes.buffer.firstIndex(where: { $0.task == task }) {
      return ProcessID(known)
    }
    let process = addProcess(flags.isChild ? .child : .adopted, task: task)
    // One that prefers the world comes to the world first. Immediate tasks look as if they did.
    if isOnLane, !(flags.isChild && flags.prefersExecutor) {
      processes[Int(process)].isOfPool = true
    }
    if !flags.isChild, flags.kind == Runtime.JobKind.task {
      processes[Int(process)].watched = Runtime.retainTask(of: job)
    }
    trace?.started(process, by: self)
    return process
  }

  // MARK: Names

  /// What a process is called: by the program, or by its parent and its place among that parent's.
  ///
  /// Who starts itself over and over would have a name as long as the schedule: of many places
  /// those in the middle are only counted.
  func name(of process: ProcessID) -> String {
    var line: [ProcessID] = []
    var oldest = process
    while oldest >= 0, !hasOwnName(oldest), processes[Int(oldest)].parent >= 0 {
      line.append(oldest)
      oldest = processes[Int(oldest)].parent
    }
    var parts = [ownName(of: oldest)]
    let isLong = line.count > 8
    parts += line.suffix(isLong ? 3 : 8).reversed().map { "\(place(of: $0))" }
    if isLong {
      parts.append("…\(line.count - 6)…")
      parts += line.prefix(3).reversed().map { "\(place(of: $0))" }
    }
    return parts.joined(separator: "/")
  }

  private func hasOwnName(_ process: ProcessID) -> Bool {
    !processes[Int(process)].name.isEmpty || processes[Int(process)].block.queue >= 0
  }

  private func ownName(of process: ProcessID) -> String {
    guard process >= 0 else { return "the set-up" }
    let own = processes[Int(process)]
    guard own.name.isEmpty else { return own.name }
    if own.block.queue >= 0 {
      return "block \(own.block.number) on \(queues[Int(own.block.queue)].name)"
    }
    return "task \(place(of: process))"
  }

  /// Which of its parent's nameless ones a process is, counted from 1.
  private func place(of process: ProcessID) -> Int {
    let parent = processes[Int(process)].parent
    // Its children come after it.
    return processes.buffer[Int(parent + 1)...Int(process)].count {
      $0.parent == parent && $0.name.isEmpty
    }
  }

  /// Notes that something got out of the explorer's hands.
  func escaped(_ message: String) {
    findings.append(ExplorationFinding(.escaped, message))
  }
}
