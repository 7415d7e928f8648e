import Evidence
import Foundation
import Imaging
import Reporting

/// Set a value, then set another: which one stays?
///
/// The shape of a priority setter that reaches its actor by one unordered hop a write, as reported
/// of the Nuke image loader (issue 918): set high, then low, and high stays.
let setTwice = SmallProgram(
  id: "set-twice", callers: twoWrites(promise: nil), prediction: lastOneStays
) { pictures in
  (
    [
      (.update { _ in pictures.original }, .background),
      (.update { _ in pictures.noir }, .high),
    ], { $0 == pictures.noir ? lastStays : olderWins }
  )
}

/// The same, with every write numbered where it is called.
let setTwiceNumbered = SmallProgram(
  id: "set-twice-numbered", callers: twoWrites(promise: .programOrder),
  prediction: lastOneStays
) { pictures in
  let writes = NumberedWrites()
  return (
    [
      (.update(writes.next { _ in pictures.original }), .background),
      (.update(writes.next { _ in pictures.noir }), .high),
    ], { $0 == pictures.noir ? lastStays : olderWins }
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
