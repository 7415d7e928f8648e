import Evidence
import Reporting
import StudyKit

/// What every schedule of some ways on some keepers leads to.
struct Schedules {
  private(set) var bad = 0
  private(set) var total = 0
  /// Whether each of them was explored, completely and without a finding.
  private(set) var isDecided = true
  private var unit = "schedule"

  /// Adds up one way on one keeper, under the runtime's own policy where there is a choice.
  init(_ findings: Findings, _ program: SmallProgram, _ way: Way, on keeper: Keeper) {
    let name = way.name(in: program.described.id, on: keeper)
    let all = findings.explorations.filter { $0.program.name == name }
    isDecided = !all.isEmpty && all.allSatisfy { $0.exploration.isComplete && !$0.hasFailed }
    guard let found = all.first(where: { $0.isRuntimesOwn }) else { return }
    total = found.exploration.schedules
    bad = found.outcomes.filter { $0.grade != .expected }.reduce(0) {
      $0 + ($1.found?.schedules ?? 0)
    }
    if found.exploration.options.strategy != .depthFirst { unit = "trace" }
  }

  var text: String {
    guard total > 0 else { return Conclusion.notRun }
    return "\(bad == 0 ? "none" : Numbers.count(bad)) of \(Numbers.counted(total, unit))"
  }
}

extension ExplorationRecord {
  fileprivate var isRuntimesOwn: Bool { policy == nil || policy == .defaultActor }
}

/// What the explorations say of one keeper.
struct Standing {
  /// Programs in which a way that is no cure goes wrong.
  let faults: [SmallProgram]
  /// Programs in which a cure leaves something that is not as expected.
  let leftovers: [SmallProgram]
  /// Whether all of its explorations are complete.
  let isDecided: Bool

  init(_ findings: Findings, _ keeper: Keeper) {
    func goesWrong(_ program: SmallProgram, _ isCure: Bool) -> Bool {
      program.ways.contains { way in
        way.isCure == isCure && way.keepers.contains(keeper)
          && Schedules(findings, program, way, on: keeper).bad > 0
      }
    }
    faults = programs.filter { goesWrong($0, false) }
    leftovers = programs.filter { goesWrong($0, true) }
    isDecided = programs.allSatisfy { program in
      program.ways.filter { $0.keepers.contains(keeper) }
        .allSatisfy { Schedules(findings, program, $0, on: keeper).isDecided }
    }
  }

  func admits(_ program: SmallProgram) -> Bool {
    faults.contains { $0.described.id == program.described.id }
  }

  func leaves(_ program: SmallProgram) -> Bool {
    leftovers.contains { $0.described.id == program.described.id }
  }
}
