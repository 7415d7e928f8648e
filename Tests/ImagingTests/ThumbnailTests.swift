import Foundation
import Measurement
import Testing

@testable import Imaging

@Suite struct ThumbnailTests {
  /// Files, limits, and the way that is planned for each.
  @Test(arguments: [
    ("hero.jpg", 156, DecodingPath.CodecScale.eighths(1)), ("hero.jpg", 312, .eighths(2)),
    ("hero.jpg", 468, .eighths(4)), ("hero.jpg", 1_000, .full), ("cat.jpg", 156, .full),
    ("hero.webp", 156, .rescaled), ("hero.webp", 800, .rescaled), ("hero.webp", 900, .full),
    // With alpha libwebp would take the mean of colours nobody sees.
    ("badge-alpha.webp", 32, .full),
  ])
  func `a codec shrinks as far as leaves twice the size, where it is right and saves anything`(
    name: String, limit: Int, scale: DecodingPath.CodecScale
  ) throws {
    let source = try ImageSource(contentsOf: Photo.path(name))
    let image = try source.thumbnail(ThumbnailOptions(maxPixelSize: limit))
    #expect(image.path.scale == scale)
    #expect(image.pixels.size == source.info.size.fitted(within: limit))
    #expect(image.warningCount == 0 && !image.isPartial)
  }

  /// The least of what a margin of 2 gave when it was chosen, less a little: another version of a
  /// codec may round otherwise.
  @Test(arguments: Photo.all, [48, 100, 156])
  func `what a codec made smaller is as good as the filter's own work`(
    photo: Photo, limit: Int
  ) throws {
    let source = try ImageSource(contentsOf: photo.path)
    let full = try source.thumbnail(ThumbnailOptions(maxPixelSize: limit, decoding: .full))
    let scaled = try source.thumbnail(ThumbnailOptions(maxPixelSize: limit))
    #expect(full.path.scale == .full)
    #expect(try #require(Pixels.peakSignalToNoise(full.pixels, scaled.pixels)) > 46)
    #expect(try #require(Pixels.structuralSimilarity(full.pixels, scaled.pixels)) > 0.995)
  }

  @Test func `a wider margin gives a better picture, of more that is decoded`() throws {
    let source = try ImageSource(contentsOf: Photo.path("deep-field.jpg"))
    let full = try source.thumbnail(ThumbnailOptions(maxPixelSize: 100, decoding: .full))
    var last = (ratio: 0.0, pixels: 0)
    for margin in [1.0, 2, 4] {
      let wanted = ThumbnailOptions(maxPixelSize: 100, decoding: .scaled(margin: margin))
      let image = try source.thumbnail(wanted)
      let ratio = try #require(Pixels.peakSignalToNoise(full.pixels, image.pixels))
      #expect(ratio > last.ratio && image.path.decodedSize.pixelCount > last.pixels)
      last = (ratio, image.path.decodedSize.pixelCount)
    }
  }

  /// A wave of some samples a turn, as the means that a codec delivers, against its points.
  @Test(arguments: [8.0, 12, 20])
  func `means are corrected to points, so that a wave keeps its height`(period: Double) throws {
    let step = 2 * Double.pi / period
    let points = (0..<120).map { sin(step * (Double($0) + 0.5)) }
    let means = points.map { $0 * sin(step / 2) / (step / 2) }
    func filtered(_ samples: [Double], areMeans: Bool) -> [Double] {
      let taps = Taps(sampleCount: 120, extent: 120, resultCount: 60, areMeans: areMeans)
      // Away from the ends, where the wave is cut.
      return (10..<50).map { result in
        (0..<taps.counts[result]).reduce(0) {
          $0 + Double(taps.weight(of: $1, in: result)) * samples[taps.firsts[result] + $1]
        }
      }
    }
    let truth = filtered(points, areMeans: false)
    func error(areMeans: Bool) -> Double {
      zip(filtered(means, areMeans: areMeans), truth).map { abs($0 - $1) }.reduce(0, max)
    }
    #expect(error(areMeans: true) < error(areMeans: false) / 10)
  }

  @Test func `weights of means sum to 1 and stay within the samples`() throws {
    for (samples, extent, results) in [(320, 320.0, 156), (85, 84.875, 41), (3, 2.5, 1), (1, 1, 1)]
    {
      let taps = Taps(
        sampleCount: samples, extent: extent, resultCount: results, areMeans: true)
      for result in 0..<results {
        let sum = (0..<taps.counts[result]).reduce(0) { $0 + taps.weight(of: $1, in: result) }
        #expect(abs(sum - 1) < 1e-5)
        #expect(taps.firsts[result] >= 0)
        #expect(taps.firsts[result] + taps.counts[result] <= samples)
        #expect(taps.counts[result] <= 4 * taps.groupCount)
      }
    }
  }

