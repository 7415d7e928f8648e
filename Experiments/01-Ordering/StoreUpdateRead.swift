import Evidence
import Foundation
import Imaging

/// The order in which the three steps took effect, and what it left behind.
struct Order: Sendable {
  enum Move: String, CaseIterable { case store, update, read }
  /// A picture by the name it has in the lesson.
  enum Seen: String { case nothing, a = "A", noir = "A′", other = "another picture" }

  let moves: [Move]
  let updateSaw: Seen
  let readSaw: Seen
  let left: Seen

  /// Plays the moves on a cache of one key.
  init(_ moves: [Move]) {
    var kept = Seen.nothing
    var updateSaw = Seen.nothing
    var readSaw = Seen.nothing
    for move in moves {
      switch move {
      case .store: kept = .a
      case .update: (updateSaw, kept) = (kept, .noir)
      case .read: readSaw = kept
      }
    }
    self.moves = moves
    self.updateSaw = updateSaw
    self.readSaw = readSaw
    left = kept
  }

  var name: String {
    moves.map(\.rawValue).joined(separator: " → ") + ", reads \(readSaw.rawValue)"
  }

  var meaning: String {
    let reader =
      switch readSaw {
      case .noir: "the reader has the newest picture"
      case .a: "the reader has A, which the program has replaced by then"
      default: "the reader finds nothing and would load again"
      }
    return reader + (left == .noir ? "" : "; the update is lost under the store")
  }

  /// All six orders, program order first. What each leaves behind tells it from the others.
  static let all = [
    [Move.store, .update, .read], [.store, .read, .update], [.read, .store, .update],
    [.update, .store, .read], [.update, .read, .store], [.read, .update, .store],
  ].map(Order.init)

  /// The name of the order that explains what was seen, or of the contradiction.
  static func name(updateSaw: Seen, readSaw: Seen, left: Seen) -> String {
    all.first { $0.updateSaw == updateSaw && $0.readSaw == readSaw && $0.left == left }?.name
      ?? "no order explains it: the update saw \(updateSaw.rawValue), "
      + "the read \(readSaw.rawValue), and \(left.rawValue) stayed"
  }

  static func prediction(_ promise: Promise) -> Prediction {
    Prediction(
      all.enumerated().map { index, order in
        let grade: Grade =
          switch promise {
          case _ where index == 0: .expected
          case .none: .interesting
          case .programOrder: .forbidden
          case .allButLastInOrder:
            order.moves.filter { $0 != .read } == [.store, .update] ? .interesting : .forbidden
          }
        return .init(order.name, grade, order.meaning)
      })
  }
}

/// What the steps of one repetition saw.
private final class Sightings: @unchecked Sendable {  // `lock` guards the rest
  private let lock = NSLock()
  private var update: Pixels?
  private var read: Pixels?

  func updateSaw(_ picture: Pixels?) { lock.withLock { update = picture } }
  func readSaw(_ picture: Pixels?) { lock.withLock { read = picture } }

  func order(leaving left: Pixels?, of pictures: Pictures) -> String {
    lock.withLock {
      Order.name(
        updateSaw: pictures.name(update), readSaw: pictures.name(read), left: pictures.name(left))
    }
  }
}

/// Store A, update to A′, read.
let storeUpdateRead = SmallProgram(
  id: "store-update-read", title: "Store, update, read",
  summary:
    "A picture A is stored, replaced by its noir A′, and read back. Nobody awaits the calls, "
    + "or somebody does; the cache is idle, or busy with a long job. In what order do the three "
    + "take effect, and which picture is shown? Where "
    + "each call has a priority of its own, store has background, update utility, read high. The "
    + "listing is the row *Task per call*.",
  listing: """
    Task { await cache.store(a, for: "photograph", cost: a.byteCount) }
    Task { await cache.update("photograph") { _ in (noir, noir.byteCount) } }
    Task { show(await cache.value(for: "photograph")) }
    """,
  phrase: "in order",
  question: "Take four ways of calling: one task that awaits each call; `Task.immediate` per call "
    + "at mixed priorities, with the cache idle and busy; a task per call at mixed priorities. "
    + "Behind which of lock, queue and actor can the order be lost?",
  callers: Caller.all, prediction: Order.prediction
) { pictures in
  let seen = Sightings()
  let update: @Sendable (Pixels?) -> Pixels? = {
    seen.updateSaw($0)
    return pictures.noir
  }
  return (
    [
      (.store(pictures.original), .background), (.update(update), .utility),
      (.read { seen.readSaw($0) }, .high),
    ], { seen.order(leaving: $0, of: pictures) }
  )
}
