package import Foundation

/// What an experiment is asked to do; `triptych run` hands it on as it was given.
package struct RunRequest: Equatable, Sendable {
  /// How much.
  package var profile = Profile.standard
  /// What everything random follows from.
  package var seed = Self.defaultSeed
  /// The backends asked for; empty for all.
  package var backends: [String] = []
  /// The folder of photographs; empty for the package's own.
  package var photos = ""
  /// Whether a disagreement fails the run.
  package var isStrict = false
  /// Whether the result is JSON.
  package var wantsJSON = false

  /// The seed where none is given: always the same, so that two runs may be compared.
  package static let defaultSeed: UInt64 = 1

  /// The options that an experiment and `triptych run` share.
  package static let options = [
    CommandOption(
      "profile", .one("quick|standard|full"), summary: "how much to do (standard)"),
    CommandOption("seed", .one("N"), summary: "what all randomness follows from (1)"),
    CommandOption(
      "backend", .several("NAME"),
      summary: "only these: NAME NAME, NAME,NAME or the option again"),
    CommandOption("photos", .one("DIR"), summary: "photographs to use (Experiments/Photos)"),
    CommandOption(
      "strict",
      summary: "fail on a verdict left open or unlike the reference's, and on a disagreement"),
    CommandOption("json", summary: "print the result as JSON"),
    CommandOption("help", summary: "print this"),
  ]

  /// The default request.
  package init() {}

  /// Reads the shared options of a command line.
  package init(_ line: ParsedCommandLine) throws(UsageError) {
    if let word = line.last("profile") {
      guard let profile = Profile(rawValue: word) else {
        let names = Profile.allCases.map(\.rawValue)
        throw UsageError(
          "--profile \(word) is unknown; choose \(names.joined(separator: ", "))"
            + suggestion(for: word, among: names))
      }
      self.profile = profile
    }
    if let word = line.last("seed") {
      guard let seed = UInt64(word) else {
        throw UsageError("--seed \(word) is no seed; give a whole number from 0 to \(UInt64.max)")
      }
      self.seed = seed
    }
    backends = line.values["backend"] ?? []
    photos = line.last("photos") ?? ""
    isStrict = line.has("strict")
    wantsJSON = line.has("json")
  }

  /// The request as arguments, for a child.
  package var arguments: [String] {
    ["--profile", profile.rawValue, "--seed", "\(seed)"]
      + backends.flatMap { ["--backend", $0] } + (photos.isEmpty ? [] : ["--photos", photos])
      + (isStrict ? ["--strict"] : [])
  }

  /// Refuses backends that are not among those known, and takes each once.
  package mutating func narrow(to known: [String]) throws(UsageError) {
    for name in backends where !known.contains(name) {
      let all = known.isEmpty ? "none can be chosen here" : known.joined(separator: ", ")
      throw UsageError(
        "unknown backend \(name)\(suggestion(for: name, among: known)) (known: \(all))")
    }
    backends = known.filter(backends.contains)
  }

  /// Finds the folder of photographs, so that a missing one stops the run before it starts.
  package mutating func findPhotos(under root: URL?) throws(UsageError) {
    if photos.isEmpty {
      guard let root else {
        throw UsageError(
          "the folder Experiments/Photos was not found from here; give --photos DIR, or run from "
            + "the package's folder")
      }
      photos = root.appending(path: "Experiments/Photos").path
    }
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: photos, isDirectory: &isFolder), isFolder.boolValue
    else { throw UsageError("\(photos) is no folder of photographs; give --photos DIR") }
    photos = URL(filePath: photos).standardizedFileURL.path
  }
}
