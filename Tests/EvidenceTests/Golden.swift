import Foundation
import Testing

/// The approved texts beside the tests; `TRIPTYCH_RECORD_GOLDEN=1` approves what is drawn now.
enum Golden {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  static func expect(_ text: String, at name: String) throws {
    let file = folder.appendingPathComponent(name)
    if ProcessInfo.processInfo.environment["TRIPTYCH_RECORD_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try Data("\(text)\n".utf8).write(to: file)
    }
    let approved = try String(contentsOf: file, encoding: .utf8)
    #expect("\(text)\n" == approved, "\(name) is drawn otherwise than approved")
  }
}
