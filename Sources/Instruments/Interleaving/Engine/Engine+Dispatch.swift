import CInterleaving
import Evidence

extension Engine {
  /// Takes Dispatch's calls over on every engine's threads, once for all.
  ///
  /// Where that is not possible a queue is an ordinary one, whose blocks escape.
  static let takesQueues = interleaving_take_queues(
    interleaving_dispatch(
      submit: { Engine.at($0).submit($2, to: $1) },
      perform: { Engine.at($0).perform($2, on: $1) },
      submit_later: { Engine.at($0).submit($3, to: $2, at: $1) },
      now: { Engine.at($0).dispatchTime() },
      enter_group: { Engine.at($0).enter($1) },
      leave_group: { Engine.at($0).leave($1) },
      submit_after_group: { Engine.at($0).submit($3, to: $2, after: $1) },
      wait_for_group: { Engine.at($0).wait(for: $1, until: $2) },
      escape: { Engine.at($0).leaves(to: String(cString: $1)) }))

  private static func at(_ engine: UnsafeMutableRawPointer) -> Engine {
    Unmanaged<Engine>.fromOpaque(engine).takeUnretainedValue()
  }

  /// Whether other steps may go before what the running one is about to do.
  var canPause: Bool { canPark && !isInHandler }

  /// Whether the running step may stop where it has to wait.
  var canPark: Bool { isInStep && phase != .closing }

  /// Whether a cancellation handler runs, so that the runtime holds its own lock on a task.
  ///
  /// Whoever resumed the task while this thread stopped would block unseen. So a handler stops only
  /// where it has to wait; no other does so meanwhile, hence a task that is locked is this step's.
  private var isInHandler: Bool {
    processes.buffer.contains { $0.taskAddress.map(Runtime.isLocked) ?? false }
  }

  // MARK: Queues

  private func submit(_ work: interleaving_work, to queue: UnsafeMutableRawPointer) -> Bool {
    guard world != nil, let queue = controlled(queue) else { return false }
    if interleaving_is_job(work), let context = work.context {
      // Part of the step that enqueues it, as a job on any other executor.
      let job = unsafeBitCast(context, to: UnownedJob.self)
      if queue.kind != .serial {
        accept(job, on: nil, isOfPool: true)
        return true
      }
      let flags = Runtime.JobFlags(job)
      let process = process(of: job, flags)
      touch(queue.line, writing: true)
      trace?.enqueued(process, on: queue.name, by: self)
      add(.block(QueueWork(work), queue), process: process, priority: flags.priority)
      return true
    }
    let work = QueueWork(work)
    if canPause { park(.none) }
    if let group = work.work.group { interleaving_enter_group(group) }
    line(up: work, on: queue)
    return true
  }

  /// Puts a block into a queue's line, as a process of its own.
  func line(up work: QueueWork, on queue: ControlledQueue) {
    let process = addBlock(on: queue)
    touchLine(of: queue, work.work)
    trace?.add(.submits(task: name(of: process), queue: queue.name))
    add(.block(work, queue), process: process)
  }

  func addBlock(on queue: ControlledQueue) -> ProcessID {
    let process = addProcess(.single)
    queue.blocks += 1
    processes[Int(process)].block = (queue.place, queue.blocks)
    return process
  }

  func touchLine(of queue: ControlledQueue, _ work: interleaving_work) {
    guard queue.kind != .global else { return }
    touch(queue.line, writing: queue.isExclusive(work.is_barrier))
  }

  private func perform(_ work: interleaving_work, on queue: UnsafeMutableRawPointer) -> Bool {
    guard world != nil, let queue = controlled(queue) else { return false }
    let isExclusive = queue.isExclusive(work.is_barrier)
    if !canPark {
      runLine(of: queue)
    } else if queue.kind != .global {
      if canPause { park(.none) }
      touchLine(of: queue, work)
      if !canEnter(queue, isExclusive: isExclusive) {
        trace?.add(.waits(for: queue.name))
        park(.turn(queue, isExclusive: isExclusive))
      }
    }
    trace?.add(.acquires(lock: queue.name))
    run(work, on: queue, as: isInStep ? current.process : -1)
    trace?.add(.releases(lock: queue.name))
    return true
  }

  /// Whether a caller would be let in at once.
  private func canEnter(_ queue: ControlledQueue, isExclusive: Bool) -> Bool {
    queue.isOpen(toExclusive: isExclusive)
      && !pending.buffer.contains {
        guard let turn = $0.turnInLine, turn.queue === queue else { return false }
        return isExclusive || turn.isExclusive
      }
  }

