import Foundation
import Imaging
import Testing

@Suite struct DecodingTests {
  @Test func `alpha that a lossless WebP says is not used is not, at any size`() throws {
    let clear = Pixels.pattern(width: 32, height: 16) { x, _ in UInt8(8 * x) }
    var data = try clear.webPLossless()
    // The bit after the signature and two sides of 14 bits each.
    let header = try #require(data.firstRange(of: "VP8L".utf8)).lowerBound + 8
    #expect(data[header] == 0x2f && data[header + 4] & 0x10 != 0)
    data[header + 4] &= ~0x10
    let source = try ImageSource(data)
    #expect(!source.info.hasAlpha)
    for size in [32, 20, 4] {
      let thumbnail = try source.thumbnail(ThumbnailOptions(maxPixelSize: size)).pixels
      #expect(Set(thumbnail.channel(3)) == [255], "\(size)")
    }
    #expect(try source.decoded().pixels.channel(0) == clear.channel(0))
  }

  @Test(arguments: ["hero.jpg", "cat.jpg", "coffee.webp", "badge-alpha.webp"])
  func `many threads may make thumbnails of one source at once`(name: String) async throws {
    let source = try ImageSource(contentsOf: Photo.path(name))
    let wanted = ThumbnailOptions(
      maxPixelSize: 64, options: DecodingOptions(isLenient: true, usesSecondThread: true))
    let alone = try source.thumbnail(wanted).pixels
    try await withThrowingTaskGroup(of: Pixels.self) { group in
      for _ in 0..<8 { group.addTask { try source.thumbnail(wanted).pixels } }
      for try await pixels in group { #expect(pixels == alone) }
    }
  }

  @Test(arguments: Photo.all)
  func `every photograph decodes at its full size`(photo: Photo) throws {
    let pixels = try Pixels(contentsOf: photo.path)
    #expect(pixels.width == photo.width)
    #expect(pixels.height == photo.height)
    #expect(pixels.byteCount == 4 * photo.width * photo.height)
    #expect(Set(pixels.channel(1)).count > 100, "a photograph has many greens")
  }

  @Test func `the folder holds no photograph that is not listed here`() throws {
    let folder = URL(fileURLWithPath: Photo.path(""))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(names.filter { !$0.hasSuffix(".md") }.sorted() == Photo.all.map(\.name))
  }

  @Test func `the badge's alpha runs from clear to opaque, every other photograph is opaque`()
    throws
  {
    for photo in Photo.all {
      let alphas = Set(try Pixels(contentsOf: photo.path).channel(3))
      if photo.name == "badge-alpha.webp" {
        #expect(alphas.contains(0) && alphas.contains(255) && alphas.count > 50)
      } else {
        #expect(alphas == [255])
      }
    }
  }

  @Test func `both formats of one picture decode to the same picture`() throws {
    let jpeg = try Pixels(contentsOf: Photo.path("hero.jpg"))
    let webP = try Pixels(contentsOf: Photo.path("hero.webp"))
    #expect(try #require(Pixels.peakSignalToNoise(jpeg, webP)) > 30)
  }

  @Test(arguments: [
    // A grey sample is itself; 128 in all of Y, Cb, Cr is middle grey.
    (HandmadeJPEG(samples: [0]), [0, 0, 0]),
    (HandmadeJPEG(samples: [77]), [77, 77, 77]),
    (HandmadeJPEG(samples: [255]), [255, 255, 255]),
    (HandmadeJPEG(samples: [128, 128, 128], adobeTransform: 1), [128, 128, 128]),
    (HandmadeJPEG(samples: [250, 20, 130], adobeTransform: 0), [250, 20, 130]),
    // JPEG uses the full range: 0 is black and 255 white, not 16 and 235 as in video.
    (HandmadeJPEG(samples: [0, 128, 128], adobeTransform: 1), [0, 0, 0]),
    (HandmadeJPEG(samples: [255, 128, 128], adobeTransform: 1), [255, 255, 255]),
    (HandmadeJPEG(samples: [16, 128, 128], adobeTransform: 1), [16, 16, 16]),
    // Inks as they are, 0 for none: full cyan, then half black, on white paper.
    (HandmadeJPEG(samples: [255, 0, 0, 0]), [0, 255, 255]),
    (HandmadeJPEG(samples: [0, 0, 0, 55]), [200, 200, 200]),
    (HandmadeJPEG(samples: [55, 0, 255, 127]), [100, 128, 0]),
    // Inks inverted by Adobe: the same three.
    (HandmadeJPEG(samples: [0, 255, 255, 255], adobeTransform: 0), [0, 255, 255]),
    (HandmadeJPEG(samples: [255, 255, 255, 200], adobeTransform: 0), [200, 200, 200]),
    (HandmadeJPEG(samples: [200, 255, 0, 128], adobeTransform: 0), [100, 128, 0]),
    // YCCK: the complement of the inks as Y, Cb, Cr. Grey inks are a plain Y.
    (HandmadeJPEG(samples: [0, 128, 128, 255], adobeTransform: 2), [255, 255, 255]),
    (HandmadeJPEG(samples: [255, 128, 128, 255], adobeTransform: 2), [0, 0, 0]),
  ])
  func `every colour model becomes RGB, none a negative`(
    jpeg: HandmadeJPEG, colour: [UInt8]
  ) throws {
    let pixels = try Pixels(decoding: jpeg.data)
    let expected = Array(repeatElement(colour + [255], count: 64).joined())
    #expect(pixels == Pixels(width: 8, height: 8, bytes: expected))
  }

  @Test func `a lawful progressive file of many scans decodes`() throws {
    let jpeg = HandmadeJPEG(samples: [128], scans: 400)
    #expect(Set(try Pixels(decoding: jpeg.data).channel(0)) == [128])
  }
}

extension Pixels {
  /// All samples of one channel, 0 for red to 3 for alpha.
  func channel(_ index: Int) -> [UInt8] {
    stride(from: index, to: bytes.count, by: 4).map { bytes[$0] }
  }
}
