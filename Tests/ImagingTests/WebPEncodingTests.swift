import Foundation
import Imaging
import Testing

@Suite struct WebPEncodingTests {
  @Test(arguments: Photo.all.filter { $0.width < 1_000 })
  func `lossless gives back every sample, alpha and what lies under it`(photo: Photo) throws {
    let original = try Pixels(contentsOf: photo.path)
    #expect(try Pixels(decoding: original.webPLossless()) == original)
  }

  @Test func `lossless keeps colour under full transparency, and a picture all transparent`()
    throws
  {
    let original = Pixels.pattern(width: 37, height: 23, alpha: { x, _ in x < 20 ? 0 : 128 })
    #expect(try Pixels(decoding: original.webPLossless()) == original)
    let clear = Pixels.pattern(width: 9, height: 5, alpha: { _, _ in 0 })
    #expect(try Pixels(decoding: clear.webPLossless()) == clear)
  }

  @Test(arguments: ["cat.jpg", "coffee.webp"])
  func `lossy comes closer and grows with quality`(name: String) throws {
    let original = try Pixels(contentsOf: Photo.path(name))
    var lastRatio = Double.infinity
    var lastCount = Int.max
    for (quality, least) in [(100, 38.0), (80, 33), (20, 27)] {
      let encoded = try original.webP(quality: quality)
      let decoded = try Pixels(decoding: encoded)
      let ratio = try #require(Pixels.peakSignalToNoise(original, decoded))
      #expect(ratio > least && ratio < lastRatio, "quality \(quality): \(ratio) dB")
      #expect(encoded.count < lastCount)
      (lastRatio, lastCount) = (ratio, encoded.count)
    }
  }

  @Test(arguments: [0, 50, 100])
  func `lossy keeps alpha exactly, at every quality`(quality: Int) throws {
    let original = Pixels.pattern(width: 64, height: 48) { x, y in UInt8((4 * x + y) & 255) }
    let decoded = try Pixels(decoding: original.webP(quality: quality))
    #expect(decoded.channel(3) == original.channel(3))
  }

  @Test(arguments: [1, 2, 1_001])
  func `a colour profile comes back byte for byte, the picture unchanged`(count: Int) throws {
    let profile = Data.noise(count: count)
    let original = Pixels.pattern(width: 20, height: 10) { x, _ in UInt8(x * 12) }
    let lossless = try original.webPLossless(colorProfile: profile)
    #expect(PartedFile(lossless, format: .webP).colorProfile == profile)
    #expect(try Pixels(decoding: lossless) == original)
    let lossy = try original.webP(quality: 75, colorProfile: profile)
    #expect(PartedFile(lossy, format: .webP).colorProfile == profile)
    #expect(try Pixels(decoding: lossy) == Pixels(decoding: original.webP(quality: 75)))
  }

  @Test func `no profile, like an empty one, leaves the simple format`() throws {
    let dot = Pixels(width: 1, height: 1, bytes: [1, 2, 3, 255])
    let plain = try dot.webPLossless()
    #expect(try dot.webPLossless(colorProfile: Data()) == plain)
    #expect(
      PartedFile(plain, format: .webP).parts.map { $0.prefix(4) } == [ArraySlice("VP8L".utf8)])
  }

  @Test func `the longest side that WebP allows is written, one pixel more is an error`() throws {
    let longest = Pixels.pattern(width: 16_383, height: 1)
    #expect(try Pixels(decoding: longest.webPLossless()) == longest)
    let error = ImagingError.tooLongToWrite(
      source: "the 1×16384 picture to be written as WebP", limit: 16_383)
    let tall = Pixels.pattern(width: 1, height: 16_384)
    #expect(throws: error) { try tall.webPLossless() }
    #expect(throws: error) { try tall.webP(quality: 50) }
  }

  @Test(arguments: [-1, 101])
  func `a quality outside 0 to 100 traps`(quality: Int) async {
    await #expect(processExitsWith: .failure) { [quality] in
      _ = try Pixels(width: 1, height: 1, bytes: [0, 0, 0, 0]).webP(quality: quality)
    }
  }
}
