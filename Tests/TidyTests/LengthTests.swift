import Testing

@Suite struct LengthTests {
  @Test func `no file, line or function is too long`() throws {
    #expect(Project.sources.count > 40)
    let scripts = Project.files.filter { $0.hasPrefix("Scripts/") || $0.hasPrefix(".ci/") }
    let faults = try Project.faults(in: Project.sources + scripts) { text, _ in
      Lengths.faults(in: text)
    }
    #expect(faults == [])
  }

  @Test func `lines are counted in characters, and the limit itself is allowed`() {
    let wide = String(repeating: "é", count: Lengths.columns)
    #expect(Lengths.faults(in: wide).isEmpty)
    #expect(Lengths.faults(in: "\n\(wide)x") == ["2: 101 columns, over 100"])
  }

  @Test func `a file of the limit passes, one line more fails`() {
    let text = String(repeating: "\n", count: Lengths.lines)
    #expect(Lengths.faults(in: text).isEmpty)
    #expect(
      Lengths.faults(in: text + "\n") == ["\(Lengths.lines + 1) lines, over \(Lengths.lines)"])
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
        == ["1: a function of \(Lengths.functionLines + 1) lines, over \(Lengths.functionLines)"])
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
