// swift-tools-version: 6.3

import PackageDescription

// Three wings: the subject is what is compared, the instruments are how it is observed, the
// notebook is how it is told. The law of imports: no library sees both the subject and an
// instrument; only executables and tests do.

/// The experiments, each with what it uses beside the notebook, and the folders in it that are not
/// for the Swift compiler.
let experiments: [(name: String, uses: [Target.Dependency], exclude: [String])] = [
  (
    name: "00-Instruments", uses: ["Imaging", "Interleaving", "Measurement"],
    exclude: ["Peers", "Witness"]
  ),
  (
    name: "01-Ordering", uses: ["Caching", "Imaging", "Interleaving", "Measurement", "Stress"],
    exclude: []
  ),
  (name: "02-HitCost", uses: ["Caching", "Imaging", "Measurement"], exclude: []),
  (
    name: "03-Reentrancy", uses: ["Caching", "Interleaving", "Measurement", "Stress"], exclude: []
  ),
  (name: "09-Downsampling", uses: ["Caching", "Imaging", "Measurement"], exclude: []),
]

let package = Package(
  name: "triptych",
  platforms: [.macOS(.v26)],
  products: [
    .library(name: "Caching", targets: ["Caching"]),
    .library(name: "Imaging", targets: ["Imaging"]),
    .library(name: "Stress", targets: ["Stress", "Evidence"]),
    .library(name: "Interleaving", targets: ["Interleaving", "Evidence"]),
    .library(name: "Measurement", targets: ["Measurement", "Evidence"]),
  ],
  targets: [
    // System: one module map per C library, one C target per trick that Swift cannot do itself.
    .system("LibJPEG", pkgConfig: "libjpeg", apt: "libjpeg-dev", brew: "jpeg-turbo"),
    .system("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev", brew: "webp"),
    .shim("CJPEG", over: ["LibJPEG"]),
    .shim("COptions"),
    .shim("CInterleaving"),
    .shim("CMeasurement"),
    .shim("CAllocations"),

    // Subject: what is compared.
    .subject("Caching"),
    .subject("Imaging", uses: ["CJPEG", "CWebP"]),

    // Instruments: how it is observed.
    .instrument("Evidence"),
    .instrument("Stress", uses: ["Evidence"]),
    .instrument("Interleaving", uses: ["Evidence", "CInterleaving"], exclude: ["README.md"]),
    .instrument("Measurement", uses: ["Evidence", "CMeasurement", "CAllocations"]),

    // Notebook: how it is told.
    .notebook("Reporting", uses: ["Evidence"]),
    .notebook("StudyKit", uses: ["COptions", "Evidence", "Reporting"]),
    .executableTarget(
      name: "triptych",
      dependencies: ["Evidence", "Imaging", "Measurement", "Reporting", "StudyKit"]
        + experiments.map { .target(name: $0.name) },
      path: "Sources/Notebook/triptych"),

    // Tests: one target a module, and two that look at the whole.
    .tests(for: "Caching", uses: ["Evidence", "Stress"]),
    .tests(for: "Imaging", uses: ["Evidence", "Measurement"], exclude: ["Expected"]),
    .tests(for: "Evidence", exclude: ["Golden"]),
    .tests(for: "Stress", uses: ["Evidence"]),
    .tests(for: "Interleaving", uses: ["Evidence"]),
    .tests(for: "Measurement", uses: ["Evidence"], exclude: ["Expected"]),
    .tests(for: "Reporting", uses: ["Evidence"], exclude: ["Golden"]),
    .tests(for: "StudyKit", uses: ["Evidence", "Reporting"]),
    .tests(
      for: "triptych",
      uses: ["Evidence", "Imaging", "Reporting", "StudyKit", "fixture-experiment"]),
    .experiment("fixture-experiment", in: "Tests/Fixtures"),
    .testTarget(
      name: "ExperimentTests",
      dependencies: [
        "Caching", "Evidence", "Imaging", "Interleaving", "Measurement", "Reporting", "Stress",
        "StudyKit",
      ]
        + experiments.map { .target(name: $0.name) },
      path: "Tests/ExperimentTests"),
    .testTarget(
      name: "PublicReportsTests",
      dependencies: ["Caching", "Evidence", "Imaging", "Interleaving", "01-Ordering"],
      path: "Tests/PublicReportsTests", exclude: ["README.md"]),
    .testTarget(
      name: "ImageLoaderTests", dependencies: ["Interleaving"], path: "Tests/ImageLoaderTests"),
    .testTarget(name: "TidyTests", path: "Tests/TidyTests"),
  ]
    // Experiments: one executable a question.
    + experiments.map {
      .experiment($0.name, uses: $0.uses, exclude: $0.exclude)
    },
  swiftLanguageModes: [.v6]
)

// What a library's users would write is compiled as a fresh package compiles it: our own settings
// hide what escapes to the pool.
let outsiders = ["InterleavingTests", "ImageLoaderTests"]

for target in package.targets where target.type != .system && !outsiders.contains(target.name) {
  target.cSettings = [.treatAllWarnings(as: .error)]
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
}

extension Target {
  static func system(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(
      name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
      providers: [.apt([apt]), .brew([brew])])
  }

  static func shim(_ name: String, over system: [Dependency] = []) -> Target {
    .target(name: name, dependencies: system, path: "Sources/System/\(name)")
  }

  static func subject(_ name: String, uses: [Dependency] = []) -> Target {
    .target(name: name, dependencies: uses, path: "Sources/Subject/\(name)")
  }

  static func instrument(
    _ name: String, uses: [Dependency] = [], exclude: [String] = []
  ) -> Target {
    .target(
      name: name, dependencies: uses, path: "Sources/Instruments/\(name)", exclude: exclude)
  }

  static func notebook(_ name: String, uses: [Dependency]) -> Target {
    .target(name: name, dependencies: uses, path: "Sources/Notebook/\(name)")
  }

  static func experiment(
    _ name: String, uses: [Dependency] = [], exclude: [String] = [],
    in folder: String = "Experiments"
  ) -> Target {
    .executableTarget(
      name: name, dependencies: ["Evidence", "Reporting", "StudyKit"] + uses,
      path: "\(folder)/\(name)", exclude: exclude)
  }

  static func tests(
    for name: String, uses: [Dependency] = [], exclude: [String] = []
  ) -> Target {
    .testTarget(
      name: "\(name)Tests", dependencies: [.target(name: name)] + uses,
      path: "Tests/\(name)Tests", exclude: exclude)
  }
}
