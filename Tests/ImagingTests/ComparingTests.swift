import Imaging
import Testing

@Suite struct ComparingTests {
  @Test func `both measures are scikit-image's`() throws {
    let cases = try Expected.read().compared
    #expect(cases.count == 4)
    for known in cases {
      let left = Pixels.speckle(known.size[0], known.size[1], seed: known.seed)
      let noise = Pixels.speckle(known.size[0], known.size[1], seed: known.seed + 1)
      let right = Pixels(
        width: left.width, height: left.height,
        bytes: zip(left.bytes, noise.bytes).map { sample, noise in
          UInt8(clamping: Int(sample) + Int(noise) % (known.noise + 1) - known.noise / 2)
        })
      let ratio = try #require(Pixels.peakSignalToNoise(left, right))
      let similarity = try #require(Pixels.structuralSimilarity(left, right))
      #expect(abs(ratio - known.peakSignalToNoise) < 1e-10)
      #expect(abs(similarity - known.structuralSimilarity) < 1e-10)
      #expect(Pixels.peakSignalToNoise(right, left) == ratio)
      #expect(Pixels.structuralSimilarity(right, left) == similarity)
    }
  }

  @Test func `a picture is like itself, whatever it holds`() throws {
    for picture in [Pixels.speckle(30, 20), Pixels.grey(8, 8) { _, _ in 255 }] {
      #expect(Pixels.peakSignalToNoise(picture, picture) == .infinity)
      let similarity = try #require(Pixels.structuralSimilarity(picture, picture))
      #expect(abs(similarity - 1) < 1e-12)
    }
  }

  @Test func `one level everywhere is 48.13 dB`() throws {
    let dark = Pixels.grey(10, 10) { _, _ in 60 }
    let light = Pixels.grey(10, 10) { _, _ in 61 }
    let ratio = try #require(Pixels.peakSignalToNoise(dark, light))
    #expect(abs(ratio - 48.1308) < 1e-4)
  }

  @Test func `black against white is 0 dB, and like in nothing`() throws {
    let black = Pixels.grey(10, 10) { _, _ in 0 }
    let white = Pixels.grey(10, 10) { _, _ in 255 }
    #expect(Pixels.peakSignalToNoise(black, white) == 0)
    let similarity = try #require(Pixels.structuralSimilarity(black, white))
    #expect(similarity > 0 && similarity < 1e-4 + 1e-6)
  }

  @Test func `alpha is left out`() {
    let opaque = Pixels.speckle(12, 12)
    var bytes = opaque.bytes
    for alpha in stride(from: 3, to: bytes.count, by: 4) { bytes[alpha] = UInt8(alpha % 256) }
    let other = Pixels(width: 12, height: 12, bytes: bytes)
    #expect(opaque != other)
    #expect(Pixels.peakSignalToNoise(opaque, other) == .infinity)
    #expect(
      Pixels.structuralSimilarity(opaque, other) == Pixels.structuralSimilarity(opaque, opaque))
  }

  @Test func `pictures of unlike sizes are not compared, nor their bytes`() {
    let wide = Pixels.speckle(20, 10)
    let high = Pixels.speckle(10, 20)
    #expect(Pixels.peakSignalToNoise(wide, high) == nil)
    #expect(Pixels.structuralSimilarity(wide, high) == nil)
    #expect(Pixels.peakSignalToNoise(wide, Pixels.speckle(20, 11)) == nil)
    #expect(Pixels.structuralSimilarity(wide, Pixels.speckle(20, 11)) == nil)
  }

  @Test(arguments: [(6, 40), (40, 6), (1, 1)])
  func `a picture smaller than the window has a ratio but no structure`(
    width: Int, height: Int
  ) {
    let picture = Pixels.speckle(width, height)
    #expect(Pixels.structuralSimilarity(picture, picture) == nil)
    #expect(Pixels.peakSignalToNoise(picture, picture) == .infinity)
  }
}
