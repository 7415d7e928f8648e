import Caching
import Dispatch
import Evidence
import Foundation
import Imaging
import Reporting

/// One way for a view to ask for a picture.
struct Asking: Sendable {
  let row: Program.Row
  /// In which turns but the same it may come; `nil` where the backend has no such call.
  let allowed: @Sendable (Backend<Pixels>) -> [Turn]?
  let way: Way

  enum Way: Sendable {
    /// Asks and returns.
    case call(@MainActor @Sendable (any ImageCache<Pixels>, View) -> Void)
    /// Asks from code that may suspend, and comes back with the picture.
    case awaited(@MainActor @Sendable (any ImageCache<Pixels>, View) async -> Void)
  }

  static let all = [plain, handler, awaited, immediate, task]
}

extension Backend<Pixels> {
  /// Whether an awaited hit stays on the caller's thread when the caller is on the main actor.
  fileprivate var staysOnMain: Bool {
    cacheType is any LockingImageCache<Pixels>.Type || cacheType is MainActorCache<Pixels>.Type
  }

  fileprivate var awaitedTurns: [Turn] { staysOnMain ? [] : [.next, .later] }
}

// lesson: asking
private let plain = Asking(
  row: .init(
    id: "plain", title: "Plain call", summary: "A synchronous read in a method of the view."),
  allowed: { $0.cacheType is any SynchronousImageCache<Pixels>.Type ? [] : nil },
  way: .call { cache, view in
    guard let cache = cache as? any SynchronousImageCache<Pixels> else { return }
    view.show(cache.cachedValue(for: key))
  })

private let handler = Asking(
  row: .init(
    id: "handler", title: "Completion handler",
    summary: "Called at once where it is on the main thread, else through the main queue."),
  allowed: { backend in
    guard backend.cacheType is any CallbackImageCache<Pixels>.Type else { return nil }
    return backend.awaitedTurns
  },
  way: .call { cache, view in
    guard let cache = cache as? any CallbackImageCache<Pixels> else { return }
    cache.value(for: key, qos: .userInteractive) { picture in
      if Thread.isMainThread {
        MainActor.assumeIsolated { view.show(picture) }
      } else {
        DispatchQueue.main.async { MainActor.assumeIsolated { view.show(picture) } }
      }
    }
  })

private let awaited = Asking(
  row: .init(
    id: "await", title: "Await in a main-actor function",
    summary: "The code is asynchronous already and on the main actor."),
  allowed: { $0.awaitedTurns },
  way: .awaited { cache, view in view.show(await cache.value(for: key)) })

private let immediate = Asking(
  row: .init(
    id: "immediate", title: "Task.immediate in a method",
    summary: "A synchronous method starts a task that runs at once, to its first suspension."),
  allowed: { $0.awaitedTurns },
  way: .call { cache, view in
    Task.immediate { @MainActor in view.show(await cache.value(for: key)) }
  })

private let task = Asking(
  row: .init(
    id: "task", title: "Task in a method",
    summary: "A synchronous method starts a task, which waits for its turn."),
  allowed: { $0.staysOnMain ? [.next] : [.next, .later] },
  way: .call { cache, view in
    Task { @MainActor in view.show(await cache.value(for: key)) }
  })
// lesson: end

/// One way to ask one backend.
struct TurnVariant: Sendable {
  let asking: Asking
  let backend: Backend<Pixels>
  let prediction: Prediction

  static let all: [TurnVariant] = Asking.all.flatMap { asking in
    Backend<Pixels>.all.compactMap { backend in
      asking.allowed(backend).map { allowed in
        TurnVariant(
          asking: asking, backend: backend,
          prediction: Prediction(
            Turn.allCases.map { turn in
              let grade: Grade =
                turn == .same ? .expected : allowed.contains(turn) ? .interesting : .forbidden
              return .init(turn.rawValue, grade, turn.meaning)
            }))
      }
    }
  }

  func record(_ tally: Tally = Tally()) -> VariantRecord {
    VariantRecord(
      program: turnProgram.id, row: asking.row.id, column: backend.name,
      callerExecutor: "main actor", prediction: prediction, tally: tally)
  }

  /// Asks again and again, and counts the turns.
  @MainActor
  func run(_ repetitions: Int, picture: Pixels) async -> VariantRecord {
    let cache = backend.make(CacheConfiguration(limits: limits))
    await cache.store(picture, for: key, cost: picture.byteCount)
    var tally = Tally()
    for _ in 0..<repetitions {
      let view = View()
      switch asking.way {
      case .call(let ask):
        ask(cache, view)
        view.endTurn()
        view.postMarker()
      case .awaited(let ask):
        view.postMarker()
        await ask(cache, view)
      }
      await view.picture()
      tally.record(view.turn?.rawValue ?? "never")
    }
    return record(tally)
  }
}

/// Is the picture there when the view is drawn?
let turnProgram = Program(
  id: "turns", title: "Is the picture there in time?",
  summary: "A view is about to be drawn and asks for a picture that is resident. The main actor "
    + "works turn by turn, and what a turn leaves behind is what is drawn. Does the answer come in "
    + "the turn that asked, or is there a placeholder first? The listing is the row *Task in a "
    + "method*.",
  listing: """
    func draw() {                                            // on the main actor
      imageView.image = placeholder
      Task { imageView.image = await cache.value(for: "photograph") }
    }
    """,
  rows: Asking.all.map(\.row),
  columns: Backend<Pixels>.all.map { .init(id: $0.name, summary: $0.guardedBy) },
  expectedPhrase: Turn.same.rawValue,
  question: "For which way of asking and which backend does nobody see a placeholder?")
