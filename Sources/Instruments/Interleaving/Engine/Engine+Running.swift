import Evidence

extension Engine {
  /// Takes steps until nothing can go on, or until the baton has gone to another thread.
  func takeSteps(on me: Worker) {
    while let item = next() {
      guard case .parked(let worker, _) = item.work else {
        execute(item, on: me)
        continue
      }
      current = worker
      if me !== main { idle.append(me) }
      worker.wake()
      guard me === main else { return }
      me.wait()
      if isOver { return }
      current = me
      if let item = me.assigned {
        me.assigned = nil
        execute(item, on: me)
      }
    }
    guard me !== main else { return }
    isOver = true
    idle.append(me)
    main.wake()
  }

  /// Takes one step on this thread.
  func execute(_ item: Pending, on me: Worker) {
    current = me
    me.process = item.process
    isInStep = true
    touchProcess(item.process)
    trace?.began(item, in: self)
    switch item.work {
    case .job(let job, let lane?): execute(job, item.priority, lane, on: me)
    case .job(let job, nil): executeFree(job)
    case .body(let body): body()
    case .action(let action): action()
    case .access(let continuation):
      catches = true
      continuation.resume()
      runCaught()
    case .timer(let deadline, let continuation):
      now = max(now, deadline)
      touch(clockObject, writing: true)
      continuation.resume()
    case .block(let block, let queue): run(block, on: queue, for: item.process)
    case .delayed(let deadline, let block, let queue):
      lineUp(block, on: queue, at: deadline)
    case .parked: preconditionFailure("a parked thread goes on by itself")
    }
    isInStep = false
    trace?.ended(in: self)
  }

  private func execute(_ job: UnownedJob, _ priority: UInt8, _ lane: Lane, on me: Worker) {
    lane.isBusy = true
    me.lane = lane
    if recordsAccesses {
      touch(lane.object, writing: true)
      if lane.policy == .defaultActor {
        for higher in (Lane.bucket(priority) + 1)..<(Lane.buckets + 1) where higher < Lane.buckets {
          touch(lane.object + 1 + ObjectID(higher), writing: false, .overtakable)
        }
      }
    }
    if let world {
      job.runSynchronously(
        isolatedTo: lane.asUnownedSerialExecutor(), taskExecutor: world.asUnownedTaskExecutor())
    }
    lane.isBusy = false
    me.lane = nil
  }

  private func executeFree(_ job: UnownedJob) {
    guard let world else { return }
    if Runtime.JobFlags(job).kind == Runtime.JobKind.yield {
      // A yield is two of the runtime's jobs and one step.
      catches = true
      job.runSynchronously(on: world.asUnownedTaskExecutor())
      runCaught()
    } else {
      job.runSynchronously(on: world.asUnownedTaskExecutor())
    }
  }

  /// Goes on with the task that the step resumed; on an executor it waits its turn instead.
  private func runCaught() {
    catches = false
    guard let item = caught, let world, case .job(let job, nil) = item.work else { return }
    caught = nil
    current.process = item.process
    job.runSynchronously(on: world.asUnownedTaskExecutor())
  }

  /// Runs each task up to its first declared access; what a task does there is no step.
  func runBeginnings() {
    let first = pending
    pending.removeAll(keepingCapacity: true)
    for item in first {
      guard case .job(let job, nil) = item.work, let world else {
        pending.append(item)
        continue
      }
      beginning = item.process
      job.runSynchronously(on: world.asUnownedTaskExecutor())
    }
    beginning = -1
  }

  /// Stops this thread inside a step, so that others may go on; returns when it is its turn.
  func park(_ condition: Pending.Condition) {
    let me = current
    let process = me.process
    add(.parked(me, condition), process: process)
    trace?.ended(in: self)
    isInStep = false
    guard let item = next() else {
      // Every lock is granted while draining, so that this thread itself could have gone on.
      preconditionFailure("a parked thread is always an option")
    }
    if case .parked(let worker, _) = item.work {
      if worker !== me {
        current = worker
        worker.wake()
        me.wait()
      }
    } else {
      // A step of another process needs a stack of its own.
      let worker = idle.popLast() ?? Worker.start(for: self)
      worker.assigned = item
      current = worker
      worker.wake()
      me.wait()
    }
    current = me
    isInStep = true
    trace?.began(
      Pending(
        process: process, turn: 0, arrival: 0, cause: step, priority: 0,
        work: .parked(me, condition)
      ), in: self)
    touchProcess(process)
  }

  /// Notes what every step of a process shares by being one of its steps.
  private func touchProcess(_ process: ProcessID) {
    guard recordsAccesses else { return }
    var ancestor = process
    while ancestor >= 0 {
      let own = processes[Int(ancestor)]
      if own.isCancellable { touch(Self.object(of: ancestor), writing: true) }
      guard own.kind == .child else { break }
      if ancestor == process, own.parent >= 0 {
        touch(Self.siblings(of: own.parent), writing: true)
      }
      ancestor = own.parent
    }
  }
}
