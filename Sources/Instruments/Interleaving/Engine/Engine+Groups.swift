import CInterleaving
import Evidence

// Blocks of Dispatch's that get in line later: at a moment, or once a group is done.

extension Engine {
  // MARK: Time

  /// Submits work once a moment of the world's clock has come.
  func submit(
    _ work: interleaving_work, to queue: UnsafeMutableRawPointer, at moment: UInt64
  ) -> Bool {
    guard world != nil, let queue = controlled(queue) else { return false }
    // Wall time has its highest bit set.
    guard moment < 1 << 63 else {
      leaves(to: "dispatch_after until \(moment == .max ? "the distant future" : "a wall time")")
      return false
    }
    let deadline = VirtualInstant(nanoseconds: Int64(moment) - Int64(dispatchStart()))
    let work = QueueWork(work)
    if canPause { park(.none) }
    let process = addBlock(on: queue)
    touchClock()
    trace?.started(process, by: self)
    add(.delayed(deadline, work, queue), process: process)
    return true
  }

  /// Lets a deadline pass: the block gets in line.
  func lineUp(_ block: QueueWork, on queue: ControlledQueue, at deadline: VirtualInstant) {
    now = max(now, deadline)
    touchClock()
    touchLine(of: queue, block.work)
    let process = current.process
    trace?.enqueued(process, on: queue.name, by: self)
    add(.block(block, queue), process: process)
  }

  private func touchClock() {
    if clockObject < 0 { clockObject = makeObjects() }
    touch(clockObject, writing: true)
  }

  /// The world's time on the scale of `DispatchTime`: real at a schedule's first look, and then
  /// virtual.
  func dispatchTime() -> UInt64 {
    world == nil ? 0 : dispatchStart() + UInt64(now.nanoseconds)
  }

  private func dispatchStart() -> UInt64 {
    if clockStart == 0 { clockStart = interleaving_uptime() }
    return clockStart
  }

  // MARK: Groups

  private func controlled(_ group: UnsafeMutableRawPointer) -> ControlledGroup {
    if let known = groups.first(where: { $0.group == group }) { return known }
    let new = ControlledGroup(group, object: makeObjects())
    groups.append(new)
    return new
  }

  func enter(_ group: UnsafeMutableRawPointer) {
    guard world != nil else { return }
    let group: ControlledGroup = controlled(group)
    group.count += 1
    touch(group.object, writing: true)
  }

  func leave(_ group: UnsafeMutableRawPointer) {
    guard world != nil else { return }
    let group: ControlledGroup = controlled(group)
    group.count -= 1
    touch(group.object, writing: true)
    guard group.count == 0 else { return }
    for (work, queue) in group.notifications { line(up: work, on: queue) }
    group.notifications = []
  }

  func submit(
    _ work: interleaving_work, to queue: UnsafeMutableRawPointer,
    after group: UnsafeMutableRawPointer
  ) -> Bool {
    guard world != nil, let queue = controlled(queue) else { return false }
    let group: ControlledGroup = controlled(group)
    let work = QueueWork(work)
    if canPause { park(.none) }
    touch(group.object, writing: true)
    if group.count == 0 {
      line(up: work, on: queue)
    } else {
      group.notifications.append((work, queue))
    }
    return true
  }

  func wait(for group: UnsafeMutableRawPointer, until deadline: UInt64) -> Bool {
    guard world != nil, canPark else { return false }
    let group: ControlledGroup = controlled(group)
    if deadline != .max { leaves(to: "dispatch_group_wait with a deadline") }
    if group.count > 0 { trace?.add(.waits(for: "a group")) }
    park(.group(group))
    touch(group.object, writing: true)
    return true
  }
}
