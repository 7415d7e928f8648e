import Evidence
import Imaging
import Measurement
import Reporting

/// A step on the way that the study timed.
enum Part: String, CaseIterable {
  case decode
  case shrink
  /// Where one cannot be told from the other: rows are made smaller as they are decoded.
  case both
  case encode

  var title: String { self == .both ? "decode and shrink in one" : rawValue }
}

/// Where the time goes on each path.
let partsTable = QuantityTable(
  id: "parts", title: "Where the time goes",
  summary: "One bar a path, in its parts, for a cell of \(Int(cellSide)) points on a screen of "
    + "scale \(usualScale). *Encode* makes the JPEG of quality 100, in full colour resolution. A "
    + "thumbnail is made smaller while its rows are decoded, so these two are one part. The study "
    + "timed a fourth, the request, which is not measured here.",
  corner: "file and path",
  rows: partRows.map { row in
    .init(id: row.id, title: "\(row.format), \(row.path.title)")
  },
  columns: Part.allCases.map { .init(id: $0.rawValue, title: $0.title, unit: "ms", places: 1) },
  chart: .stackedBars
) { row, part, quantity in
  let has = partRows.first { $0.id == row }?.path.parts.map(\.rawValue) ?? []
  return has.contains(part) ? quantity : nil
}

private struct PartRow {
  let photograph: Photograph
  let path: Path
  var format: String { photograph == .hero ? "WebP" : "JPEG" }
  var id: String { "\(format.lowercased())-\(path.rawValue)" }
}

private let partRows = [Photograph.hero, .heroJPEG].flatMap { photograph in
  Path.allCases.map { PartRow(photograph: photograph, path: $0) }
}

extension Path {
  fileprivate var parts: [Part] {
    switch self {
    case .original: [.decode, .encode]
    case .renderer: [.decode, .shrink, .encode]
    case .thumbnail, .scaled: [.both, .encode]
    }
  }

  /// Goes the way once, and says how many milliseconds each part took.
  fileprivate func timedParts(
    of file: ImageSource, for cell: ScreenCell
  ) throws(ImagingError) -> [Double] {
    var stops = [nanosecondsNow()]
    var picture: Pixels
    switch self {
    case .original: picture = try file.decoded().pixels
    case .renderer:
      picture = try file.decoded().pixels
      stops.append(nanosecondsNow())
      picture = picture.resized(to: cell.renderedSize(of: file.info.size))
    case .thumbnail, .scaled: picture = try self.picture(of: file, for: cell)
    }
    stops.append(nanosecondsNow())
    blackHole(try picture.jpeg(quality: 100))
    stops.append(nanosecondsNow())
    return zip(stops, stops.dropFirst()).map { Double($1 - $0) / 1e6 }
  }
}

/// Times the parts of every path, the paths in turn; each part's reading is its median.
func partReadings(_ album: Album, rounds: Int) throws(ImagingError) -> [Reading] {
  var times: [String: [Double]] = [:]
  for _ in 0..<rounds {
    for row in partRows {
      let parts = try row.path.timedParts(of: album[row.photograph], for: cell())
      for (part, time) in zip(row.path.parts, parts) {
        times[partsTable.cell(row.id, part.rawValue), default: []].append(time)
      }
    }
  }
  return times.map { Reading($0.key, [median($0.value)]) }
}

/// The value in the middle, the higher of two.
func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
