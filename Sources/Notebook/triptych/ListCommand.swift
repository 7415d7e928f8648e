import Evidence
import Foundation
import Reporting
import StudyKit

/// `triptych list`.
struct ListCommand {
  let study: Study
  let console: Console

  /// One experiment as listed.
  struct Entry: Codable, Equatable {
    var name: String
    var isBuilt: Bool
    var question: String?
    var claims: [Claim]
    var lastRun: LastRun?

    struct Claim: Codable, Equatable {
      var id: String
      var verdict: Verdict?
    }

    struct LastRun: Codable, Equatable {
      var reports: String
      var profile: String
      var started: String
    }
  }

  func run(_ line: ParsedCommandLine) async throws -> Int32 {
    let records = lastRecords(in: line.last("reports"))
    var entries: [Entry] = []
    for name in study.names {
      entries.append(await entry(name, last: records[name]))
    }
    try console.print(line.has("json") ? try prettyJSON(entries) : text(of: entries))
    return RunStatus.fine.rawValue
  }

  private typealias Saved = (folder: String, record: ExperimentRecord)

  /// The last record of each experiment: this machine's before the committed one.
  private func lastRecords(in folder: String?) -> [String: Saved] {
    let place = ReportsPlace(study: study)
    var last: [String: Saved] = [:]
    for folder in folder.map({ [$0] }) ?? [place.local, place.reference] {
      do {
        for record in try ReportsFolder(folder).records()
        where last[record.description.name] == nil {
          last[record.description.name] = (ReportsPlace.shown(folder), record)
        }
      } catch {
        console.note("triptych: \(error)")
      }
    }
    return last
  }

  private func entry(_ name: String, last: Saved?) async -> Entry {
    var summary: ExperimentSummary?
    do throws(UsageError) {
      if study.isBuilt(name) { summary = try await study.describe(name) }
    } catch {
      console.note("triptych: \(error)")
    }
    let description = last?.record.description
    let claims = summary?.claims ?? description?.claims.map(\.id) ?? []
    return Entry(
      name: name, isBuilt: study.isBuilt(name),
      question: summary?.question ?? description?.question,
      claims: claims.map { .init(id: $0, verdict: last?.record.conclusion.verdicts[$0]) },
      lastRun: last.map {
        .init(reports: $0.folder, profile: $0.record.run.profile, started: $0.record.run.started)
      })
  }

  private func text(of entries: [Entry]) -> String {
    var table = TextTable()
    for entry in entries {
      table.add([entry.name, entry.question ?? "not built; build it with: \(Study.buildCommand)"])
      let claims = entry.claims.map { "\($0.id) \($0.verdict?.phrase ?? "not run yet")" }
      let run = entry.lastRun.map { " (\($0.profile), \($0.started.prefix(10)), \($0.reports))" }
      let none = entry.question == nil ? "" : "no claim"
      table.add(["", (claims.isEmpty ? none : claims.joined(separator: ", ")) + (run ?? "")])
    }
    return table.lines.joined(separator: "\n")
  }
}
