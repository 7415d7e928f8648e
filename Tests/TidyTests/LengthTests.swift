import Testing

@Suite struct LengthTests {
  @Test func `no file, line or function is too long`() throws {
    #expect(Project.sources.count > 40)
    for file in Project.sources {
      #expect(Lengths.faults(in: try Project.text(of: file)).isEmpty, "\(file)")
    }
  }

  @Test func `no script has a line that is too long`() throws {
    for file in Project.files where file.hasPrefix("Scripts/") || file.hasPrefix(".ci/") {
      #expect(Lengths.faults(in: try Project.text(of: file)).isEmpty, "\(file)")
    }
  }

  @Test func `lines are counted in characters, and the limit itself is allowed`() {
    let wide = String(repeating: "é", count: Lengths.columns)
    #expect(Lengths.faults(in: wide).isEmpty)
    #expect(Lengths.faults(in: "\n\(wide)x") == ["2: 101 columns, over 100"])
  }

  @Test func `a file of the limit passes, one line more fails`() {
    let text = String(repeating: "\n", count: Lengths.lines)
    #expect(Lengths.faults(in: text).isEmpty)
    #expect(Lengths.faults(in: text + "\n") == ["401 lines, over 400"])
  }

  @Test(arguments: [
    "func work() {", "  public static func work<T>(_ value: T) {", "  init?(_ text: String) {",
    "  deinit {", "  var sum: Int {", "  @inlinable public func work() async throws {",
    "static int work(int value) {", "CJPEGStatus *work(void) {", "  subscript(index: Int) -> Int {",
    "  func work(\n    value: Int\n  ) throws {", "  func work()\n    -> Int\n  {",
  ])
  func `a long function is found however it is declared`(declaration: String) {
    let indentation = String(declaration.prefix { $0 == " " })
    func text(lines: Int) -> String {
      let extra = declaration.split(separator: "\n").count + 1
      return declaration + "\n"
        + String(repeating: "\(indentation)  work()\n", count: lines - extra)
        + "\(indentation)}\n"
    }
    #expect(Lengths.faults(in: text(lines: Lengths.functionLines)).isEmpty)
    #expect(
      Lengths.faults(in: text(lines: Lengths.functionLines + 1))
        == ["1: a function of 81 lines, over 80"])
  }

  @Test func `a requirement has no body, nor has a function on one line`() {
    let lines = """
      protocol Cache {
        func read()
        func write() async
          -> Int
        var count: Int { get }
        init() {}
      }
      func next() {
      }
      """.split(separator: "\n")
    #expect(Lengths.functions(in: lines) == [7...8])
  }
}
