/// The number of a place in a store's dense arrays; 0 is never an entry's.
@usableFromInline typealias Slot = Int32

/// Slots in order of use, as a ring of indices in one dense array.
///
/// Slot 0 is the seam where newest and oldest meet, so no link is ever missing and nothing here
/// branches on an end. Eight bytes a slot, apart from the entries: a touch moves links only, and
/// eight neighbours share a cache line. A slot may stay out of the ring, as pinned ones do.
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

    static var outside: Link { Link(newer: -1, older: -1) }
  }

  @usableFromInline var links: ContiguousArray<Link> = [Link(newer: 0, older: 0)]

  /// The least recently used slot, 0 where the ring is empty.
  var oldest: Slot { links[0].newer }

  /// Makes links for the next slot, which stays out of the ring.
  mutating func addSlot() {
    links.append(.outside)
  }

  @inlinable
  func contains(_ slot: Slot) -> Bool { links[Int(slot)].newer >= 0 }

  /// Enters a slot that is outside as the most recently used.
  mutating func insert(_ slot: Slot) {
    links.withUnsafeMutableBufferPointer { Self.enter(slot, in: $0) }
  }

  /// Takes a slot of the ring out.
  mutating func remove(_ slot: Slot) {
    links.withUnsafeMutableBufferPointer { Self.leave(slot, in: $0) }
    links[Int(slot)] = .outside
  }

  /// Makes a slot the most recently used, if it is in the ring.
  @inlinable
  mutating func touch(_ slot: Slot) {
    guard links[0].older != slot, contains(slot) else { return }
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
