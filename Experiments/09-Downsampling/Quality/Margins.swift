import Evidence
import Imaging
import Measurement
import Reporting

/// How much the codec leaves to the filter.
private struct Margin: Sendable {
  let id: String
  let title: String
  let decoding: ThumbnailOptions.Decoding

  static let all =
    [1, 2, 4].map {
      Margin(id: "\($0)", title: "at least \($0) ×", decoding: .scaled(margin: Double($0)))
    } + [Margin(id: "full", title: "all of it", decoding: .full)]
}

/// A file with the name that its rows have.
private let marginFiles: [(id: String, photograph: Photograph)] = [
  ("hero-jpeg", .heroJPEG), ("hero-webp", .hero), ("stars", .deepField),
]

/// How much must a codec leave to the filter?
let marginTable = QuantityTable(
  id: "margins", title: "How much must a codec leave to the filter?",
  summary: "A codec shrinks fast and coarsely, so it is asked for some times the size wanted and "
    + "Lanczos does the rest. Each file to \(Int(cellSide)) pixels, with the codec asked for at "
    + "least so many times that (a JPEG can only be halved up to three times; the same figures "
    + "twice mean the same decode). Quality is against Lanczos over the full decode, at the "
    + "thumbnail's own size. Memory is the most bytes that the allocator had given out at once. "
    + "`\(Photograph.deepField.rawValue)` is the sharpest of the photographs: stars are points.",
  corner: "file, what is decoded",
  rows: marginFiles.flatMap { file in
    Margin.all.map {
      .init(id: "\(file.id)-\($0.id)", title: "\(file.photograph.rawValue), \($0.title)")
    }
  },
  columns: [
    .init(id: "decoded", title: "decoded", unit: "kpx"),
    .init(id: "time", title: "processor time", unit: "ms", places: 1),
    .init(id: "peak", title: "peak memory", unit: "kB"),
  ] + Likeness.columns,
  chart: .tradeOff(x: "time", y: "psnr"))

/// Makes every thumbnail, and reads what it took and how near it came.
func marginReadings(_ album: Album, rounds: Int) async throws(ImagingError) -> [Reading] {
  var readings: [Reading] = []
  for (id, photograph) in marginFiles {
    let file = album[photograph]
    let best = try file.decoded().pixels.resized(to: file.info.size.fitted(within: Int(cellSide)))
    for margin in Margin.all {
      let wanted = ThumbnailOptions(maxPixelSize: Int(cellSide), decoding: margin.decoding)
      let made = try file.thumbnail(wanted)
      let seen = Likeness(made.pixels, against: best)
      var times: [Double] = []
      for _ in 0..<rounds {
        let start = processorNanosecondsNow()
        blackHole(try file.thumbnail(wanted))
        times.append(Double(processorNanosecondsNow() - start) / 1e6)
      }
      let peak = await AllocationCount.peakBytes { blackHole(try? file.thumbnail(wanted)) }
      let values: [(String, Double?)] = [
        ("decoded", Double(made.path.decodedSize.pixelCount) / 1e3), ("time", median(times)),
        ("peak", peak.map { Double($0) / 1e3 }), ("psnr", seen.decibels), ("ssim", seen.structure),
      ]
      readings += values.compactMap { column, value in
        value.map { Reading(marginTable.cell("\(id)-\(margin.id)", column), [$0]) }
      }
    }
  }
  return readings
}
