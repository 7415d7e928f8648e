package import Foundation

/// The root of the package: where it was built from, else where we are or above; `nil` where the
/// source tree is gone.
///
/// `builtFrom` is the path of a source file as the compiler saw it.
package func packageRoot(builtFrom file: String = #filePath) -> URL? {
  let places = [
    URL(filePath: file).deletingLastPathComponent(),
    URL(filePath: FileManager.default.currentDirectoryPath),
  ]
  return places.lazy.compactMap(rootAbove).first
}

private func rootAbove(_ folder: URL) -> URL? {
  var folder = folder.standardizedFileURL
  while true {
    let marks = ["Package.swift", "Experiments"].map { folder.appending(path: $0).path }
    if marks.allSatisfy(FileManager.default.fileExists(atPath:)) { return folder }
    let above = folder.deletingLastPathComponent().standardizedFileURL
    guard above.path.utf8.count < folder.path.utf8.count else { return nil }
    folder = above
  }
}
