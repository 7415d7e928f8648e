import Foundation
import Testing

/// The approved texts beside the tests; `TRIPTYCH_RECORD_GOLDEN=1` approves what is drawn now.
enum Golden {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("Golden")

  static func expect(_ text: String, at path: String) throws {
    let file = folder.appendingPathComponent(path)
    if ProcessInfo.processInfo.environment["TRIPTYCH_RECORD_GOLDEN"] == "1" {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    let approved = try String(contentsOf: file, encoding: .utf8)
    #expect(
      text == approved,
      "\(path) is drawn otherwise than approved, first at line \(firstDifference(text, approved))")
  }

  /// The approved files of the reports, relative to their folder.
  static func paths() throws -> [String] {
    try FileManager.default.subpathsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".md") || $0.hasSuffix(".svg") || $0.hasSuffix(".json") }
      .filter { !$0.hasPrefix("schedules/") && !$0.hasPrefix("grids/") }.sorted()
  }

  private static func firstDifference(_ left: String, _ right: String) -> Int {
    let left = left.split(separator: "\n", omittingEmptySubsequences: false)
    let right = right.split(separator: "\n", omittingEmptySubsequences: false)
    let same = zip(left, right).prefix { $0 == $1 }.count
    return same + 1
  }
}
