/// A growing array of plain values, for the few that change at every step.
///
/// An `Array` checks at every change whether it is shared; these never are, and a schedule of nine
/// steps changes them fifty times. Not for values that own something.
struct Row<Element>: ~Copyable {
  private var storage: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 16) {
    self.capacity = capacity
    storage = .allocate(capacity: capacity)
  }

  deinit { storage.deallocate() }

  @inline(__always) var isEmpty: Bool { count == 0 }
  @inline(__always) var indices: Range<Int> { 0..<count }
  @inline(__always) var buffer: UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: storage, count: count)
  }

  @inline(__always) subscript(index: Int) -> Element {
    get { storage[index] }
    nonmutating set { storage[index] = newValue }
  }

  @inline(__always) mutating func removeAll() { count = 0 }

  @inline(__always) mutating func append(_ element: Element) {
    insert(element, at: count)
  }

  @inline(__always) mutating func insert(_ element: Element, at index: Int) {
    if count == capacity { grow() }
    if index < count {
      (storage + index + 1).update(from: storage + index, count: count - index)
    }
    (storage + index).initialize(to: element)
    count += 1
  }

  @inline(__always) mutating func remove(at index: Int) -> Element {
    let element = storage[index]
    count -= 1
    if index < count {
      (storage + index).update(from: storage + index + 1, count: count - index)
    }
    return element
  }

  private mutating func grow() {
    let larger = UnsafeMutablePointer<Element>.allocate(capacity: 2 * capacity)
    larger.moveInitialize(from: storage, count: count)
    storage.deallocate()
    storage = larger
    capacity *= 2
  }
}
