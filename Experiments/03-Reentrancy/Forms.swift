import Caching
import Evidence
import Foundation
import Reporting
import StudyKit

/// The three forms of the study's cache and loader, read from the sources.
struct Form: Sendable {
  let keeper: Keeper
  /// The loader's file. The three loaders offer the same interface.
  let loader: String
  /// The cache's files: the class or actor, and the interfaces that it alone needs.
  let cache: [String]

  static let all = [
    Form(
      keeper: .lock, loader: "LockedLoader",
      cache: ["Backends/LockedCache", "LockingImageCache"]),
    Form(
      keeper: .queue, loader: "QueueLoader", cache: ["Backends/QueueCache", "EnqueuingImageCache"]),
    Form(keeper: .actor, loader: "ActorLoader", cache: ["Backends/ActorCache"]),
  ]

  /// The backend whose promises the form's cache gives.
  var backend: Backend<String>? { Backend<String>.all.first { $0.name == backendName } }

  var backendName: String {
    switch keeper {
    case .lock: "LockedCache"
    case .queue: "QueueCache"
    case .actor: "ActorCache"
    }
  }

  /// What is read off the form, by quantity.
  func readings(under root: URL) throws -> [Reading] {
    let folder = root.appending(path: "Sources/Subject/Caching")
    func text(_ file: String) throws -> String {
      try String(contentsOf: folder.appending(path: "\(file).swift"), encoding: .utf8)
    }
    let (loader, cache) = (try text("Coalescing/\(loader)"), try cache.map(text).joined())
    return [
      Reading("loader-lines/\(keeper.rawValue)", [Double(codeLines(in: loader))]),
      Reading("cache-lines/\(keeper.rawValue)", [Double(codeLines(in: cache))]),
      Reading("escapes/\(keeper.rawValue)", [Double(escapes(in: loader) + escapes(in: cache))]),
    ]
  }
}

/// Lines that hold anything but a comment.
func codeLines(in text: String) -> Int {
  text.split(separator: "\n").count { line in
    let code = line.trimmingPrefix { $0 == " " }
    return !code.isEmpty && !code.hasPrefix("//")
  }
}

/// How often the compiler's own check is switched off.
func escapes(in text: String) -> Int {
  text.split(separator: "\n").filter { !$0.trimmingPrefix { $0 == " " }.hasPrefix("//") }
    .reduce(0) { $0 + $1.ranges(of: "@unchecked").count }
}

/// How much is written for each form.
let formTable = QuantityTable(
  id: "forms", title: "How much is written for each form?",
  summary: "Lines without comments and blank lines, counted in the sources of this package as the "
    + "experiment ran. The three loaders offer the same interface, so their lines can be compared "
    + "as they are. The caches cannot: what is written around the lock and the queue also answers "
    + "plain calls and completion handlers, which the actor does not.",
  quantities: [
    ("loader-lines", "the loader", "lines"), ("cache-lines", "the cache", "lines"),
    ("escapes", "`@unchecked` in both", ""),
  ].flatMap { id, title, unit in
    Form.all.map {
      Quantity(
        id: "\(id)/\($0.keeper.rawValue)", title: "\($0.keeper.rawValue): \(title)", unit: unit)
    }
  })

extension RealPart {
  /// The sources of the three forms, counted.
  static let comparingForms = RealPart(quantities: [formTable], length: { _ in .zero }) { context in
    guard let root = packageRoot() else { return Observations() }
    return Observations(
      readings: try Form.all.filter { context.includes($0.keeper.rawValue) }
        .flatMap { try $0.readings(under: root) })
  }
}
