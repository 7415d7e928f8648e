import Caching
import Evidence
import Imaging
import Reporting

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
        ask(view, cache)
        view.endTurn()
        view.postMarker()
      case .awaited(let ask):
        view.postMarker()
        await ask(view, cache)
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
    func draw() {  // on the main actor
      imageView.image = placeholder
      Task { imageView.image = await cache.value(for: "photograph") }
    }
    """,
  rows: Asking.all.map(\.row),
  columns: Backend<Pixels>.all.map { .init(id: $0.name, summary: $0.guardedBy) },
  expectedPhrase: Turn.same.rawValue,
  question: "For which way of asking and which backend does nobody see a placeholder?")
