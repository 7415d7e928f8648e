import Foundation

/// A target of the package.
struct Module: Decodable {
  /// Where a module stands in the project; its folder says so.
  enum Wing {
    case system, subject, instrument, notebook, experiment, test
  }

  let name: String
  let importName: String
  let path: String
  let type: String
  private let targetDependencies: [String]?

  private enum CodingKeys: String, CodingKey {
    case name, path, type
    case importName = "c99name"
    case targetDependencies = "target_dependencies"
  }

  /// A module that is not in any package, to try the law on.
  init(_ name: String, path: String, type: String = "library", uses: [String] = []) {
    self.name = name
    importName = name
    self.path = path
    self.type = type
    targetDependencies = uses
  }

  /// The targets it declares, by name.
  var dependencies: [String] { targetDependencies ?? [] }

  /// Whether it may import whatever it declares.
  var isExecutable: Bool { type == "executable" }

  var wing: Wing? {
    let wings: [(String, Wing)] = [
      ("Sources/System/", .system), ("Sources/Subject/", .subject),
      ("Sources/Instruments/", .instrument), ("Sources/Notebook/", .notebook),
      ("Experiments/", .experiment), ("Tests/", .test),
    ]
    return wings.first { path.hasPrefix($0.0) }?.1
  }

  /// The package's targets as its manifest declares them.
  static func all() async throws -> [Module] {
    struct Description: Decodable {
      let targets: [Module]
    }
    // The outer run holds the lock on the usual folder, and would be waited for, for ever.
    let scratch = FileManager.default.temporaryDirectory.appending(path: "tidy-\(UUID())").path
    defer { try? FileManager.default.removeItem(atPath: scratch) }
    let command =
      ["swift", "package", "--package-path", Project.root.path, "--scratch-path", scratch]
      + ["describe", "--type", "json"]
    // On a thread of its own: the pool has few, and the other tests need them meanwhile.
    let json = try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(with: Result { try Project.run(command) })
      }
    }
    return try JSONDecoder().decode(Description.self, from: json).targets
  }
}
