import Dispatch
import Imaging

/// When, in turns of the main actor, a view has the picture it asked for.
enum Turn: String, CaseIterable, Sendable {
  case same = "same turn"
  case next = "next turn"
  case later = "later turn"

  var meaning: String {
    switch self {
    case .same: "the view is drawn with the picture: nobody sees a placeholder"
    case .next: "the rest is in the main actor's line when the turn ends: one placeholder is drawn"
    case .later:
      "another thread has yet to answer when the turn ends: a placeholder stands until it has"
    }
  }
}

/// Stands for an image view: it knows whether the turn in which it asked is over.
///
/// A marker goes into the main queue behind whatever the call has put there. What comes before the
/// marker was in line when the turn ended; what comes after it had to come from elsewhere.
@MainActor final class View {
  private(set) var turn: Turn?
  private var isAsking = true
  private var markerHasPassed = false
  private var waiting: CheckedContinuation<Void, Never>?

  func show(_ picture: Pixels?) {
    precondition(picture != nil, "the picture is resident")
    turn = isAsking ? .same : markerHasPassed ? .later : .next
    waiting?.resume()
    waiting = nil
  }

  /// Says that the code that asked has returned.
  func endTurn() { isAsking = false }

  /// Marks the end of what is in the main queue's line now.
  func postMarker() {
    DispatchQueue.main.async {
      MainActor.assumeIsolated {
        self.isAsking = false
        self.markerHasPassed = true
      }
    }
  }

  /// Waits until the picture is there.
  func picture() async {
    guard turn == nil else { return }
    await withCheckedContinuation { waiting = $0 }
  }
}
