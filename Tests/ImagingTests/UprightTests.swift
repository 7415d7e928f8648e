import Foundation
import Imaging
import Testing

/// The sixteen pictures: eight orientations, landscape and portrait, in both formats.
@Suite struct UprightTests {
  private static let landscape = Pixels.pattern(width: 120, height: 72)
  private static let portrait = Pixels.pattern(width: 72, height: 120)
  static let originals = [landscape, portrait]

  @Test(arguments: Orientation.allCases, originals)
  func `a lossless picture at full size is upright to the last sample`(
    orientation: Orientation, original: Pixels
  ) throws {
    let source = try ImageSource(original.webP(storedAs: orientation))
    #expect(source.info.orientation == orientation)
    #expect(source.info.uprightSize == original.size)
    for maxPixelSize in [120, 1_000] {
      #expect(try source.upright(maxPixelSize) == original)
    }
  }

  @Test(arguments: Orientation.allCases, originals)
  func `a JPEG is upright, at full size and at any smaller one`(
    orientation: Orientation, original: Pixels
  ) throws {
    let source = try ImageSource(original.jpeg(storedAs: orientation))
    #expect(source.info.orientation == orientation)
    for maxPixelSize in [120, 50, 8] {
      let size = original.size.fitted(within: maxPixelSize)
      let thumbnail = try source.upright(maxPixelSize)
      try #require(thumbnail.size == size)
      let ratio = try #require(Pixels.peakSignalToNoise(original.resized(to: size), thumbnail))
      #expect(ratio > 40, "\(ratio) dB at \(maxPixelSize)")
    }
  }

  @Test(arguments: Orientation.allCases, originals)
  func `a smaller WebP is the smaller upright picture`(
    orientation: Orientation, original: Pixels
  ) throws {
    let source = try ImageSource(original.webP(storedAs: orientation))
    let size = original.size.fitted(within: 25)
    let thumbnail = try source.upright(25)
    try #require(thumbnail.size == size)
    #expect(try #require(Pixels.peakSignalToNoise(original.resized(to: size), thumbnail)) > 45)
  }

  @Test(arguments: Orientation.allCases, originals)
  func `nothing is turned unless asked for`(orientation: Orientation, original: Pixels) throws {
    let stored = original.stored(as: orientation)
    let source = try ImageSource(original.webP(storedAs: orientation))
    #expect(source.info.size == stored.size)
    #expect(try source.decoded().pixels == stored)
    #expect(try source.thumbnail(ThumbnailOptions(maxPixelSize: 120)).pixels == stored)
    let small = try source.thumbnail(ThumbnailOptions(maxPixelSize: 25)).pixels
    #expect(small.size == stored.size.fitted(within: 25))
  }

  @Test(arguments: Orientation.allCases)
  func `what was turned once is not turned again`(orientation: Orientation) throws {
    let upright = try ImageSource(Self.landscape.webP(storedAs: orientation)).upright(30)
    let written = try ImageSource(upright.webPLossless())
    #expect(written.info.orientation == .up)
    #expect(try written.upright(30) == upright)
    let asJPEG = try ImageSource(upright.jpeg(quality: 100))
    #expect(asJPEG.info.orientation == .up)
    #expect(try #require(Pixels.peakSignalToNoise(asJPEG.upright(30), upright)) > 40)
  }

  @Test func `the limit holds for the upright picture, and its size is rounded once`() throws {
    let stored = Pixels(
      width: 1_800, height: 1_200, bytes: [UInt8](repeating: 200, count: 4 * 1_800 * 1_200))
    let data = try stored.jpeg(quality: 50).with(exif: exif(.right), size: stored.size, .jpeg)
    let thumbnail = try ImageSource(data).upright(156)
    #expect(thumbnail.size == PixelSize(width: 104, height: 156))
  }

  @Test(arguments: Orientation.allCases)
  func `a preview inside the metadata is neither the picture nor how it is turned`(
    orientation: Orientation
  ) throws {
    let other = Pixels(width: 16, height: 8, bytes: [UInt8](repeating: 255, count: 512))
    let preview = try other.jpeg(quality: 50)
    let metadata = exif(orientation, preview: [UInt8](preview))
    let stored = Self.portrait.stored(as: orientation)
    let data = try stored.jpeg(quality: 100).with(exif: metadata, size: stored.size, .jpeg)
    let source = try ImageSource(data)
    #expect(source.info.orientation == orientation && source.info.size == stored.size)
    #expect(try #require(Pixels.peakSignalToNoise(source.upright(120), Self.portrait)) > 40)
  }
}

extension ImageSource {
  fileprivate func upright(_ maxPixelSize: Int) throws -> Pixels {
    try thumbnail(ThumbnailOptions(maxPixelSize: maxPixelSize, appliesOrientation: true)).pixels
  }
}

extension Pixels {
  /// This picture, upright, in a JPEG which says how to turn what it stores.
  fileprivate func jpeg(storedAs orientation: Orientation) throws -> Data {
    let stored = stored(as: orientation)
    return try stored.jpeg(quality: 100)
      .with(exif: exif(orientation, isBigEndian: width > height), size: stored.size, .jpeg)
  }

  fileprivate func webP(storedAs orientation: Orientation) throws -> Data {
    let stored = stored(as: orientation)
    return try stored.webPLossless()
      .with(exif: exif(orientation, isBigEndian: width > height), size: stored.size, .webP)
  }

  /// What a camera held that way stores of this picture, by the table of EXIF 2.3: where the stored
  /// picture's first row and first column lie in the upright one.
  fileprivate func stored(as orientation: Orientation) -> Pixels {
    let (right, bottom) = (width - 1, height - 1)
    let place: (_ row: Int, _ column: Int) -> (x: Int, y: Int) =
      switch orientation {
      case .up: { ($1, $0) }
      case .upMirrored: { (right - $1, $0) }
      case .down: { (right - $1, bottom - $0) }
      case .downMirrored: { ($1, bottom - $0) }
      case .leftMirrored: { ($0, $1) }
      case .right: { (right - $0, $1) }
      case .rightMirrored: { (right - $0, bottom - $1) }
      case .left: { ($0, bottom - $1) }
      }
    let storedSize = orientation.swapsSides ? size.turned : size
    var samples: [UInt8] = []
    samples.reserveCapacity(byteCount)
    for row in 0..<storedSize.height {
      for column in 0..<storedSize.width {
        let (x, y) = place(row, column)
        let start = 4 * (y * width + x)
        samples.append(contentsOf: bytes[start..<(start + 4)])
      }
    }
    return Pixels(width: storedSize.width, height: storedSize.height, bytes: samples)
  }
}
