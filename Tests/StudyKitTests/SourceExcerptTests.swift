import Foundation
import Reporting
import Testing

@testable import StudyKit

@Suite struct SourceExcerptTests {
  @Test func `the lines between the marks are cut, their common indentation removed`() throws {
    let text = """
      struct Cache {
        // lesson: heart
        func read() {
          inner()

        }
        // lesson: end
      }
      """
    let excerpts = try cutExcerpts(from: text, file: "Cache.swift")
    #expect(
      excerpts == [
        SourceExcerpt(
          name: "heart", file: "Cache.swift", line: 3, text: "func read() {\n  inner()\n\n}")
      ])
  }

  @Test func `blank lines do not count as indentation, other comments not as marks`() throws {
    let text = "// lesson: a\n    x\n \n    // see lesson: b\n// lesson: end\n"
    #expect(try cutExcerpts(from: text, file: "f").map(\.text) == ["x\n\n// see lesson: b"])
  }

  @Test func `one file may hold several excerpts, and an empty one`() throws {
    let text = "// lesson: a\nx\n// lesson: end\n// lesson: b\n// lesson: end"
    let excerpts = try cutExcerpts(from: text, file: "f")
    #expect(excerpts.map(\.name) == ["a", "b"])
    #expect(excerpts.map(\.text) == ["x", ""])
  }

  @Test(arguments: [
    ("x\n// lesson: a\ny", ExcerptError.unclosed(name: "a", file: "f", line: 2)),
    ("// lesson: a\n// lesson: b\n// lesson: end", .nested(name: "b", file: "f", line: 2)),
    ("x\n  // lesson: end", .unopened(file: "f", line: 2)),
  ])
  func `a mark that does not match is an error with its line`(text: String, error: ExcerptError) {
    #expect(throws: error) { try cutExcerpts(from: text, file: "f") }
  }

  @Test func `names are unique over all files, and files must be there`() throws {
    let root = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: root) }
    let text = "// lesson: a\nx\n// lesson: end\n"
    for file in ["one.swift", "two.swift"] {
      try Data(text.utf8).write(to: root.appending(path: file))
    }
    #expect(try sourceExcerpts(from: ["one.swift"], under: root).map(\.file) == ["one.swift"])
    #expect(throws: ExcerptError.duplicate(name: "a", file: "two.swift", line: 1)) {
      try sourceExcerpts(from: ["one.swift", "two.swift"], under: root)
    }
    #expect(throws: ExcerptError.unreadable(file: "three.swift")) {
      try sourceExcerpts(from: ["three.swift"], under: root)
    }
  }

  @Test func `a quotation that no file holds is an error`() throws {
    #expect(throws: ExcerptError.missing(name: "heart")) {
      try checkQuotations(of: sampleDescription, in: [])
    }
    let heart = SourceExcerpt(name: "heart", file: "f", line: 1, text: "")
    try checkQuotations(of: sampleDescription, in: [heart])
  }

  @Test func `the package is found from a source file, and nothing from nowhere`() throws {
    let root = try #require(packageRoot(builtFrom: #filePath))
    #expect(FileManager.default.fileExists(atPath: root.appending(path: "Package.swift").path))
  }
}
