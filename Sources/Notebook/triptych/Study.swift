import Foundation
import StudyKit

/// The experiments: executables that lie beside this one.
struct Study: Sendable {
  /// Every experiment, in the order of the study; the manifest declares the same.
  static let experimentNames = [
    "00-Instruments", "01-Ordering", "02-HitCost", "03-Reentrancy", "09-Downsampling",
  ]

  /// The experiments' names.
  var names = Self.experimentNames
  /// Where their executables lie.
  var folder: URL
  /// The root of the package; `nil` where the source tree is gone.
  var root: URL?

  /// The study that this command belongs to.
  static var installed: Study {
    let command = Bundle.main.executableURL ?? URL(filePath: CommandLine.arguments[0])
    return Study(folder: command.deletingLastPathComponent(), root: packageRoot())
  }

  /// The command that builds the executables as this one was built.
  static var buildCommand: String {
    buildMode == "release" ? "swift build -c release" : "swift build"
  }

  /// An experiment's executable.
  func executable(of name: String) -> URL { folder.appending(path: name) }

  /// Whether an experiment's executable is there.
  func isBuilt(_ name: String) -> Bool {
    FileManager.default.isExecutableFile(atPath: executable(of: name).path)
  }

  /// The experiments meant by what was typed, each once and in the study's order; all where nothing
  /// or `all` was typed.
  ///
  /// An experiment may be called by its name, its number, or a beginning of either of its halves
  /// that no other shares.
  func resolve(_ words: [String]) throws(UsageError) -> [String] {
    guard !words.isEmpty, !words.contains("all") else { return names }
    var chosen: Set<String> = []
    for word in words { chosen.insert(try resolve(word)) }
    return names.filter(chosen.contains)
  }

  private func resolve(_ word: String) throws(UsageError) -> String {
    if let exact = names.first(where: { $0.lowercased() == word.lowercased() }) { return exact }
    let meant = names.filter { isCalled($0, by: word.lowercased()) }
    if meant.count == 1 { return meant[0] }
    guard meant.isEmpty else {
      throw UsageError("\(word) may be \(meant.joined(separator: " or ")); write more of it")
    }
    let titles = names.map { String($0.drop { $0 != "-" }.dropFirst()) }
    let hint = nearestName(to: word, among: names) ?? nearestName(to: word, among: titles)
    let suggestion = hint.map { "; did you mean \($0)?" } ?? ""
    throw UsageError("no experiment is called \(word)\(suggestion) (triptych list names them)")
  }

  private func isCalled(_ name: String, by word: String) -> Bool {
    let halves = name.lowercased().split(separator: "-", maxSplits: 1)
    if let number = Int(word), let own = halves.first.flatMap({ Int($0) }) { return number == own }
    return !word.isEmpty
      && (name.lowercased().hasPrefix(word) || halves.last?.hasPrefix(word) == true)
  }

  /// What an experiment says of itself.
  func describe(_ name: String) async throws(UsageError) -> ExperimentSummary {
    guard isBuilt(name) else {
      throw UsageError("\(name) is not built; build it with: \(Self.buildCommand)")
    }
    let limit = ChildProcess.limit(stated: .seconds(30))
    let child = ChildProcess(
      executable: executable(of: name), arguments: ["--describe"], limit: limit)
    var summary: ExperimentSummary?
    var complaint: String?
    let termination = await child.run(stoppedBy: nil) { message in
      switch message {
      case .event(.description(let found)): summary = found
      case .event(.failure(let message)): complaint = message
      default: break
      }
    }
    guard let summary, termination.reason == .exited(0) else {
      let what = termination.diagnosis(complaint: complaint, limit: limit)
      throw UsageError(
        "\(name) cannot describe itself: it \(what); build again: \(Self.buildCommand)")
    }
    return summary
  }
}
