import Foundation
import StudyKit

/// Where reports lie: this machine's own, and the committed ones they are held against.
struct ReportsPlace {
  let study: Study

  /// The committed reports, the reference.
  var reference: String { base.appending(path: "Reports").path }

  /// Where a run writes unless told otherwise.
  var local: String { base.appending(path: "Reports/local").path }

  private var base: URL {
    study.root ?? URL(filePath: FileManager.default.currentDirectoryPath)
  }

  /// Whether two paths lead to one folder.
  static func isSame(_ left: String, _ right: String) -> Bool {
    let paths = [left, right].map { URL(filePath: $0).resolvingSymlinksInPath().standardized.path }
    return paths[0] == paths[1]
  }

  /// A path as a reader would type it: from the current folder where it lies below.
  static func shown(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }

  /// Makes the folder and tries to write into it, so that a run cannot fail there at its end.
  static func makeWritable(_ path: String) throws(UsageError) {
    guard let error = makeFolder(path) ?? tryToWrite(into: path) else { return }
    let reason =
      switch error {
      case EEXIST: "it is a file"
      case ELOOP: "a link that leads nowhere"
      default: String(cString: strerror(error))
      }
    throw UsageError(
      "reports cannot be written into \(path): \(reason); choose a folder with --reports DIR")
  }

  /// The folder and those above it that do not exist, the deepest first.
  static func missingFolders(of path: String) -> [String] {
    var folder = URL(filePath: path).standardized
    var missing: [String] = []
    while !FileManager.default.fileExists(atPath: folder.path), folder.path != "/" {
      missing.append(folder.path)
      folder.deleteLastPathComponent()
    }
    return missing
  }

  /// Makes a folder and those above it; the number of the error, which Foundation would hide.
  private static func makeFolder(_ path: String) -> Int32? {
    guard mkdir(path, 0o777) != 0 else { return nil }
    switch errno {
    case EEXIST:
      var isFolder: ObjCBool = false
      // What is there and yet is not found is a link, to nothing or to itself.
      guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
        return ELOOP
      }
      return isFolder.boolValue ? nil : EEXIST
    case ENOENT:
      let above = URL(filePath: path).standardized.deletingLastPathComponent().path
      guard above.utf8.count < URL(filePath: path).standardized.path.utf8.count else {
        return ENOENT
      }
      if let error = makeFolder(above) { return error }
      return mkdir(path, 0o777) == 0 ? nil : errno
    default:
      return errno
    }
  }

  private static func tryToWrite(into folder: String) -> Int32? {
    let probe = "\(folder)/.probe-\(getpid())"
    let descriptor = open(probe, O_CREAT | O_EXCL | O_WRONLY, 0o600)
    guard descriptor >= 0 else { return errno }
    defer {
      close(descriptor)
      unlink(probe)
    }
    return write(descriptor, "probe", 5) == 5 ? nil : errno
  }
}
