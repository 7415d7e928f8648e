/// The accesses of a run, each linked to the one before it on the same object.
///
/// Whatever an access depends on directly is found by walking back from it: the last write, and for
/// a write the reads since. Shortening the run takes accesses off again, so that runs with a common
/// beginning share its chains. Objects are numbered densely, from 0 up and from -1 down.
struct AccessChains {
  struct Link {
    var step: Int32
    var object: ObjectID
    var isWrite: Bool
    var role: RecordedStep.Role
    /// The access before on this object; -1 for none.
    var previous: Int32
    /// The write before on this object; -1 for none.
    var previousWrite: Int32
  }

  private(set) var links: [Link] = []
  private var heads: [Int32] = []

  /// The last access of an object; -1 for none.
  @inline(__always)
  func head(of object: ObjectID) -> Int32 {
    let place = place(of: object)
    return place < heads.count ? heads[place] : -1
  }

  /// Where an object's head lies: the two directions take turns.
  @inline(__always)
  private func place(of object: ObjectID) -> Int {
    Int(object < 0 ? -2 * object - 1 : 2 * object)
  }

  /// The last write of an object, from its head.
  @inline(__always)
  func lastWrite(from head: Int32) -> Int32 {
    head < 0 || links[Int(head)].isWrite ? head : links[Int(head)].previousWrite
  }

  mutating func append(_ access: RecordedStep.Access, of step: Int32) {
    let place = place(of: access.object)
    while heads.count <= place { heads.append(-1) }
    let head = heads[place]
    heads[place] = Int32(truncatingIfNeeded: links.count)
    links.append(
      Link(
        step: step, object: access.object, isWrite: access.isWrite, role: access.role,
        previous: head, previousWrite: lastWrite(from: head)))
  }

  /// Takes accesses off until so many are left.
  mutating func truncate(to count: Int) {
    while links.count > count {
      let link = links.removeLast()
      heads[place(of: link.object)] = link.previous
    }
  }
}
