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
      let stage = parent.appendingPathComponent(".\(target.lastPathComponent).\(getpid())")
      do {
        try FileManager.default.createDirectory(at: parent, withIntermediateDirectories: true)
        removeLeftovers(beside: target)
        staged.append((stage, target))
        try contents[path]?.write(to: stage)
      } catch {
        throw ReportingError.unwritable(path: target.path, reason: reason(of: error))
      }
    }
    for file in staged where rename(file.from.path, file.to.path) != 0 {
      throw ReportingError.unwritable(
        path: file.to.path, reason: String(cString: strerror(errno)))
    }
  }

  /// Removes what a process that was killed while it wrote has left beside a target.
  private func removeLeftovers(beside target: URL) {
    let parent = target.deletingLastPathComponent()
    let prefix = ".\(target.lastPathComponent)."
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      guard let pid = pid_t(name.dropFirst(prefix.count)), pid > 0, pid != getpid(),
        kill(pid, 0) != 0, errno == ESRCH
      else { continue }
      unlink(parent.appendingPathComponent(name).path)
    }
  }
}

/// What the system says, where Foundation only says that something failed.
package func reason(of error: any Error) -> String {
  guard let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code else {
    return error.localizedDescription
  }
  return String(cString: strerror(code.rawValue))
}
