import Evidence
import Foundation
import Imaging
import Reporting
import StudyKit
import Testing

@testable import _9_Downsampling

/// What 09-Downsampling declares before it runs, and what comes out the same on every machine.
struct DownsamplingPredictionTests {
  private let album: Album
  private let context: TrialContext

  init() throws {
    let photos = try #require(packageRoot()).appending(path: "Experiments/Photos").path
    album = try Album(photos)
    context = TrialContext(
      profile: .quick, seed: 1, backends: [], photos: photos, report: { _, _ in })
  }

  @Test func `each fit rule gives what is predicted, and the cure fits every cell`() throws {
    let variants = try runFits(album, context)
    #expect(variants.map(\.prediction) == fitVariants.map(\.prediction))
    for variant in variants {
      #expect(variant.tally.failures(against: variant.prediction) == 0)
      #expect(variant.tally.total == 1)
      if variant.column == FitRule.fitted.rawValue {
        #expect(variant.tally[Fit.fits.rawValue] == 1, "\(variant.row)")
      }
    }
    // The published rules part ways where the cell is not square.
    let missed = variants.filter { $0.tally[Fit.fits.rawValue] == 0 }
    #expect(
      missed.map { "\($0.row) \($0.column)" } == [
        "tall-landscape thumbnail", "tall-portrait renderer", "wide-portrait renderer",
        "wide-portrait thumbnail",
      ])
  }

  @Test func `a lying picture lies down unless it is turned, whatever the factor`() throws {
    let file = try album.lying()
    #expect(file.info.orientation == .right)
    #expect(file.info.uprightSize == (try album.portrait()).info.size)
    for (n, turned) in [(2, Sides.exact), (3, .withinOne), (16, .withinOne)] {
      let sides = try [false, true].map { isTurned in
        let thumbnail = try file.thumbnail(
          ThumbnailOptions(
            maxPixelSize: file.info.size.longSide / n, appliesOrientation: isTurned))
        return Sides(thumbnail.pixels, of: file.info.uprightSize, by: n)
      }
      #expect(sides == [.lying, turned])
    }
  }

  @Test(arguments: [
    ((50, 20), Sides.exact), ((50, 19), .withinTwo), ((49, 20), .withinTwo), ((20, 50), .lying),
    ((48, 20), .wrong), ((200, 80), .wrong),
  ])
  func `sides are told apart by the pixel`(size: (Int, Int), expected: Sides) {
    let pixels = Pixels(
      width: size.0, height: size.1, bytes: [UInt8](repeating: 0, count: 4 * size.0 * size.1))
    #expect(Sides(pixels, of: PixelSize(width: 100, height: 40), by: 2) == expected)
    let odd = PixelSize(width: 101, height: 40)
    #expect(Sides(pixels, of: odd, by: 2) == (expected == .exact ? .withinOne : expected))
  }

  @Test func `a feed counts the same for a seed, and keeps within its budget`() throws {
    let counts = try [1, 1, 2].map { seed in
      try Feed(album, cells: 18, seed: seed).scroll(by: .original) { 0 }
    }
    #expect(counts[0] == counts[1])
    for count in counts {
      #expect(count.shown == 36)
      #expect(count.decodes > 18 && count.evictions > 0)
      #expect(count.bytesKept <= budget)
    }
  }

  @Test func `what fits into the cache is decoded once`() throws {
    let count = try Feed(album, cells: 6, seed: 1).scroll(by: .original) { 0 }
    #expect(count.decodes == 6)
    #expect(count.evictions == 0)
    #expect(count.readings[0] == 6 && count.readings[2] == 100)
  }

  @Test func `every row of a benchmark is told apart, described and predicted`() {
    for benchmark in downsampling.description.benchmarks {
      #expect(Set(benchmark.rows.map(\.title)).count == benchmark.rows.count)
      for row in benchmark.rows {
        #expect(row.summary.hasSuffix("."), "\(benchmark.id)/\(row.id)")
        #expect((row.prediction == nil) == (row.id == benchmark.baseline))
      }
    }
  }

  @Test func `every path has a process of its own for its memory, and for every scale it knows`() {
    let scaled = ["renderer", "scaled"].flatMap { path in scales.map { "\(path)-\($0)" } }
    let peaks = ["webp", "jpeg"].flatMap { format in
      (["original-1", "thumbnail-1"] + scaled).map { "peak-\(format)-\($0)" }
    }
    let feeds = Path.allCases.map { "feed-\($0.rawValue)" }
    #expect(Set(downsampling.probes.keys) == Set(peaks + feeds))
    #expect(feedTable.grid?.columns.count == Feed.Count().readings.count + 1)
  }

  @Test func `a folder without the study's photographs is refused with what to do`() {
    #expect(throws: UsageError.self) { try Album("/var/empty") }
  }

  @Test func `the listings are code that compiles`() throws {
    let listings = try sourceExcerpts(
      from: ["Tests/ExperimentTests/DownsamplingListings.swift"],
      under: try #require(packageRoot()))
    let description = downsampling.description
    let told =
      description.programs.map(\.listing) + Timed.all.prefix(2).map(\.benchmark.listing)
    #expect(listings.map(\.text) == told)
    #expect(Set(description.benchmarks.map(\.listing)) == Set(told.suffix(2)))
  }

  @Test func `every marked source is quoted`() throws {
    let marked = try sourceExcerpts(
      from: downsampling.quotedFiles, under: try #require(packageRoot()))
    let quoted = downsampling.description.why.compactMap { passage -> String? in
      if case .source(let name) = passage { name } else { nil }
    }
    #expect(Set(marked.map(\.name)) == Set(quoted))
  }
}
