import Testing

/// What the pages beside the sources show and name, against the sources.
@Suite struct ReadmeTests {
  @Test func `the code that shows Interleaving to its users is compiled in its tests`() throws {
    let blocks =
      try Self.blocks(of: "Sources/Instruments/Interleaving/README.md")
      + Self.blocks(of: "README.md").filter { $0.contains("import Interleaving") }.map {
        $0.replacing(/^(?:import \w+\n)+\n/, with: "")
      }
    #expect(blocks.count > 5)
    let sources = try Project.files(
      in: ["Tests/InterleavingTests", "Tests/ImageLoaderTests"], endings: ["swift"]
    ).map { Self.withoutIndentation(try Project.text(of: $0)) }
    for block in blocks where !block.contains("Package.swift") {
      let code = Self.withoutIndentation(block)
      #expect(sources.contains { $0.contains(code) }, "\(block)")
    }
  }

  @Test func `the code that shows Imaging to its users is compiled in its tests`() throws {
    let blocks = try Self.blocks(of: "README.md").filter { $0.contains("import Imaging") }.map {
      $0.replacing(/^(?:import \w+\n)+\n/, with: "")
    }
    #expect(blocks.count == 1)
    let source = try Project.text(of: "Tests/ImagingTests/ReadmeTests.swift")
    for block in blocks {
      #expect(Self.withoutIndentation(source).contains(Self.withoutIndentation(block)), "\(block)")
    }
  }

  @Test func `every test that the page of public reports names is there`() throws {
    let page = try Project.text(of: "Tests/PublicReportsTests/README.md")
    let names = page.matches(of: #/\*([^*]+)\*/#).map { String($0.1) }
    #expect(names.count > 40)
    let sources = try Project.files(in: ["Tests"], endings: ["swift"]).map(Project.text)
    for name in names {
      #expect(sources.contains { $0.contains("func `\(name)`") }, "\(name)")
    }
  }

  /// The Swift blocks of a page.
  private static func blocks(of page: String) throws -> [String] {
    try Project.text(of: page).matches(of: /```swift\n((?:.*\n)*?)```/).map { String($0.1) }
  }

  /// A test lies deeper than what a page shows of it.
  private static func withoutIndentation(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { String($0.drop { $0 == " " }) }.joined(separator: "\n")
  }
}
