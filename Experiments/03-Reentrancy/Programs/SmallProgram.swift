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

  /// What is predicted of whatever threads run; nothing is observed yet.
  var variants: [VariantRecord] {
    ways.filter { $0.threads != nil }.flatMap { way in
      way.keepers.map { keeper in
        VariantRecord(
          program: described.id, row: way.row.id, column: keeper.rawValue,
          callerExecutor: way.callers(of: keeper), prediction: way.prediction(keeper),
          tally: Tally())
      }
    }
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
  /// Where depth first would take too long, and only one schedule of each trace is run.
  var reduced: Set<Keeper> = []
  /// The same on real threads, once; `nil` where only the explorer runs it.
  var threads: (@Sendable (Keeper, inout Repetition) -> String)?
  /// Whether its callers are threads, except of an actor.
  var isBlocking = false
  let prediction: @Sendable (Keeper) -> Prediction
  let setUp: @Sendable (World, Keeper) -> Void

  /// Where threads run its callers.
  func callers(of keeper: Keeper) -> String {
    isBlocking && keeper != .actor ? "a thread each" : "global pool"
  }

  /// The way as it can be explored in a program.
  func explorable(in program: String, on keeper: Keeper) -> ExplorableProgram {
    let explored = explored(in: program, on: keeper)
    return ExplorableProgram(
      name: name(in: program, on: keeper), summary: row.summary, prediction: prediction(keeper),
      variant: VariantName(program: program, row: row.id, column: keeper.rawValue),
      // On threads the actors run on a queue-backed executor.
      threadPolicy: .fifo, policies: keeper == .actor ? ExecutorPolicy.allCases : [],
      options: ExplorationOptions(strategy: reduced.contains(keeper) ? .sourceDPOR : .depthFirst),
      studied: .seconds(2),
      run: { try await explored.explore($0, onProgress: $1) })
  }

  /// The program that the explorer runs.
  func explored(in program: String, on keeper: Keeper) -> ExploredProgram {
    ExploredProgram(name(in: program, on: keeper)) { setUp($0, keeper) }
  }

  /// What it is called, to be explored: `load-once/two-sections/lock`.
  func name(in program: String, on keeper: Keeper) -> String {
    "\(program)/\(row.id)/\(keeper.rawValue)"
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
