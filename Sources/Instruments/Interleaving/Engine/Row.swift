/// A growing array for the few things that change at every step.
///
/// An `Array` checks at every change whether it is shared; these never are, and a schedule of nine
/// steps changes them fifty times. Nor is it checked whether a place lies within.
struct Row<Element>: ~Copyable {
  private var storage: UnsafeMutablePointer<Element>
  private var capacity: Int
  private(set) var count = 0

  init(capacity: Int = 16) {
    self.capacity = capacity
    storage = .allocate(capacity: capacity)
  }

  deinit {
    storage.deinitialize(count: count)
    storage.deallocate()
  }

  @inline(__always) var isEmpty: Bool { count == 0 }
  @inline(__always) var indices: Range<Int> { 0..<count }
  @inline(__always) var buffer: UnsafeBufferPointer<Element> {
    UnsafeBufferPointer(start: storage, count: count)
  }

  @inline(__always) subscript(index: Int) -> Element {
    _read { yield storage[index] }
    nonmutating _modify { yield &storage[index] }
  }

  @inline(__always) mutating func removeAll() {
    let owned = count
    count = 0
    storage.deinitialize(count: owned)
  }

  /// Takes everything out and makes room for so many.
  @inline(__always) mutating func empty(for count: Int) {
    removeAll()
    while capacity < count { grow() }
  }

  /// Appends where there certainly is room.
  @inline(__always) mutating func appendWithinRoom(_ element: Element) {
    (storage + count).initialize(to: element)
    count += 1
  }

  @inline(__always) mutating func append(_ element: Element) {
    insert(element, at: count)
  }

  @inline(__always) mutating func insert(_ element: Element, at index: Int) {
    if count == capacity { grow() }
    if index < count {
      (storage + index + 1).moveInitialize(from: storage + index, count: count - index)
    }
    (storage + index).initialize(to: element)
    count += 1
  }

  @inline(__always) mutating func remove(at index: Int) -> Element {
    let element = (storage + index).move()
    count -= 1
    if index < count {
      (storage + index).moveInitialize(from: storage + index + 1, count: count - index)
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

extension Array {
  /// Takes everything out and keeps the room; next to nothing where there is nothing.
  @inline(__always) mutating func empty() {
    if !isEmpty { removeAll(keepingCapacity: true) }
  }
}
