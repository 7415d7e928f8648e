package import Foundation

/// The root of the package that a folder lies in, the folder itself included; `nil` where there is
/// none.
package func packageRoot(above folder: URL) -> URL? {
  var folder = folder.standardizedFileURL
  while true {
    let marks = ["Package.swift", "Experiments"].map { folder.appending(path: $0).path }
    if marks.allSatisfy(FileManager.default.fileExists(atPath:)) { return folder }
    let above = folder.deletingLastPathComponent().standardizedFileURL
    guard above.path.utf8.count < folder.path.utf8.count else { return nil }
    folder = above
  }
}
