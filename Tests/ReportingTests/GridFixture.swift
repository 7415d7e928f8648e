import Evidence
import Foundation

@testable import Reporting

/// A fixed run with two grids, one of bars and one of points, and a sheet of pictures.
enum GridFixture {
  static let paths: [QuantityGrid.Header] = [
    .init(id: "whole", title: "whole picture, then shrunk"),
    .init(id: "scaled", title: "scaled while it is decoded"),
    .init(id: "draw", title: "drawn by a renderer, as published"),
    .init(id: "thumbnail", title: "thumbnail of the file"),
  ]

  static let times = QuantityTable(
    id: "times", title: "Where the time goes", summary: "Each path of {paths}, part by part.",
    corner: "path", rows: paths,
    columns: [
      .init(id: "decode", title: "decode", unit: "ms", places: 2),
      .init(id: "shrink", title: "shrink", unit: "ms", places: 2),
      .init(id: "encode", title: "encode", unit: "ms", places: 2),
    ],
    chart: .stackedBars
  ) { row, column, quantity in
    // What is read from the file as a thumbnail is not encoded again.
    if row == "thumbnail", column == "encode" { return nil }
    var quantity = quantity
    if row == "scaled", column == "decode" { quantity.atMost = 5 }
    return quantity
  }

  static let memory = QuantityTable(
    id: "memory", title: "Quality against memory", summary: "Against the float reference.",
    corner: "path", rows: paths,
    columns: [
      .init(id: "peak", title: "peak memory", unit: "MB", places: 1),
      .init(id: "psnr", title: "PSNR", unit: "dB", places: 1, atLeast: 50),
      .init(id: "size", title: "a|b", unit: ""),
    ],
    chart: .tradeOff(x: "peak", y: "psnr")
  ) { row, column, quantity in
    guard column == "size" else { return quantity }
    var quantity = quantity
    quantity.unit = row == "whole" ? "kB" : "B"
    return quantity
  }

  static let sheet = PictureSheet(
    id: "sharpness", title: "One cell on a screen of two pixels a point",
    summary: "Look at the edges, at {psnr/small}.", shown: .init(width: 156, height: 41),
    part: .init(x: 60, y: 8, width: 40, height: 24), times: 5, columns: 3,
    cells: [
      .init(id: "small", caption: "half the pixels: PSNR {psnr/small}"),
      .init(id: "native", caption: "all <pixels> of the screen"),
      .init(id: "none", caption: "by a tool that is not here"),
      .init(id: "again", caption: "all pixels again, in the next row"),
    ])

  static let description = ExperimentDescription(
    name: "09-Downsampling", question: "What keeps the quality?", minutes: 9, claims: [],
    quantities: [times, memory], pictures: [sheet], why: [], cures: [],
    tryIt: Exercise(change: "", predict: "", command: "", answer: ""), doesNotShow: [],
    method: ["Read in {paths}."])

  static let readings = [
    Reading("times/whole/decode", [24.1, 23.9, 26]), Reading("times/whole/shrink", [3.2]),
    Reading("times/whole/encode", [41]), Reading("times/scaled/decode", [5.004]),
    Reading("times/scaled/shrink", [0.41]), Reading("times/scaled/encode", [0.38]),
    Reading("times/draw/decode", [24.2]), Reading("times/draw/shrink", [2]),
    Reading("times/draw/encode", []), Reading("times/thumbnail/decode", [0.1]),
    Reading("times/thumbnail/shrink", [0.05]), Reading("memory/whole/peak", [24.6]),
    Reading("memory/whole/psnr", [99]), Reading("memory/whole/size", [12]),
    Reading("memory/scaled/peak", [1.1]), Reading("memory/scaled/psnr", [51.2, 51.4]),
    Reading("memory/scaled/size", [2_900]), Reading("memory/draw/peak", [23.9]),
    Reading("memory/draw/psnr", [48]),
  ]

  static func picture(_ cell: String, _ file: String) throws -> PictureRecord {
    let bytes = try Data(contentsOf: Golden.folder.appendingPathComponent("grids/\(file)"))
    let isSmall = file.hasPrefix("small")
    return PictureRecord(
      sheet: "sharpness", cell: cell, width: isSmall ? 78 : 156, height: isSmall ? 21 : 41,
      format: isSmall ? .jpeg : .webp, bytes: bytes)
  }

  static func record() throws -> ExperimentRecord {
    ExperimentRecord(
      description: description,
      run: RunConditions(
        profile: "standard", isEvidence: true, seed: 7, trials: 3, backends: [],
        started: "2026-11-30T02:28:23Z", seconds: 61, environment: []),
      variants: [], readings: readings,
      pictures: try [
        picture("small", "small.jpg"), picture("native", "native.webp"),
        picture("again", "native.webp"),
      ],
      conclusion: Conclusion(
        headline: "The size in pixels.", verdicts: [:],
        fields: ["paths": "3 rounds", "psnr/small": "25 dB"], traits: []),
      sources: [])
  }
}
