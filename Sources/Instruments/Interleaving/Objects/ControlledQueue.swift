import CInterleaving
import Evidence

/// A queue of Dispatch's as the explorer runs it: one line, in which blocks and callers wait alike.
///
/// Nothing of the real queue is used but its label and its kind. On a serial queue what came first
/// goes first, alone. On a concurrent one a barrier goes once all that came before is done, and
/// other work once no barrier is left before it. On a global queue nothing waits.
final class ControlledQueue {
  let queue: UnsafeMutableRawPointer
  let name: String
  let kind: Kind
  /// Stands for the queue; what stands for its line follows.
  let object: ObjectID
  /// Where it lies among the engine's queues.
  let place: Int32
  /// Blocks submitted so far.
  var blocks: Int32 = 0
  /// What runs on it, or has stopped in the middle.
  private(set) var sections: [(process: ProcessID, isExclusive: Bool)] = []
  /// What waits in front, as times of arrival, found anew for each choice: of all, of barriers.
  @exclusivity(unchecked) var first = UInt32.max
  @exclusivity(unchecked) var firstBarrier = UInt32.max

  enum Kind {
    case serial, concurrent, global
  }

  init(
    _ queue: UnsafeMutableRawPointer, _ kind: Kind, name: String, object: ObjectID, place: Int32
  ) {
    self.queue = queue
    self.kind = kind
    self.name = name
    self.object = object
    self.place = place
    interleaving_retain(queue)
  }

  deinit { interleaving_release(queue) }

  var line: ObjectID { object + 1 }

  /// Whether work of a kind runs there alone.
  func isExclusive(_ isBarrier: Bool) -> Bool {
    switch kind {
    case .serial: true
    case .concurrent: isBarrier
    case .global: false
    }
  }

  /// Whether what runs there now lets such work begin.
  func isOpen(toExclusive isExclusive: Bool) -> Bool {
    isExclusive ? sections.isEmpty : !sections.contains { $0.isExclusive }
  }

  /// Whether what arrived at a time has nobody in front of it that it has to wait for.
  func isNext(_ arrival: UInt32, isExclusive: Bool) -> Bool {
    kind == .global || arrival <= (isExclusive ? first : firstBarrier)
  }

  func begin(_ process: ProcessID, isExclusive: Bool) {
    sections.append((process, isExclusive))
  }

  func end(_ process: ProcessID) {
    if let index = sections.lastIndex(where: { $0.process == process }) {
      sections.remove(at: index)
    }
  }
}

/// Work on its way to a queue.
final class QueueWork {
  let work: interleaving_work
  var isBarrier: Bool { work.is_barrier }

  init(_ work: interleaving_work) {
    var work = work
    if work.is_block, let block = work.context { work.context = interleaving_copy_block(block) }
    self.work = work
  }

  deinit {
    if work.is_block, let block = work.context { interleaving_release_block(block) }
  }
}

/// A group of Dispatch's as the explorer counts it.
final class ControlledGroup {
  let group: UnsafeMutableRawPointer
  let object: ObjectID
  /// Who entered it and has not left.
  var count = 0
  /// What is to be submitted once nobody is left.
  var notifications: [(work: QueueWork, queue: ControlledQueue)] = []

  init(_ group: UnsafeMutableRawPointer, object: ObjectID) {
    self.group = group
    self.object = object
    interleaving_retain(group)
  }

  deinit {
    // Dispatch traps where a group goes that somebody is still in, as after a deadlock: keep it.
    if count == 0 { interleaving_release(group) }
  }
}
