import Evidence
import Interleaving
import Reporting
import Stress
import StudyKit

/// A fault and its cures, each a small program on every keeper on which it can exist.
struct SmallProgram: Sendable {
  /// Its id, its heading and what a reader needs before voting.
  let described: Program
  let ways: [Way]

  init(
    _ id: String, title: String, summary: String, listing: String, phrase: String,
    question: String, ways: [Way]
  ) {
    described = Program(
      id: id, title: title, summary: summary, listing: listing, rows: ways.map(\.row),
      columns: Keeper.allCases.map { .init(id: $0.rawValue, summary: $0.summary) },
      expectedPhrase: phrase, question: question)
    self.ways = ways
  }

  /// Every way on every keeper as something to explore.
  var explorable: [ExplorableProgram] {
    ways.flatMap { way in way.keepers.map { way.explorable(in: described.id, on: $0) } }
  }
}

/// One way to write a program: the fault, or a cure.
struct Way: Sendable {
  let row: Program.Row
  let isCure: Bool
  let keepers: [Keeper]
  /// How it is explored, where not depth first.
  var options = ExplorationOptions()
  /// How long that takes under one policy.
  var length: Duration = .seconds(1)
  /// The same on real threads, once; `nil` where only the explorer runs it.
  var threads: (@Sendable (Keeper, inout Repetition) -> String)?
  let prediction: @Sendable (Keeper) -> Prediction
  let setUp: @Sendable (World, Keeper) -> Void

  /// The way as it can be explored in a program.
  func explorable(in program: String, on keeper: Keeper) -> ExplorableProgram {
    let explored = explored(in: program, on: keeper)
    return ExplorableProgram(
      name: explored.name, summary: row.summary, prediction: prediction(keeper),
      variant: VariantName(program: program, row: row.id, column: keeper.rawValue),
      // On threads the actors run on a queue-backed executor.
      threadPolicy: .fifo, policies: keeper == .actor ? ExecutorPolicy.allCases : [],
      options: options, studied: length,
      run: { try await explored.explore($0, onProgress: $1) })
  }

  /// The program that the explorer runs.
  func explored(in program: String, on keeper: Keeper) -> ExploredProgram {
    ExploredProgram("\(program)/\(row.id)/\(keeper.rawValue)") { setUp($0, keeper) }
  }
}

extension Keeper {
  var summary: String {
    switch self {
    case .lock: "a class with an `NSLock`"
    case .queue: "a class with a serial `DispatchQueue`"
    case .actor: "an actor"
    }
  }
}
