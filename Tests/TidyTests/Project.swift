import Foundation

/// The package as it lies on disk.
enum Project {
  /// The package's folder.
  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Every file that is, or would be, under version control, as a path from the root, sorted.
  static let files: [String] = {
    let names = (try? filesKnownToGit()) ?? filesFound()
    return names.filter { FileManager.default.fileExists(atPath: url($0).path) }.sorted()
  }()

  static func url(_ file: String) -> URL { root.appending(path: file) }

  /// The text of a file.
  static func text(of file: String) throws -> String {
    try String(contentsOf: url(file), encoding: .utf8)
  }

  /// Files in one of the folders, with one of the endings.
  static func files(in folders: [String], endings: [String]) -> [String] {
    files.filter { file in
      folders.contains { file.hasPrefix("\($0)/") } && endings.contains { file.hasSuffix(".\($0)") }
    }
  }

  /// Swift sources, those of C, and the manifest.
  static var sources: [String] {
    ["Package.swift"]
      + files(in: ["Sources", "Experiments", "Tests"], endings: ["swift", "c", "h", "modulemap"])
  }

  private static func filesKnownToGit() throws -> [String] {
    let list = ["git", "-C", root.path, "ls-files", "-z", "--cached", "--others"]
    let output = try run(list + ["--exclude-standard"])
    let names = output.split(separator: 0).map { String(decoding: $0, as: UTF8.self) }
    guard names.contains("Package.swift") else { throw CocoaError(.fileNoSuchFile) }
    return names
  }

  /// What a package unpacked from an archive holds: there is no list, so all but what is built.
  private static func filesFound() -> [String] {
    guard
      let walk = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    else { return [] }
    var names: [String] = []
    for case let url as URL in walk {
      if [".build", ".git"].contains(url.lastPathComponent) {
        walk.skipDescendants()
      } else if !url.hasDirectoryPath {
        names.append(String(url.path.dropFirst(root.path.count).drop { $0 == "/" }))
      }
    }
    return names
  }

  /// Runs a program to its end and returns what it printed; a failure throws.
  static func run(_ command: [String]) throws -> Data {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw CocoaError(.executableLoad) }
    return data
  }
}
