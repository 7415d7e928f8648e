import Foundation
import Imaging
import Testing

@Suite struct MemoryLimitTests {
  // The picture itself is 541,200 bytes, a channel of it 135,300.
  @Test(arguments: [
    // Rows only.
    (Kind.baseline, 541_200, false), (.baseline, 700_000, true),
    // One and a half 16-bit coefficients a pixel.
    (.progressive, 900_000, false), (.progressive, 1_200_000, true),
    // A few rows.
    (.lossy, 541_200, false), (.lossy, 750_000, true),
    // Alpha, and a lossless picture to get it from.
    (.lossyWithAlpha, 750_000, false), (.lossyWithAlpha, 1_800_000, true),
    // All pixels once more.
    (.lossless, 1_082_400, false), (.lossless, 2_500_000, true),
  ])
  func `what a codec holds counts, and the picture`(
    kind: Kind, limit: Int, isEnough: Bool
  ) throws {
    let data = try kind.data
    let limits = DecodingLimits(pixels: 1_000_000, scans: 500, memory: limit)
    if isEnough {
      #expect(try Pixels(decoding: data, limits: limits) == Pixels(decoding: data))
    } else {
      #expect(throws: ImagingError.overMemoryLimit(source: "the image data", limit: limit)) {
        try Pixels(decoding: data, limits: limits)
      }
    }
  }

  @Test func `turning counts: for a while there are two pictures`() throws {
    let exif = segment(0xe1, HandmadeEXIF([.orientation(6)]).prefixed)
    let data = try Kind.baseline.data.inserting(exif)
    for (limit, isEnough) in [(1_000_000, false), (1_100_000, true)] {
      let source = try ImageSource(
        data, limits: DecodingLimits(pixels: 1_000_000, scans: 500, memory: limit))
      var wanted = ThumbnailOptions(maxPixelSize: 451)
      #expect(try source.thumbnail(wanted).pixels.width == 451)
      wanted.appliesOrientation = true
      if isEnough {
        #expect(try source.thumbnail(wanted).pixels.height == 451)
      } else {
        #expect(throws: ImagingError.overMemoryLimit(source: "the image data", limit: limit)) {
          try source.thumbnail(wanted)
        }
      }
    }
  }

  @Test func `chunks count: a WebP of nothing else is refused at its header`() throws {
    let picture = try Kind.lossy.data
    let empty = Data(chunk("NONE", []))
    for (count, isEnough) in [(900, true), (8_000, false)] {
      let chunks = repeatElement(empty, count: count).reduce(into: Data()) { $0 += $1 }
      let limits = DecodingLimits(pixels: 1_000_000, scans: 500, memory: 1_000_000)
      let data = picture.extended(
        PixelSize(width: 451, height: 300), flags: [], after: Array(chunks))
      if isEnough {
        #expect(try ImageSource(data, limits: limits).info.size.width == 451)
      } else {
        #expect(throws: ImagingError.overMemoryLimit(source: "the image data", limit: 1_000_000)) {
          try ImageSource(data, limits: limits)
        }
      }
    }
  }

  @Test(arguments: [0, 1, -1])
  func `a limit of nothing refuses everything`(limit: Int) throws {
    let limits = DecodingLimits(pixels: 1_000_000, scans: 500, memory: limit)
    for data in [HandmadeJPEG(samples: [128]).data, try Kind.lossless.data] {
      let source = try ImageSource(data, limits: limits)
      #expect(throws: ImagingError.overMemoryLimit(source: "the image data", limit: limit)) {
        try source.decoded()
      }
    }
  }

  @Test(arguments: [Orientation.up, .right])
  func `a picture that is turned counts twice`(orientation: Orientation) throws {
    let picture = Pixels.pattern(width: 451, height: 300)
    let data = try picture.jpeg(quality: 80)
      .with(exif: exif(orientation), size: picture.size, .jpeg)
    func upright(memory: Int) throws -> PixelSize {
      let limits = DecodingLimits(pixels: 1_000_000, scans: 500, memory: memory)
      return try ImageSource(data, limits: limits)
        .thumbnail(ThumbnailOptions(maxPixelSize: 451, appliesOrientation: true)).pixels.size
    }
    #expect(try upright(memory: 1_082_400).longSide == 451)
    guard orientation != .up else {
      #expect(try upright(memory: 1_082_399).longSide == 451)
      return
    }
    #expect(throws: ImagingError.overMemoryLimit(source: "the image data", limit: 1_082_399)) {
      try upright(memory: 1_082_399)
    }
  }

  enum Kind: CaseIterable {
    case baseline, progressive, lossy, lossyWithAlpha, lossless

    var data: Data {
      get throws {
        let cat = try Pixels(contentsOf: Photo.path("cat.jpg"))
        return switch self {
        case .baseline: try cat.jpeg(quality: 80)
        case .progressive: try cat.jpeg(quality: 80, isProgressive: true)
        case .lossy: try cat.webP(quality: 80)
        case .lossyWithAlpha:
          try Pixels.pattern(width: cat.width, height: cat.height) { x, _ in UInt8(x & 255) }
            .webP(quality: 80)
        case .lossless: try cat.webPLossless()
        }
      }
    }
  }
}
