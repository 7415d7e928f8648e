import Foundation
import Testing

@testable import Imaging

@Suite struct ScaledDecodingTests {
  @Test(arguments: [1, 2, 4, 8], ["cat.jpg", "deep-field.jpg", "hero.jpg"])
  func `a JPEG at so many eighths has rows of that size, rounded up, of the same picture`(
    eighths: Int, name: String
  ) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Photo.path(name)))
    let whole = try Pixels(decoding: data)
    var sink = RowCounter()
    #expect(try rows(of: data, eighths: eighths, into: &sink) == 0)
    let size = PixelSize(width: whole.width, height: whole.height).atEighths(eighths)
    #expect(sink.rows.count == size.height)
    #expect(sink.rows.allSatisfy { $0.count == 4 * size.width })
    if eighths == 8 { #expect(Array(sink.rows.joined()) == whole.bytes) }
    // Away from the fractional edge, a pixel is the mean of those it stands for, about.
    let step = 8 / eighths
    for (x, y) in [(0, 0), (size.width / 2, size.height / 3), (size.width - 2, size.height - 2)] {
      for channel in 0..<3 {
        let mean = whole.mean(channel, x: x * step, y: y * step, side: step)
        #expect(abs(Double(sink.rows[y][4 * x + channel]) - mean) < 12)
      }
    }
  }

  @Test(arguments: [
    (451, 1, 57), (451, 2, 113), (451, 4, 226), (451, 8, 451), (1, 1, 1), (8, 1, 1), (9, 1, 2),
  ])
  func `a side at eighths is rounded up`(side: Int, eighths: Int, delivered: Int) {
    let size = PixelSize(width: side, height: 3).atEighths(eighths)
    #expect(size.width == delivered)
  }

  @Test(arguments: [1, 2, 4, 8])
  func `inks become RGB at any size`(eighths: Int) throws {
    for (samples, transform, colour): ([UInt8], UInt8?, [UInt8]) in [
      ([255, 0, 0, 0], nil, [0, 255, 255]), ([0, 255, 255, 255], 0, [0, 255, 255]),
      ([255, 128, 128, 255], 2, [0, 0, 0]),
    ] {
      let jpeg = HandmadeJPEG(samples: samples, adobeTransform: transform)
      var sink = RowCounter()
      _ = try rows(of: jpeg.data, eighths: eighths, into: &sink)
      let pixels = repeatElement(colour + [255], count: eighths * eighths)
      #expect(Array(sink.rows.joined()) == Array(pixels.joined()))
    }
  }

  @Test(arguments: [PixelSize(width: 150, height: 100), PixelSize(width: 7, height: 1)])
  func `an opaque WebP is rescaled while it is decoded`(size: PixelSize) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Photo.path("coffee.webp")))
    let whole = try Pixels(decoding: data)
    let scaled = try webP(data, scaledTo: size)
    #expect(scaled.width == size.width && scaled.height == size.height)
    #expect(scaled.channel(3).allSatisfy { $0 == 255 })
    let means = [scaled, whole].map { $0.mean(1, x: 0, y: 0, side: nil) }
    #expect(abs(means[0] - means[1]) < 4)
  }

  @Test func `a lossless WebP with alpha is rescaled with regard to it`() throws {
    // White beside what is transparent and green: the mean is white, half there.
    let clear: [UInt8] = [0, 255, 0, 0]
    let columns = (0..<16).flatMap { $0.isMultiple(of: 2) ? [255, 255, 255, 255] : clear }
    let picture = Pixels(
      width: 16, height: 16, bytes: [UInt8](repeatElement(columns, count: 16).joined()))
    let scaled = try webP(picture.webPLossless(), scaledTo: PixelSize(width: 8, height: 8))
    #expect(scaled.channel(1).allSatisfy { $0 >= 253 } && scaled.channel(0) == scaled.channel(1))
    #expect(scaled.channel(3).allSatisfy { (126...129).contains($0) })
  }

  @Test func `scaling a lossy WebP with alpha is the caller's mistake`() async {
    await #expect(processExitsWith: .failure) {
      let data = try Data(contentsOf: URL(fileURLWithPath: Photo.path("badge-alpha.webp")))
      _ = try webP(data, scaledTo: PixelSize(width: 64, height: 64))
    }
  }
}

private func webP(_ data: Data, scaledTo size: PixelSize) throws -> Pixels {
  try data.bytes.withUnsafeBytes { (bytes) throws(ImagingError) in
    try decodeWebP(
      bytes, name: "the picture", limits: .standard, options: DecodingOptions(), scaledTo: size
    ).0
  }
}

extension Pixels {
  /// The mean of a channel over a square, or the whole picture.
  fileprivate func mean(_ channel: Int, x: Int, y: Int, side: Int?) -> Double {
    let columns = x..<(side.map { x + $0 } ?? width)
    let rows = y..<(side.map { y + $0 } ?? height)
    let sum = rows.reduce(0) { sum, row in
      columns.reduce(sum) { $0 + Int(bytes[4 * (row * width + $1) + channel]) }
    }
    return Double(sum) / Double(columns.count * rows.count)
  }
}
