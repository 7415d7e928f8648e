import Evidence
import Foundation
import Imaging
import Measurement
import Reporting
import StudyKit

/// What every path gives and takes on screens of all scales, for one file.
struct Screens: Sendable {
  let photograph: Photograph

  static let all = [Screens(photograph: .hero), Screens(photograph: .heroJPEG)]

  private var format: String { photograph == .hero ? "WebP" : "JPEG" }

  /// One path on one screen.
  struct Row: Sendable {
    let path: Path
    let scale: Int
    var id: String { "\(path.rawValue)-\(scale)" }
    /// The row whose picture it shares: what does not depend on the scale is made once.
    var made: Row { path.dependsOnScale ? self : Row(path: path, scale: 1) }
  }

  static let rows = Path.allCases.flatMap { path in
    scales.map { Row(path: path, scale: $0) }
  }
  private static let made = rows.filter { $0.made.scale == $0.scale }

  var table: QuantityTable {
    QuantityTable(
      id: "\(format.lowercased())-screens", title: "\(format), on every screen",
      summary: "What a cell of \(Int(cellSide)) points costs and shows on screens of scale 1, 2 "
        + "and 3, from the same \(format) of 2560×679. Time is from the file to the picture that "
        + "is kept, without the encode; memory is how far a fresh process grew beyond what it held "
        + "with the file read. Quality is that of what is *seen*: what is kept, brought to the "
        + "cell's pixels **on that row's screen**, against the whole photograph brought there by "
        + "Lanczos. (The renderer's stand-in is that very filter, so it scores "
        + "\(Int(Likeness.same)) dB, no difference, by construction: it is the mark that the "
        + "thumbnails are held against.)",
      corner: "path, scale of the screen",
      rows: Self.rows.map { .init(id: $0.id, title: "\($0.path.title), \($0.scale)×") },
      columns: [
        .init(id: "wall", title: "time", unit: "ms", places: 1),
        .init(id: "processor", title: "processor time", unit: "ms", places: 1),
        .init(id: "peak", title: "peak memory", unit: "MB", places: 2),
        .init(id: "kept", title: "kept", unit: "kB"),
        .init(id: "jpeg", title: "as JPEG 100", unit: "kB", places: 1),
      ] + Likeness.columns,
      chart: .tradeOff(x: "kept", y: "ssim"))
  }

  // MARK: - Readings

  /// All that is read: times, memory, and in the first trial what comes out the same every time.
  func readings(
    _ album: Album, _ context: TrialContext, rounds: Int
  ) async throws -> [Reading] {
    try times(album, rounds: rounds) + (await peaks(context))
      + (context.trial == 1 ? likenesses(album) : [])
  }

  /// Times every path in turn.
  private func times(_ album: Album, rounds: Int) throws(ImagingError) -> [Reading] {
    var wall: [String: [Double]] = [:]
    var processor: [String: [Double]] = [:]
    for _ in 0..<rounds {
      for row in Self.made {
        let (start, processorStart) = (nanosecondsNow(), processorNanosecondsNow())
        blackHole(try row.path.picture(of: album[photograph], for: cell(scale: row.scale)))
        processor[row.id, default: []].append(
          Double(processorNanosecondsNow() - processorStart) / 1e6)
        wall[row.id, default: []].append(Double(nanosecondsNow() - start) / 1e6)
      }
    }
    return Self.rows.flatMap { row in
      [("wall", wall), ("processor", processor)].compactMap { column, values in
        values[row.made.id].map { Reading(table.cell(row.id, column), [median($0)]) }
      }
    }
  }

  /// What is kept, what it weighs, and what is seen of it.
  private func likenesses(_ album: Album) throws(ImagingError) -> [Reading] {
    let file = album[photograph]
    let original = try file.decoded().pixels
    let best = scales.map {
      original.resized(to: file.info.size.fitted(within: cell(scale: $0).maxPixelSize))
    }
    var readings: [Reading] = []
    for row in Self.rows {
      let picture = try row.path.picture(of: file, for: cell(scale: row.scale))
      let seen = Likeness(picture, against: best[row.scale - 1])
      let values = [
        ("kept", Double(picture.byteCount) / 1e3),
        ("jpeg", Double(try picture.jpeg(quality: 100).count) / 1e3),
        ("psnr", seen.decibels), ("ssim", seen.structure),
      ]
      readings += values.map { Reading(table.cell(row.id, $0.0), [$0.1]) }
    }
    return readings
  }

  /// The growth of fresh processes, one a path and, where it matters, a scale.
  private func peaks(_ context: TrialContext) async throws -> [Reading] {
    var peaks: [String: [Double]] = [:]
    for row in Self.made { peaks[row.id] = try await context.probe(probeName(of: row)) }
    return Self.rows.compactMap { row in
      peaks[row.made.id].flatMap { $0.isEmpty ? nil : Reading(table.cell(row.id, "peak"), $0) }
    }
  }

  /// The probes behind ``peaks(_:)``.
  var probes: [String: Experiment.Probe] {
    Self.made.reduce(into: [:]) { probes, row in
      probes[probeName(of: row)] = { context in
        let file = try Album(context.photos)[photograph]
        return try peakMegabytes { try row.path.picture(of: file, for: cell(scale: row.scale)) }
      }
    }
  }

  private func probeName(of row: Row) -> String { "peak-\(format.lowercased())-\(row.id)" }
}

/// How far the process grows while the body runs, in megabytes; empty where it cannot be told.
func peakMegabytes<Result>(_ body: () throws -> Result) rethrows -> [Double] {
  guard PeakMemory.reset(), let base = PeakMemory.bytes else { return [] }
  blackHole(try body())
  return PeakMemory.bytes.map { [Double($0 - base) / 1e6] } ?? []
}
