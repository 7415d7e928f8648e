import Foundation
import Reporting
import StudyKit

/// A run that can be done: everything that could stop it was looked at before it starts.
struct RunPlan {
  /// One experiment of the run.
  struct Part {
    var summary: ExperimentSummary
    var request: RunRequest
    /// How long it is said to take.
    var length: Duration { summary.length(under: request.profile) }
  }

  /// The experiments to run, in order.
  var parts: [Part] = []
  /// Experiments left out, with the reason.
  var omissions: [String] = []
  /// The folder of reports.
  var reports: String
  /// The folders made for it, the deepest first, to be taken away where nothing is saved.
  var madeFolders: [String] = []
  /// What was asked, the same for all but the backends.
  var request: RunRequest

  /// Reads and checks a request.
  init(_ line: ParsedCommandLine, study: Study) async throws {
    request = try RunRequest(line)
    reports = line.last("reports") ?? ReportsPlace(study: study).local
    let names = try study.resolve(line.operands)
    let missing = names.filter { !study.isBuilt($0) }
    guard missing.isEmpty else {
      throw UsageError(
        "\(missing.joined(separator: ", ")) not built; build with: \(Study.buildCommand)")
    }
    guard study.root != nil else {
      throw UsageError(
        "the source tree was not found, and reports quote it; run from the package's folder")
    }
    try request.findPhotos(under: study.root)
    var summaries: [ExperimentSummary] = []
    for name in names { summaries.append(try await study.describe(name)) }
    try choose(summaries, of: study)
    madeFolders = ReportsPlace.missingFolders(of: reports)
    try ReportsPlace.makeWritable(reports)
    // The reports of all records in the folder are drawn anew: a broken one is better found now,
    // unless this run replaces it.
    _ = try ReportsFolder(reports).records(without: parts.map(\.summary.name))
  }

  /// Hands each experiment the backends it has; one that has none of them is left out.
  private mutating func choose(
    _ summaries: [ExperimentSummary], of study: Study
  ) throws(UsageError) {
    let known = distinct(summaries.flatMap(\.backends))
    for word in request.backends where !known.contains(word) {
      guard (try? study.resolve([word])) == nil else {
        throw UsageError(
          "\(word) after --backend is an experiment; name experiments before the options")
      }
    }
    let asked = request.backends
    try request.narrow(to: known)
    for summary in summaries {
      var part = Part(summary: summary, request: request)
      part.request.backends = summary.backends.filter(asked.contains)
      if !asked.isEmpty, part.request.backends.isEmpty {
        omissions.append("\(summary.name) has none of these backends and is left out")
      } else {
        parts.append(part)
      }
    }
  }
}
