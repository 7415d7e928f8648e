import Foundation
import Imaging
import Testing

@Suite struct EncodingTests {
  @Test(arguments: ["cat.jpg", "coffee.webp"])
  func `quality 100 stays close to the original, lower ones are smaller and further`(
    name: String
  ) throws {
    let original = try Pixels(contentsOf: Photo.path(name))
    var lastRatio = Double.infinity
    var lastCount = Int.max
    for (quality, least) in [(100, 45.0), (85, 33), (30, 27)] {
      let encoded = try original.jpeg(quality: quality)
      let decoded = try Pixels(decoding: encoded)
      #expect(decoded.width == original.width && decoded.height == original.height)
      let ratio = try #require(Pixels.peakSignalToNoise(original, decoded))
      #expect(ratio > least && ratio < lastRatio, "quality \(quality)")
      #expect(encoded.count < lastCount)
      (lastRatio, lastCount) = (ratio, encoded.count)
    }
  }

  /// Columns of red and blue in turn, which half the colour resolution turns into purple.
  @Test func `colour keeps its full resolution at quality 100 alone`() throws {
    let row = (0..<16).flatMap { $0.isMultiple(of: 2) ? [255, 0, 0, 255] : [0, 0, 255, 255] }
    let stripes = Pixels(
      width: 16, height: 16, bytes: Array(repeatElement(row.map(UInt8.init), count: 16).joined()))
    let full = try Pixels(decoding: stripes.jpeg(quality: 100))
    let half = try Pixels(decoding: stripes.jpeg(quality: 99))
    #expect(try #require(Pixels.peakSignalToNoise(stripes, full)) > 40)
    #expect(try #require(Pixels.peakSignalToNoise(stripes, half)) < 15)
  }

  @Test func `what is transparent is laid over white`() throws {
    let clear: [UInt8] = [0, 0, 0, 0]
    let half: [UInt8] = [0, 0, 0, 128]
    let pixels = Pixels(
      width: 16, height: 8,
      bytes: (0..<128).flatMap { $0 % 16 < 8 ? clear : half })
    let decoded = try Pixels(decoding: pixels.jpeg(quality: 100))
    #expect(decoded.bytes.prefix(4) == [255, 255, 255, 255])
    #expect(decoded.bytes.suffix(4) == [127, 127, 127, 255])
  }

  @Test func `in passes the picture is the same, and the file another`() throws {
    let original = Pixels.pattern(width: 61, height: 47)
    let baseline = try original.jpeg(quality: 90)
    let progressive = try original.jpeg(quality: 90, isProgressive: true)
    #expect(try Pixels(decoding: progressive) == Pixels(decoding: baseline))
    let scans = [baseline, progressive].map { data in
      PartedFile(data, format: .jpeg).parts.count { $0[1] == 0xda }
    }
    #expect(scans[0] == 1 && scans[1] > 5)
  }

  /// One segment holds 65,519 bytes.
  @Test(arguments: [1, 3_144, 65_519, 65_520, 200_000])
  func `a colour profile comes back byte for byte, the picture unchanged`(count: Int) throws {
    let profile = Data.noise(count: count)
    let original = Pixels.pattern(width: 16, height: 16)
    for isProgressive in [false, true] {
      let encoded = try original.jpeg(
        quality: 100, isProgressive: isProgressive, colorProfile: profile)
      #expect(PartedFile(encoded, format: .jpeg).colorProfile == profile)
      #expect(try Pixels(decoding: encoded) == Pixels(decoding: original.jpeg(quality: 100)))
    }
  }

  @Test func `an empty profile is none, and one too long for the format an error`() throws {
    let dot = Pixels(width: 1, height: 1, bytes: [10, 10, 10, 255])
    #expect(try dot.jpeg(quality: 90, colorProfile: Data()) == dot.jpeg(quality: 90))
    #expect(
      throws: ImagingError.unsupported(
        source: "the 1×1 picture to be written as JPEG",
        feature: "a colour profile of over 16707345 bytes")
    ) {
      try dot.jpeg(quality: 90, colorProfile: Data(count: 255 * 65_519 + 1))
    }
  }

  @Test func `the longest side that JPEG allows is written, one pixel more is an error`() throws {
    let strip = Pixels(width: 65_500, height: 1, bytes: [UInt8](repeating: 255, count: 262_000))
    #expect(try Pixels(decoding: strip.jpeg(quality: 90)) == strip)
    let longer = Pixels(width: 65_501, height: 1, bytes: [UInt8](repeating: 255, count: 262_004))
    #expect(
      throws: ImagingError.tooLongToWrite(
        source: "the 65501×1 picture to be written as JPEG", limit: 65_500)
    ) {
      try longer.jpeg(quality: 90)
    }
  }

  @Test func `the smallest picture survives`() throws {
    let dot = Pixels(width: 1, height: 1, bytes: [10, 10, 10, 255])
    #expect(try Pixels(decoding: dot.jpeg(quality: 100)) == dot)
  }

  @Test(arguments: [0, 101])
  func `a quality outside 1 to 100 traps`(quality: Int) async {
    // An exit test captures no argument that is not its own; the parameter is passed by name.
    await #expect(processExitsWith: .failure) { [quality] in
      _ = try Pixels(width: 1, height: 1, bytes: [0, 0, 0, 0]).jpeg(quality: quality)
    }
  }
}
