/// Slots by the instant at which they expire: the earliest is found at once, any leaves in O(log n).
///
/// A binary heap that knows where each slot is, so that an entry replaced or evicted before its time
/// leaves nothing behind.
struct DeadlineHeap: Sendable {
  private struct Node: Sendable {
    let deadline: Duration
    let slot: Slot
  }

  private var nodes: ContiguousArray<Node> = []
  /// Where each slot's node is; meaningless for a slot that has none.
  private var positions: ContiguousArray<Int32> = []

  var isEmpty: Bool { nodes.isEmpty }

  /// The slot that expires first, if it has by `instant`.
  func firstExpired(by instant: Duration) -> Slot? {
    guard let first = nodes.first, first.deadline <= instant else { return nil }
    return first.slot
  }

  /// Enters a slot. O(log n).
  ///
  /// - Precondition: the slot is not in the heap.
  mutating func insert(_ slot: Slot, deadline: Duration) {
    while positions.count <= slot { positions.append(0) }
    nodes.append(Node(deadline: deadline, slot: slot))
    rise(from: nodes.count - 1)
  }

  /// Takes a slot out. O(log n).
  ///
  /// - Precondition: the slot is in the heap.
  mutating func remove(_ slot: Slot) {
    let hole = Int(positions[Int(slot)])
    let last = nodes.removeLast()
    guard last.slot != slot else { return }
    nodes[hole] = last
    // The last node may belong above the hole or below it: only one of the two moves it.
    rise(from: hole)
    sink(from: Int(positions[Int(last.slot)]))
  }

  private mutating func rise(from start: Int) {
    let node = nodes[start]
    var position = start
    while position > 0, nodes[(position - 1) / 2].deadline > node.deadline {
      place(nodes[(position - 1) / 2], at: position)
      position = (position - 1) / 2
    }
    place(node, at: position)
  }

  private mutating func sink(from start: Int) {
    let node = nodes[start]
    var position = start
    while true {
      var child = 2 * position + 1
      guard child < nodes.count else { break }
      if child + 1 < nodes.count, nodes[child + 1].deadline < nodes[child].deadline { child += 1 }
      guard nodes[child].deadline < node.deadline else { break }
      place(nodes[child], at: position)
      position = child
    }
    place(node, at: position)
  }

  private mutating func place(_ node: Node, at position: Int) {
    nodes[position] = node
    positions[Int(node.slot)] = Int32(position)
  }
}
