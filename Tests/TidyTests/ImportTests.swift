import Testing

@Suite struct ImportTests {
  @Test func `every file keeps the law of imports`() async throws {
    let law = ImportLaw(modules: try await Module.all())
    #expect(law.modules.count > 15)
    for module in law.modules {
      let files = Project.files(in: [module.path], endings: ["swift"])
      let faults = try Project.faults(in: files) { text, _ in
        law.faults(inText: text, of: module)
      }
      #expect(faults + law.faults(inDependenciesOf: module) == [])
    }
  }

  private static let madeUp = ImportLaw(modules: [
    Module("CJPEG", path: "Sources/System/CJPEG"),
    Module("CClock", path: "Sources/System/CClock"),
    Module("Caching", path: "Sources/Subject/Caching"),
    Module("Imaging", path: "Sources/Subject/Imaging", uses: ["CJPEG"]),
    Module("Evidence", path: "Sources/Instruments/Evidence"),
    Module("Stress", path: "Sources/Instruments/Stress", uses: ["Evidence", "CClock"]),
    Module("Greedy", path: "Sources/Instruments/Greedy", uses: ["Evidence", "Caching", "CJPEG"]),
    Module("Reporting", path: "Sources/Notebook/Reporting", uses: ["Evidence"]),
    Module("Unlisted", path: "Sources/Notebook/Unlisted", uses: ["Evidence"]),
    Module(
      "Ordering", path: "Experiments/Ordering", type: "executable", uses: ["Caching", "Stress"]),
    Module("triptych", path: "Sources/Notebook/triptych", type: "executable", uses: ["Ordering"]),
    Module("OrderingTests", path: "Tests/OrderingTests", type: "test", uses: ["Ordering"]),
    Module("Stray", path: "Sources/Stray"),
  ])

  @Test(arguments: [
    ("Stress", "import Evidence\nimport CClock\nimport Foundation", []),
    ("Ordering", "import Caching\nimport Stress", []),
    ("OrderingTests", "@testable import Ordering\nimport Testing", []),
    ("Caching", "// import Stress\n/// import Stress\nlet important = 1", []),
    ("Stress", "import Caching", ["Stress imports Caching and does not declare it"]),
    ("Caching", "public import Stress", ["Caching imports Stress and does not declare it"]),
    (
      "Greedy", "@preconcurrency public import struct Caching.CacheKey",
      ["Greedy imports Caching, against the table of imports"]
    ),
    ("Greedy", "import CJPEG", ["Greedy imports CJPEG, against the table of imports"]),
    ("Unlisted", "import Evidence", ["Unlisted imports Evidence, against the table of imports"]),
    ("triptych", "import Ordering", ["triptych imports the executable Ordering"]),
    ("Caching", "import Testing", ["Caching imports Testing, which is not open to it"]),
    ("Caching", "  import Glibc", ["Caching imports Glibc, which is not open to it"]),
  ])
  func `the law tells a good file from a bad one`(
    name: String, text: String, faults: [String]
  ) throws {
    let module = try #require(Self.madeUp.modules.first { $0.name == name })
    #expect(Self.madeUp.faults(inText: text, of: module) == faults)
  }

  @Test(arguments: [
    ("Stress", []),
    ("Reporting", []),
    ("Ordering", []),
    (
      "Greedy",
      [
        "Greedy declares Caching, against the table of imports",
        "Greedy declares CJPEG, against the table of imports",
        "Greedy is a library and sees both the subject and an instrument",
      ]
    ),
    ("Stray", ["Stray lies in no wing: Sources/Stray"]),
  ])
  func `a library that declares both the subject and an instrument fails`(
    name: String, faults: [String]
  ) throws {
    let module = try #require(Self.madeUp.modules.first { $0.name == name })
    #expect(Self.madeUp.faults(inDependenciesOf: module) == faults)
  }
}
