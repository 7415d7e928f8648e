import Evidence
import Measurement
import Reporting
import StudyKit

/// Cells that come on screen in a second of fast scrolling: two finger flicks over rows of three.
let cellsPerSecond = 30.0

/// What scrolling costs by each path.
let feedTable = QuantityTable(
  id: "feed", title: "A feed, scrolled down and back",
  summary: "Cells of \(Int(cellSide)) points, each with a picture of its own made from one of six "
    + "photographs, go by once downwards and once upwards on a screen of scale \(usualScale). What "
    + "is made is kept in a `LockedCache` of \(budget / 1_000_000) MB, its cost the bytes of its "
    + "pixels. Every path has a fresh process. The share of a core is for "
    + "\(Int(cellsPerSecond)) cells a second.",
  corner: "path", rows: Path.allCases.map { .init(id: $0.rawValue, title: $0.title) },
  columns: [
    .init(id: "cells", title: "cells", unit: ""),
    .init(id: "decodes", title: "decodes a cell", unit: "", places: 2),
    .init(id: "hits", title: "hits on the way back", unit: "%"),
    .init(id: "evictions", title: "evictions a cell", unit: "", places: 2),
    .init(id: "down", title: "processor, a cell down", unit: "ms", places: 2),
    .init(id: "back", title: "processor, a cell back", unit: "ms", places: 2),
    .init(id: "core", title: "of a core", unit: "%", places: 1),
    .init(id: "kept", title: "kept at the end", unit: "MB", places: 1),
    .init(id: "peak", title: "peak memory", unit: "MB", places: 1),
  ])

extension Profile {
  /// Cells of the feed, as many of each photograph.
  fileprivate var feedCells: Int {
    switch self {
    case .quick: 18
    case .standard: 48
    case .full: 96
    }
  }
}

/// The probes that scroll, one a path.
let feedProbes: [String: Experiment.Probe] = Path.allCases.reduce(into: [:]) { probes, path in
  probes["feed-\(path.rawValue)"] = { try scroll($0, by: path) }
}

private func scroll(_ context: TrialContext, by path: Path) throws -> [Double] {
  let feed = Feed(
    try Album(context.photos), cells: context.profile.feedCells, seed: context.seed)
  var count = Feed.Count()
  let peak = try peakMegabytes {
    count = try feed.scroll(by: path, clock: processorNanosecondsNow)
  }
  return count.readings + peak
}

extension Feed.Count {
  /// The columns of the table but the last, in their order.
  var readings: [Double] {
    let cells = Double(shown) / 2
    let total = processor[0] + processor[1]
    return [
      cells, Double(decodes) / cells, Double(shown - decodes) / cells * 100,
      Double(evictions) / cells,
      processor[0] / cells / 1e6, processor[1] / cells / 1e6,
      total / Double(shown) / 1e9 * cellsPerSecond * 100, Double(bytesKept) / 1e6,
    ]
  }
}

/// Scrolls by every path, each in a fresh process.
func feedReadings(
  _ context: TrialContext, report: (Double) -> Void
) async throws -> [Reading] {
  let columns = feedTable.grid?.columns.map(\.id) ?? []
  var readings: [Reading] = []
  for (index, path) in Path.allCases.enumerated() {
    report(Double(index) / Double(Path.allCases.count))
    let values = try await context.probe("feed-\(path.rawValue)")
    readings += zip(columns, values).map { Reading(feedTable.cell(path.rawValue, $0), [$1]) }
  }
  return readings
}
