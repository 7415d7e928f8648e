import Evidence
import Foundation
import Imaging
import Measurement
import Reporting
import StudyKit

/// `triptych thumbnail`: the downsampler on a file.
struct ThumbnailCommand {
  let console: Console

  /// Its options.
  static let options = [
    CommandOption("max-pixel-size", .one("N"), summary: "the longest side at most, in pixels"),
    CommandOption("scale", .one("S"), summary: "the screen's scale, if N is in points (1)"),
    CommandOption(
      "decode", .one("HOW"),
      summary: "full: the whole picture; scaled: smaller by the codec first (scaled)"),
    CommandOption("orient", summary: "turn the picture upright by its EXIF orientation"),
    CommandOption("linear", summary: "take the mean of light, not of the samples as stored"),
    CommandOption("lenient", summary: "of a damaged file take what there is, and say so"),
    CommandOption(
      "quality", .one("Q"), summary: "of the thumbnail's file, 1 to 100 (\(usualQuality))"),
  ]

  func run(_ line: ParsedCommandLine) throws -> Int32 {
    let request = try Request(line)
    let report: Report
    do {
      report = try make(request)
    } catch let error as ImagingError {
      guard case .damaged = error, !request.options.options.isLenient else { throw error }
      throw UsageError("\(error); --lenient takes what there is of it")
    }
    if report.isLying {
      console.note(
        "triptych: \(request.input) is stored lying (orientation "
          + "\(report.source.orientation ?? 1)), and the thumbnail lies as well; --orient turns it")
    }
    if report.isPartial {
      console.note(
        "triptych: \(request.input) is damaged (\(report.warnings.counted("warning"))): "
          + "parts of the thumbnail are made up")
    }
    try console.print(line.has("json") ? try prettyJSON(report) : report.text(request.output))
    return RunStatus.fine.rawValue
  }

  /// Makes the thumbnail and its file, both timed, and writes it.
  private func make(_ request: Request) throws -> Report {
    let source = try ImageSource(contentsOf: request.input)
    let base = PeakMemory.reset() ? PeakMemory.bytes : nil
    let start = nanosecondsNow()
    let image = try source.thumbnail(request.options)
    let shrunk = nanosecondsNow()
    let file =
      switch request.format {
      case .jpeg:
        try image.pixels.jpeg(quality: request.quality, colorProfile: image.colorProfile)
      case .webP:
        try image.pixels.webP(quality: request.quality, colorProfile: image.colorProfile)
      }
    let end = nanosecondsNow()
    let isTurned = request.options.appliesOrientation && source.info.orientation != .up
    let peak = PeakMemory.bytes
    try request.write(file)
    if source.info.colorProfileByteCount > 0, image.colorProfile == nil {
      console.note(
        "triptych: the colour profile of \(request.input) is for grey or inks and was left out: "
          + "the thumbnail is RGB")
    }
    return Report(
      input: request.input, output: request.output, quality: request.quality,
      maxPixelSize: request.options.maxPixelSize,
      source: .init(source.info, byteCount: source.byteCount),
      thumbnail: .init(
        format: request.format.rawValue, width: image.pixels.width, height: image.pixels.height,
        bytes: file.count),
      path: .init(image.path, isTurned: isTurned),
      milliseconds: .init(
        decodeAndShrink: Double(shrunk - start) / 1e6, encode: Double(end - shrunk) / 1e6),
      peakMemoryBytes: base.flatMap { base in peak.map { max(0, $0 - base) } },
      warnings: image.warningCount, isPartial: image.isPartial,
      colorProfileBytes: image.colorProfile?.count ?? 0)
  }
}

/// The quality of a thumbnail's file unless told otherwise.
let usualQuality = 85
