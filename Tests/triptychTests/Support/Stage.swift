import Foundation

/// A folder of its own for a test: executables under any name, and room for reports.
final class Stage: Sendable {
  let folder: URL

  /// A folder with the command and the fixture under each of the names.
  init(experiments: [String] = ["01-Ordering"]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "triptych-\(UUID().uuidString)")
      .resolvingSymlinksInPath()
    try FileManager.default.createDirectory(at: bin, withIntermediateDirectories: true)
    try Self.place("triptych", at: command)
    for name in experiments { try Self.place("fixture-experiment", at: experiment(name)) }
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  var bin: URL { folder.appending(path: "bin") }
  var command: URL { bin.appending(path: "triptych") }
  var reports: String { folder.appending(path: "reports").path }

  func experiment(_ name: String = "01-Ordering") -> URL { bin.appending(path: name) }

  /// Hard links, since a program finds its siblings through its own path; copies where the folders
  /// lie on different disks.
  private static func place(_ product: String, at place: URL) throws {
    let built = builtProducts.appending(path: product)
    do {
      try FileManager.default.linkItem(at: built, to: place)
    } catch {
      try FileManager.default.copyItem(at: built, to: place)
    }
  }

  /// Where the package's executables lie: beside the tests.
  private static var builtProducts: URL {
    #if os(Linux)
      URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
    #else
      Bundle(for: Stage.self).bundleURL.deletingLastPathComponent()
    #endif
  }
}
