import Foundation

/// Files that are written all or none: each beside its target first, then all renamed.
struct StagedFiles {
  private var contents: [String: Data] = [:]

  /// Adds a file by its path in the folder it will be written into.
  mutating func add(_ bytes: Data, at path: String) {
    contents[path] = bytes
  }

  /// The paths, sorted.
  var paths: [String] { contents.keys.sorted() }

  /// Writes the files, making folders where needed.
  ///
  /// On an error no staged file stays, and no target was touched unless renaming itself failed.
  func write(into folder: URL) throws {
    var staged: [(from: URL, to: URL)] = []
    defer {
      for file in staged { try? FileManager.default.removeItem(at: file.from) }
    }
    for path in paths {
      let target = folder.appendingPathComponent(path)
      let parent = target.deletingLastPathComponent()
      let name = ".\(target.lastPathComponent).\(ProcessInfo.processInfo.processIdentifier)"
      let stage = parent.appendingPathComponent(name)
      do {
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        staged.append((stage, target))
        try contents[path]?.write(to: stage)
      } catch {
        throw ReportingError.unwritable(path: target.path, reason: error.localizedDescription)
      }
    }
    for file in staged where rename(file.from.path, file.to.path) != 0 {
      throw ReportingError.unwritable(
        path: file.to.path, reason: String(cString: strerror(errno)))
    }
  }
}
