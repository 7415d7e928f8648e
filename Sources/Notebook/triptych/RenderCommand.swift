import Foundation
import Reporting
import StudyKit

/// `triptych render`.
struct RenderCommand {
  let study: Study
  let console: Console

  func run(_ line: ParsedCommandLine) throws -> Int32 {
    let place = ReportsPlace(study: study)
    let hasLocal = FileManager.default.fileExists(atPath: place.local)
    let path = line.last("reports") ?? (hasLocal ? place.local : place.reference)
    let folder = ReportsFolder(path)
    let written = try folder.render()
    try console.print("\(written.count) files in \(ReportsPlace.shown(path))")
    if let readme = line.last("readme") {
      try renewVerdicts(in: readme, from: folder)
      try console.print("verdicts in \(readme)")
    }
    return RunStatus.fine.rawValue
  }

  private func renewVerdicts(in readme: String, from folder: ReportsFolder) throws {
    let file = URL(filePath: readme)
    guard let text = try? String(contentsOf: file, encoding: .utf8) else {
      throw UsageError("\(readme) cannot be read; give a text with marks for the verdicts")
    }
    let verdicts = try Verdicts.render(
      try folder.records(), reports: way(from: file.deletingLastPathComponent(), to: folder.path))
    let renewed = try Verdicts.replace(in: text, by: verdicts)
    if renewed != text { try Data(renewed.utf8).write(to: file, options: .atomic) }
  }

  /// The path of the reports as the text's links need it.
  private func way(from folder: URL, to path: String) -> String {
    let from = folder.resolvingSymlinksInPath().standardized.pathComponents
    let to = URL(filePath: path).resolvingSymlinksInPath().standardized.pathComponents
    let shared = zip(from, to).prefix { $0 == $1 }.count
    let up = Array(repeating: "..", count: from.count - shared)
    return (up + to.dropFirst(shared)).joined(separator: "/")
  }
}