  /// Runs what waits on a queue, where nobody chooses: while the world is set up, and at its end.
  private func runLine(of queue: ControlledQueue) {
    while true {
      var earliest: Int?
      for index in pending.indices {
        guard case .block(_, let other) = pending[index].work, other === queue else { continue }
        if let found = earliest, pending[found].arrival <= pending[index].arrival { continue }
        earliest = index
      }
      guard let earliest else { return }
      let item = pending.remove(at: earliest)
      defer { item.release() }
      guard case .block(let work, _) = item.work else { return }
      run(work.work, on: queue, as: -1)
    }
  }

  /// Runs work as a section of a queue.
  func run(_ work: interleaving_work, on queue: ControlledQueue, as process: ProcessID) {
    let isExclusive = queue.isExclusive(work.is_barrier)
    queue.begin(process, isExclusive: isExclusive)
    let began = step
    if queue.kind != .global { touch(queue.object, writing: isExclusive, .ordered) }
    interleaving_run_as_if_on(queue.queue, isExclusive, work)
    queue.end(process)
    // Work whose thread was parked ends in a later step than it began in.
    if queue.kind != .global, step != began { touch(queue.object, writing: isExclusive, .ordered) }
  }

  /// Runs a block that waited on a queue.
  func run(_ block: QueueWork, on queue: ControlledQueue, for process: ProcessID) {
    run(block.work, on: queue, as: process)
    if let group = block.work.group { interleaving_leave_group(group) }
  }

  /// Finds who is first in each line.
  func findFirstInLine() {
    for queue in queues {
      queue.first = .max
      queue.firstBarrier = .max
    }
    for item in pending.buffer {
      guard let turn = item.turnInLine else { continue }
      turn.queue.first = min(turn.queue.first, item.arrival)
      if turn.isExclusive {
        turn.queue.firstBarrier = min(turn.queue.firstBarrier, item.arrival)
      }
    }
  }

  /// Who keeps a process from its turn on a queue, as the end of a sentence.
  func obstacle(
    to process: ProcessID, on queue: ControlledQueue, _ isExclusive: Bool
  ) -> String {
    let holder = queue.sections.first { isExclusive || $0.isExclusive }
    if let holder {
      return "held by " + (holder.process == process ? "itself" : name(of: holder.process))
    }
    let ahead = pending.buffer.filter {
      guard $0.process != process, let turn = $0.turnInLine else { return false }
      return turn.queue === queue && (isExclusive || turn.isExclusive)
    }
    let first = ahead.min { $0.arrival < $1.arrival }
    return "behind " + (first.map { name(of: $0.process) } ?? "nobody")
  }

  /// The queue as the explorer runs it; `nil` where it is left to Dispatch.
  func controlled(_ queue: UnsafeMutableRawPointer) -> ControlledQueue? {
    if let known = queues.first(where: { $0.queue == queue }) { return known }
    let kind: ControlledQueue.Kind
    switch interleaving_kind_of_queue(queue) {
    case interleaving_queue_serial: kind = .serial
    case interleaving_queue_concurrent: kind = .concurrent
    case interleaving_queue_global: kind = .global
    default:
      escaped(
        "\(caller) used the queue \(label(of: queue)), which targets another queue: their common "
          + "order is Dispatch’s own. Give it a target of the system’s, or none.")
      return nil
    }
    let label = label(of: queue)
    let namesakes = queues.count { self.label(of: $0.queue) == label }
    let new = ControlledQueue(
      queue, kind, name: namesakes == 0 ? label : "\(label) \(namesakes + 1)",
      object: makeObjects(2), place: Int32(queues.count))
    queues.append(new)
    return new
  }

  private func label(of queue: UnsafeMutableRawPointer) -> String {
    if queue == interleaving_main_queue() { return "main" }
    let label = String(cString: interleaving_label_of_queue(queue))
    return label.isEmpty ? "queue" : label
  }

  // MARK: What is left to Dispatch

  private var caller: String { isInStep ? name(of: current.process) : "the set-up" }

  func leaves(to call: String) {
    // What follows from the first such call says less than it.
    guard world != nil, phase != .closing, findings.isEmpty else { return }
    escaped(
      "\(caller) called \(call), which the explorer leaves to Dispatch: what comes of it has no "
        + "place in a schedule. Give the code a queue, a group or the world’s clock for it.")
  }
}
