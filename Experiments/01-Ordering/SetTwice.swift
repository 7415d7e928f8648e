import Evidence
import Foundation
import Imaging
import Reporting

/// Set a value, then set another: which one stays?
///
/// The shape of a priority setter that reaches its actor by one unordered hop a write, as mended in
/// the Nuke image loader (pull request 918): set high, then low, and high stays.
let setTwice = SmallProgram(
  id: "set-twice", title: "Set twice",
  summary: "One value is set and then another, each by one unordered hop. Which one stays? This is "
    + "the shape of a priority setter whose older write could win (mended in the Nuke image "
    + "loader, pull request 918). Where each has a priority of its own, the first write has "
    + "background, the second high.",
  listing: """
    Task.immediate(priority: .background) { await cache.update("setting") { _ in (first, 1) } }
    Task.immediate(priority: .high) { await cache.update("setting") { _ in (last, 1) } }
    """,
  phrase: "last write stays", callers: twoWrites(promise: nil), prediction: lastOneStays
) { pictures in
  twoUpdates({ _ in pictures.original }, { _ in pictures.noir }, lastValue: pictures.noir)
}

/// The same, with every write numbered where it is called.
let setTwiceNumbered = SmallProgram(
  id: "set-twice-numbered", title: "Set twice, each write numbered where it is called",
  summary:
    "The same two writes. Each takes a number on the caller's thread, and inside the guarded "
    + "section it takes effect only if no later one has.",
  listing: """
    let one = writes.next { _ in first }
    let two = writes.next { _ in last }
    Task.immediate(priority: .background) {
      await cache.update("setting") { one($0).map { ($0, 1) } }
    }
    Task.immediate(priority: .high) {
      await cache.update("setting") { two($0).map { ($0, 1) } }
    }
    """,
  phrase: "last write stays", callers: twoWrites(promise: .programOrder), prediction: lastOneStays
) { pictures in
  let writes = NumberedWrites()
  return twoUpdates(
    writes.next { _ in pictures.original }, writes.next { _ in pictures.noir },
    lastValue: pictures.noir)
}

/// Two updates, the first the less urgent, and what to call what they leave.
private func twoUpdates(
  _ first: @escaping @Sendable (Pixels?) -> Pixels?,
  _ last: @escaping @Sendable (Pixels?) -> Pixels?, lastValue: Pixels
) -> SmallProgram.Calls {
  (
    [(.update(first), .background), (.update(last), .high)],
    { $0 == lastValue ? lastStays : olderWins }
  )
}

private let lastStays = "the value set last stays"
private let olderWins = "the older value wins"

private func lastOneStays(_ promise: Promise) -> Prediction {
  Prediction([
    .init(lastStays, .expected, "what the program says, whoever is urgent"),
    .init(
      olderWins, promise == .programOrder ? .forbidden : .interesting,
      "the first write took effect after the second and overwrote it"),
  ])
}

/// The ways of making two writes, each a hop of its own; `promise` overrides what they promise.
private func twoWrites(promise: Promise?) -> [Caller] {
  let rows = ["immediate-mixed", "immediate-mixed-held", "task", "task-mixed-held"]
  return Caller.all.filter { rows.contains($0.row.id) }.map { caller in
    var caller = caller
    if let promise { caller.promise = { _ in promise } }
    return caller
  }
}

// lesson: numbered-writes
/// Lets a write take effect only if none made after it already has.
///
/// The number is taken where the write is *called*, on the caller's thread; it is compared inside
/// the guarded section, where the write takes effect.
final class NumberedWrites: @unchecked Sendable {  // `lock` guards both numbers
  private let lock = NSLock()
  private var given = 0
  private var applied = 0

  func next(
    _ change: @escaping @Sendable (Pixels?) -> Pixels?
  ) -> @Sendable (Pixels?) -> Pixels? {
    let number = lock.withLock {
      given += 1
      return given
    }
    return { [self] current in
      let isNewest = lock.withLock {
        defer { applied = max(applied, number) }
        return number > applied
      }
      return isNewest ? change(current) : current
    }
  }
}
// lesson: end
