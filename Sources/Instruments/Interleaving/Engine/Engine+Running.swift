import Evidence

extension Engine {
  /// Takes steps until nothing can go on, or until the baton has gone to another thread.
  func takeSteps(on me: Worker) {
    while let item = next() {
      if item.isJob {
        execute(item, on: me)
        continue
      }
      guard case .parked(let worker, _) = item.work else {
        execute(item, on: me)
        continue
      }
      item.release()
      current = worker
      if me !== main { idle.append(me) }
      worker.wake()
      // The main thread, which is never idle, is woken by whoever has taken the last step.
      if me === main {
        me.wait()
        current = me
      }
      return
    }
    guard me !== main else { return }
    idle.append(me)
    main.wake()
  }

  /// Takes one step on this thread.
  func execute(_ item: Pending, on me: Worker) {
    if current !== me { current = me }
    me.process = item.process
    processes[Int(item.process)].lastStep = step
    isInStep = true
    touchProcess(item.process)
    trace?.began(item.process, on: item.place, in: self)
    runProgram(for: .step) { perform(item) }
    touchCancelled()
    isInStep = false
    trace?.ended(in: self)
  }

  private func perform(_ item: Pending) {
    if let job = item.freeJob {
      executeFree(job, of: item.process)
    } else if let job = item.job, let lane = item.executor {
      lane._withUnsafeGuaranteedRef { execute(job, item.priority, $0, of: item.process) }
    } else {
      perform(item.work, of: item.process)
      item.release()
    }
  }

  private func perform(_ work: Pending.Work, of process: ProcessID) {
    switch work {
    case .job: preconditionFailure("a job lies in its pending step itself")
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
    case .block(let block, let queue): run(block, on: queue, for: process)
    case .delayed(let deadline, let block, let queue):
      lineUp(block, on: queue, at: deadline)
    case .parked: preconditionFailure("a parked thread goes on by itself")
    }
  }

  private func execute(
    _ job: UnownedJob, _ priority: UInt8, _ lane: Lane, of process: ProcessID
  ) {
    lane.isBusy = true
    let began = step
    if recordsAccesses {
      for access in lane.firstAccesses(priority) {
        touch(access.object, writing: access.isWrite, access.role)
      }
    }
    // With a preference that is not its own, a task would hop from the lane to the lane.
    if processes[Int(process)].isOfPool, Self.takesQueues {
      job.runSynchronously(on: lane.asUnownedSerialExecutor())
    } else {
      job.runSynchronously(isolatedTo: lane.asUnownedSerialExecutor(), taskExecutor: executor)
    }
    // A job whose thread was parked ends in a later step than it began in.
    if recordsAccesses, step != began {
      touch(lane.object, writing: true, lane.policy == .unordered ? .plain : .ordered)
    }
    lane.isBusy = false
  }

  private func executeFree(_ job: UnownedJob, of process: ProcessID) {
    if Runtime.JobFlags(job).kind == Runtime.JobKind.yield {
      // A yield is two of the runtime's jobs and one step.
      catches = true
      run(job, of: process)
      runCaught()
    } else {
      run(job, of: process)
    }
  }

  /// Runs a job where it would run by itself: another place costs the task a hop, a step too many.
  /// There its yields go to Dispatch, which has to be seen.
  @inline(__always)
  private func run(_ job: UnownedJob, of process: ProcessID) {
    if processes[Int(process)].isOfPool, Self.takesQueues {
      Runtime.runOnPool(job)
    } else {
      job.runSynchronously(on: executor)
    }
  }

  /// Goes on with the task that the step resumed; on an executor it waits its turn instead.
  private func runCaught() {
    catches = false
    guard let item = caught, let job = item.freeJob else { return }
    caught = nil
    current.process = item.process
    run(job, of: item.process)
  }

  /// Runs each task up to its first declared access; what a task does there is no step.
  func runBeginnings() {
    let first = Array(pending.buffer)
    pending.removeAll()
    for item in first {
      guard let job = item.freeJob else {
        pending.append(item)
        continue
      }
      beginning = item.process
      runProgram(for: .step) { job.runSynchronously(on: executor) }
    }
    beginning = -1
  }

  /// Stops this thread inside a step, so that others may go on; returns when it is its turn.
  func park(_ condition: Pending.Condition) {
    handshake.leave()
    touchCancelled()
    let me = current
    let process = me.process
    add(.parked(me, condition), process: process)
    trace?.ended(in: self)
    isInStep = false
    guard let item = next() else {
      // Every lock is granted while draining, so that this thread itself could have gone on.
      preconditionFailure("a parked thread is always an option")
    }
    if !item.isJob, case .parked(let worker, _) = item.work {
      item.release()
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
    processes[Int(process)].lastStep = step
    isInStep = true
    trace?.began(process, on: nil, in: self)
    touchProcess(process)
    handshake.enter(on: me.thread)
  }

  /// Notes what every step of a process shares by being one of its steps.
  private func touchProcess(_ process: ProcessID) {
    guard recordsAccesses else { return }
    var ancestor = process
    while ancestor >= 0 {
      let own = processes[Int(ancestor)]
      if own.isCancellable || own.taskAddress != nil {
        touch(Self.object(of: ancestor), writing: true)
      }
      guard own.kind == .child else { break }
      if ancestor == process, own.parent >= 0 {
        touch(Self.siblings(of: own.parent), writing: true)
      }
      ancestor = own.parent
    }
  }

  /// Notes the tasks that a step has cancelled, whoever called for it: their steps tell by it.
  private func touchCancelled() {
    guard recordsAccesses else { return }
    for process in processes.indices where !processes[process].isCancelled {
      guard let task = processes[process].taskAddress, Runtime.isCancelled(task) else { continue }
      processes[process].isCancelled = true
      touch(Self.object(of: ProcessID(process)), writing: true)
    }
  }
}
