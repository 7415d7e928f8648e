/// The number of a place in a store's dense arrays; 0 is never an entry's.
@usableFromInline typealias Slot = Int32

/// Slots in order of use, as a ring of indices in one dense array.
///
/// Slot 0 is the seam where newest and oldest meet, so no link is ever missing and nothing here
/// branches on an end. Eight bytes a slot, apart from the entries: a touch moves links only, and
/// eight neighbours share a cache line.
@usableFromInline
struct RecencyRing: Sendable {
  @usableFromInline
  struct Link: Sendable {
    @usableFromInline var newer: Slot
    @usableFromInline var older: Slot

    @inlinable
    init(newer: Slot, older: Slot) {
      self.newer = newer
      self.older = older
    }
  }

  @usableFromInline var links: ContiguousArray<Link> = [Link(newer: 0, older: 0)]

  /// The least recently used slot, 0 where the ring is empty.
  var oldest: Slot { links[0].newer }

  /// Enters a slot as the most recently used.
  ///
  /// - Precondition: the slot is not in the ring, and is at most one past the highest ever entered
  ///   or reserved.
  mutating func insert(_ slot: Slot) {
    links.withUnsafeMutableBufferPointer { Self.enter(slot, in: $0) }
  }

  /// Takes a slot out.
  mutating func remove(_ slot: Slot) {
    links.withUnsafeMutableBufferPointer { Self.leave(slot, in: $0) }
  }

  /// Makes the next slot's links, outside the ring.
  mutating func reserveNext() {
    links.append(Link(newer: 0, older: 0))
  }

  /// Makes a slot of the ring the most recently used.
  @inlinable
  mutating func touch(_ slot: Slot) {
    guard links[0].older != slot else { return }
    links.withUnsafeMutableBufferPointer {
      Self.leave(slot, in: $0)
      Self.enter(slot, in: $0)
    }
  }

  @inlinable
  static func enter(_ slot: Slot, in links: UnsafeMutableBufferPointer<Link>) {
    let newest = links[0].older
    links[Int(slot)] = Link(newer: 0, older: newest)
    links[Int(newest)].newer = slot
    links[0].older = slot
  }

  @inlinable
  static func leave(_ slot: Slot, in links: UnsafeMutableBufferPointer<Link>) {
    let link = links[Int(slot)]
    links[Int(link.newer)].older = link.older
    links[Int(link.older)].newer = link.newer
  }
}
