import Foundation
import Testing

@testable import StudyKit

struct PhotographTests {
  /// What is told of a folder that holds files of these names.
  private func first(of names: [String]) throws -> String {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in names { try Data().write(to: folder.appending(path: name)) }
    return try firstPhotograph(in: folder.path) { URL(filePath: $0).lastPathComponent }
  }

  @Test func `JPEG comes before WebP, then the name decides`() throws {
    #expect(try first(of: ["a.webp", "c.jpg", "b.JPEG", "a.png"]) == "b.JPEG")
    #expect(try first(of: ["b.webp", "a.WEBP", "a.png"]) == "a.WEBP")
  }

  @Test func `a folder without photographs is refused in a sentence that says what to do`() {
    #expect {
      try first(of: ["a.png"])
    } throws: {
      $0 is UsageError && "\($0)".contains("no .jpg or .webp in ")
        && "\($0)".hasSuffix("; pass --photos DIR with a photograph")
    }
    let error = UsageError(
      "cannot read the folder of photographs /nowhere/at/all; pass --photos DIR")
    #expect(throws: error) { try firstPhotograph(in: "/nowhere/at/all") { $0 } }
  }

  @Test func `what decoding says of a photograph is handed on`() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appending(path: "damaged.jpg"))
    let damaged = URL(filePath: folder.path).appending(path: "damaged.jpg").path
    #expect(throws: UsageError("\(damaged) is damaged")) {
      try firstPhotograph(in: folder.path) { path -> String in
        throw UsageError("\(path) is damaged")
      }
    }
  }
}
