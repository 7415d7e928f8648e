import Evidence
import Foundation
import Interleaving
import Reporting
import Stress
import StudyKit
import Testing

@testable import _3_Reentrancy

/// One exploration that 03-Reentrancy declares.
struct DeclaredExploration: Sendable, CustomTestStringConvertible {
  let program: SmallProgram
  let way: Way
  let keeper: Keeper
  let policy: ExecutorPolicy?

  var testDescription: String {
    "\(name)\(policy.map { " under \($0.rawValue)" } ?? "")"
  }

  var name: String { way.name(in: program.described.id, on: keeper) }

  var explored: ExploredProgram { way.explored(in: program.described.id, on: keeper) }

  static let all = programs.flatMap { program in
    program.ways.flatMap { way in
      way.keepers.flatMap { keeper -> [DeclaredExploration] in
        let policies: [ExecutorPolicy?] = keeper == .actor ? ExecutorPolicy.allCases : [nil]
        return policies.map {
          DeclaredExploration(program: program, way: way, keeper: keeper, policy: $0)
        }
      }
    }
  }

  func run(_ strategy: SearchStrategy? = nil) async throws -> Exploration {
    let usual: SearchStrategy = way.reduced.contains(keeper) ? .sourceDPOR : .depthFirst
    return try await explored.explore(
      ExplorationOptions(strategy: strategy ?? usual, policy: policy ?? .defaultActor))
  }
}

/// What every schedule of 03-Reentrancy's programs leads to, against what is declared of them.
@Suite(
  .enabled(
    if: dlsym(nil, "__tsan_init") == nil, "needs a build without sanitizer: the search is too large"
  ))
struct ReentrancyExplorationTests {
  @Test(arguments: DeclaredExploration.all)
  func `every fault is reached, and what a cure forbids is not`(
    _ declared: DeclaredExploration
  ) async throws {
    let found = try await declared.run()
    #expect(found.isComplete, "\(found.coverage) \(found.findings)")
    let prediction = declared.way.prediction(declared.keeper)
    for outcome in prediction.outcomes where outcome.grade != .expected {
      let isReached = found[outcome.name] != nil
      #expect(isReached == (outcome.grade == .interesting), "\(outcome.name)")
    }
    for outcome in found.outcomes {
      #expect(prediction.grade(of: outcome.name) != .unknown, "\(outcome.name)")
    }
  }

  @Test func `a fault is no cure's, and each keeper that has one has a cure`() {
    for program in programs {
      for keeper in Keeper.allCases {
        let ways = program.ways.filter { $0.keepers.contains(keeper) }
        func goesWrong(_ way: Way) -> Bool {
          way.prediction(keeper).outcomes.contains { $0.grade == .interesting }
        }
        guard ways.contains(where: { !$0.isCure && goesWrong($0) }) else { continue }
        #expect(ways.contains { $0.isCure }, "\(program.described.id) on \(keeper)")
      }
      #expect(program.ways.contains { !$0.isCure })
    }
  }

  private func loads(_ row: String, on keeper: Keeper) async throws -> Exploration {
    let way = try #require(loadOnce.ways.first { $0.row.id == row })
    return try await way.explored(in: "load-once", on: keeper).explore()
  }

  @Test(arguments: [Keeper.lock, .queue])
  func `two callers of two sections load twice in 12 of 20 schedules`(
    keeper: Keeper
  ) async throws {
    let found = try await loads("two-sections", on: keeper)
    #expect(found.schedules == 20)
    #expect(found["1 load"]?.schedules == 8)
    #expect(found["2 loads"]?.schedules == 12)
    #expect(found["2 loads"]?.delays == 1)
  }

  @Test(arguments: [Keeper.lock, .queue])
  func `three callers of two sections have 1,152 schedules`(keeper: Keeper) async throws {
    let found = try await loads("two-sections-3", on: keeper)
    #expect(found.schedules == 1_152)
    #expect(found["3 loads"]?.delays == 2)
  }

  @Test(
    arguments: DeclaredExploration.all.filter {
      ["check-await-write", "keep-the-load", "anybody-ends-it"].contains($0.way.row.id)
    })
  func `the reduced search finds what depth first finds`(
    _ declared: DeclaredExploration
  ) async throws {
    let full = try await declared.run(.depthFirst)
    let reduced = try await declared.run(.sourceDPOR)
    #expect(full.isComplete && reduced.isComplete)
    #expect(full.outcomeNames == reduced.outcomeNames)
    #expect(reduced.schedules < full.schedules)
  }

  @Test func `threads show nothing that is forbidden or undeclared`() async {
    for way in loadOnce.ways {
      guard let run = way.threads else { continue }
      for keeper in way.keepers {
        let tally = await stress(
          StressLimits(repetitions: 20, time: .seconds(1)), seed: 1
        ) { run(keeper, &$0) }
        #expect(tally.failures(against: way.prediction(keeper)) == 0)
      }
    }
  }
}