  @Test func `a picture is never enlarged, and comes as it is where it is small enough`() throws {
    let source = try ImageSource(contentsOf: Photo.path("cat.jpg"))
    for limit in [451, 452, 5_000, Int.max] {
      let image = try source.thumbnail(ThumbnailOptions(maxPixelSize: limit))
      #expect(image.pixels == (try source.decoded().pixels))
      #expect(image.path.filtered == nil)
    }
  }

  @Test func `what the codec makes small enough is not filtered, and the path says so`() throws {
    let picture = Pixels.pattern(width: 320, height: 160)
    let source = try ImageSource(picture.jpeg(quality: 90))
    let image = try source.thumbnail(
      ThumbnailOptions(maxPixelSize: 40, decoding: .scaled(margin: 1)))
    let size = PixelSize(width: 40, height: 20)
    #expect(
      image.path == DecodingPath(scale: .eighths(1), decodedSize: size, filtered: nil))
    #expect(image.pixels.size == size)
  }

  @Test(arguments: [0.5, 0, -1])
  func `a margin under 1 traps`(margin: Double) async {
    await #expect(processExitsWith: .failure) { [margin] in
      let source = try ImageSource(contentsOf: Photo.path("cat.jpg"))
      _ = try source.thumbnail(
        ThumbnailOptions(maxPixelSize: 9, decoding: .scaled(margin: margin)))
    }
  }

  @Test func `linear light takes the mean of light, and so decodes in full`() throws {
    // Columns of black and white: the mean of the samples is 128, that of the light 188.
    let row = (0..<64).flatMap { _ in [0, 0, 0, 255, 255, 255, 255, 255] as [UInt8] }
    let stripes = Pixels(
      width: 128, height: 64, bytes: Array(repeatElement(row, count: 64).joined()))
    let source = try ImageSource(stripes.webPLossless())
    func middle(_ light: Light) throws -> UInt8 {
      let image = try source.thumbnail(ThumbnailOptions(maxPixelSize: 8, light: light))
      #expect(image.path.scale == (light == .linear ? .full : .rescaled))
      return image.pixels.bytes[4 * (8 * 2 + 4)]
    }
    #expect(abs(Int(try middle(.gamma)) - 128) <= 2)
    #expect(abs(Int(try middle(.linear)) - 188) <= 2)
  }

  @Test(arguments: ["hero.jpg", "hero.webp"])
  func `whoever no longer wants a thumbnail gets none`(name: String) throws {
    let source = try ImageSource(contentsOf: Photo.path(name))
    let wanted = ThumbnailOptions(
      maxPixelSize: 156, options: DecodingOptions(isCancelled: { true }))
    #expect(throws: ImagingError.cancelled(source: Photo.path(name))) {
      try source.thumbnail(wanted)
    }
  }

  @Test func `of a cut file a lenient thumbnail is flagged, a strict one an error`() throws {
    let source = try ImageSource(Photo(name: "hero.jpg", width: 0, height: 0).data.prefix(10_000))
    #expect(throws: ImagingError.self) {
      try source.thumbnail(ThumbnailOptions(maxPixelSize: 156))
    }
    let image = try source.thumbnail(
      ThumbnailOptions(maxPixelSize: 156, options: DecodingOptions(isLenient: true)))
    #expect(image.isPartial && image.warningCount > 0)
    #expect(image.pixels.size == PixelSize(width: 156, height: 41))
  }

  @Test func `a thumbnail that would take more memory than allowed is refused`() throws {
    for name in ["hero.jpg", "hero.webp"] {
      let limits = DecodingLimits(pixels: 10_000_000, scans: 10, memory: 100_000)
      let source = try ImageSource(contentsOf: Photo.path(name), limits: limits)
      #expect(throws: ImagingError.overMemoryLimit(source: Photo.path(name), limit: 100_000)) {
        try source.thumbnail(ThumbnailOptions(maxPixelSize: 156))
      }
    }
  }

  /// In a process of its own, since all that a process allocates is counted.
  @Test func `twenty-four megapixels take less than 8 MiB on their way to a thumbnail`() async {
    await #expect(processExitsWith: .success) {
      let flat = Pixels(
        width: 6_000, height: 4_000, bytes: [UInt8](repeating: 90, count: 96_000_000))
      let source = try ImageSource(flat.jpeg(quality: 85))
      let peak = await AllocationCount.peakBytes {
        _ = try? source.thumbnail(ThumbnailOptions(maxPixelSize: 156))
      }
      // Not counted under a sanitizer.
      guard let peak else { return }
      precondition((100_000...8 << 20).contains(peak), "\(peak) bytes")
    }
  }
}
