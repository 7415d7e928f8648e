import Evidence
import Foundation
import Reporting
import StudyKit

/// `triptych run`, once planned.
struct RunCommand {
  let study: Study
  let console: Console
  let plan: RunPlan
  let interruption: Interruption

  func run() async throws -> Int32 {
    for omission in plan.omissions { console.note("triptych: \(omission)") }
    console.expect(plan.parts.reduce(.zero) { $0 + $1.length })
    let folder = ReportsFolder(plan.reports)
    var results: [RunResult] = []
    for index in plan.parts.indices where !interruption.isInterrupted {
      var result = await run(plan.parts[index], at: index)
      guard result.reason != .interrupted else { break }
      if let record = result.record {
        // At once: what has finished survives whatever comes next.
        do { try folder.save(record) } catch { result.fail("its record is lost: \(error)") }
      }
      if let problem = result.problem {
        console.note("triptych: \(result.name) \(problem)")
      }
      results.append(result)
    }
    console.clearProgress()
    var statuses = results.map(\.status)
    var isDrawn = false
    if results.contains(where: { $0.record != nil }) {
      do {
        try folder.render()
        isDrawn = true
      } catch {
        console.note("triptych: the reports could not be drawn: \(error)")
        statuses.append(.unusable)
      }
    } else {
      // Only what is empty goes, so nothing that was saved does.
      for folder in plan.madeFolders { rmdir(folder) }
    }
    let comparison = comparison(with: results)
    // Another machine is bound to have other ratios; the verdicts are to be the same.
    let differs = comparison?.verdicts.differences.isEmpty == false
    if plan.request.isStrict, differs { statuses.append(.failed) }
    let status = interruption.status ?? RunStatus.worst(of: statuses).rawValue
    let report = RunReport(
      status: status, reports: ReportsPlace.shown(plan.reports), results: results,
      comparison: comparison, reference: reference.map(ReportsPlace.shown), isDrawn: isDrawn)
    try console.print(
      plan.request.wantsJSON
        ? try prettyJSON(report.summary) : try report.text(columns: console.outputColumns ?? 100))
    if interruption.isInterrupted { console.note(report.interruptionNote(of: plan.parts.count)) }
    return status
  }

  private func run(_ part: RunPlan.Part, at index: Int) async -> RunResult {
    let name = part.summary.name
    let processes = part.request.profile.trials + part.summary.studiedExplorations + 1
    let limit = ChildProcess.limit(stated: part.length, processes: processes)
    let child = ChildProcess(
      executable: study.executable(of: name), arguments: part.request.arguments, limit: limit)
    var record: ExperimentRecord?
    var failures: [String] = []
    report(0, name, at: index)
    let termination = await child.run(stoppedBy: interruption) { message in
      switch message {
      case .event(.progress(let fraction, let label)):
        report(fraction, "\(name), \(label)", at: index)
      case .event(.record(let found)): record = found
      case .event(.failure(let message)): failures.append(message)
      case .event: break
      case .line(let line): console.note(line)
      }
    }
    return RunResult(
      name: name, termination: termination, record: record, failures: failures, limit: limit)
  }

  private func report(_ fraction: Double, _ label: String, at index: Int) {
    let lengths = plan.parts.map(\.length.seconds)
    let all = lengths.reduce(0, +)
    let done = lengths[..<index].reduce(0, +) + lengths[index] * min(max(fraction, 0), 1)
    console.progress(all > 0 ? done / all : Double(index) / Double(lengths.count), label)
  }

  /// The committed reports, unless the run writes them itself.
  private var reference: String? {
    let reference = ReportsPlace(study: study).reference
    return ReportsPlace.isSame(reference, plan.reports) ? nil : reference
  }

  /// The reference against what was found here; `nil` where it has none of it.
  private func comparison(with results: [RunResult]) -> StudyComparison? {
    guard let reference else { return nil }
    do {
      let here = results.compactMap(\.record)
      let names = here.map(\.description.name)
      let records = try ReportsFolder(reference).records().filter {
        names.contains($0.description.name)
      }
      let comparison = StudyComparison(records, here)
      return comparison.experiments.isEmpty ? nil : comparison
    } catch {
      console.note("triptych: the reference cannot be read: \(error)")
      return nil
    }
  }
}
