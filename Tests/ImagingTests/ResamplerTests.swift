import Foundation
import Testing

@testable import Imaging

/// Feeds a picture to a resampler, row by row.
private func resample(
  _ picture: Pixels, extent: Extent? = nil, to target: PixelSize, hasAlpha: Bool = false,
  light: Light = .gamma
) -> Resampler {
  let size = PixelSize(width: picture.width, height: picture.height)
  var resampler = Resampler(
    decoded: size, extent: extent ?? Extent(size), target: target, hasAlpha: hasAlpha, light: light)
  picture.bytes.withUnsafeBufferPointer { bytes in
    for start in stride(from: 0, to: bytes.count, by: 4 * picture.width) {
      resampler.take(UnsafeBufferPointer(rebasing: bytes[start..<(start + 4 * picture.width)]))
    }
  }
  return resampler
}

@Suite struct ResamplerTests {
  @Test func `results are those of Lanczos3 in 64-bit floating point, rounded`() throws {
    let cases = try Expected.read().resized
    #expect(cases.count == 11)
    for known in cases {
      let picture = Pixels.speckle(
        known.size[0], known.size[1], seed: known.seed, hasAlpha: known.hasAlpha)
      let light = try #require(Light(rawValue: known.light))
      let resampler = resample(
        picture, extent: Extent(width: known.extent[0], height: known.extent[1]),
        to: PixelSize(width: known.result[0], height: known.result[1]),
        hasAlpha: known.hasAlpha, light: light)
      #expect(resampler.pixels.count == known.samples.count)
      // Half a level of rounding, and the thousandths that the file is rounded to.
      let worst = zip(resampler.pixels, known.samples).map { abs(Double($0) - $1) }.max()
      #expect(try #require(worst) < 0.502, "\(known.size) → \(known.result), \(known.light)")
    }
  }

  @Test func `rows of the size wanted are copied, colours of clear pixels among them`() {
    let picture = Pixels.speckle(9, 7, hasAlpha: true)
    for light in Light.allCases {
      let size = PixelSize(width: 9, height: 7)
      #expect(resample(picture, to: size, hasAlpha: true, light: light).pixels == picture.bytes)
      #expect(picture.resized(to: size, light: light) == picture)
    }
  }

  @Test(arguments: [(40, 30), (13, 7), (12, 8), (1, 1), (90, 1)])
  func `a plain picture stays plain to its edges`(width: Int, height: Int) {
    for grey in [0, 1, 127, 254, 255] {
      let picture = Pixels.grey(41, 23) { _, _ in Double(grey) }
      let extent = Extent(width: 40.125, height: 22.25)
      for light in Light.allCases {
        let made = resample(
          picture, extent: extent, to: PixelSize(width: width, height: height), light: light)
        #expect(Set(made.pixels) == [UInt8(grey), 255])
      }
    }
  }

  @Test(arguments: [(101, 13), (100, 7), (96, 24), (10, 31)])
  func `centred art stays centred`(side: Int, target: Int) {
    let margin = side / 4
    let inside = margin..<(side - margin)
    let square = Pixels.grey(side, side) { x, y in
      inside.contains(x) && inside.contains(y) ? 255 : 0
    }
    let made = square.resized(to: PixelSize(width: target, height: target))
    let grey = made.channel(0).map(Int.init)
    for y in 0..<target {
      for x in 0..<target {
        let here = grey[y * target + x]
        // Sums in another order may round a half differently.
        #expect(abs(here - grey[y * target + target - 1 - x]) <= 1)
        #expect(abs(here - grey[(target - 1 - y) * target + x]) <= 1)
      }
    }
  }

  @Test(arguments: [2, 3])
  func `a pattern finer than the result can show turns to grey, without moiré`(period: Int) {
    let stripes = Pixels.grey(800, 12) { x, _ in x % period == 0 ? 255 : 0 }
    let made = stripes.resized(to: PixelSize(width: 400, height: 6)).channel(0)
    let mean = 255 / Double(period)
    // At the edges the pattern ends, and the filter with it.
    let inside = made.prefix(397).dropFirst(3)
    #expect(inside.allSatisfy { abs(Double($0) - mean) < 10 })
  }

  /// 1801 columns at 1/8 are 225 and an eighth: as a codec delivers them, the last one filled up.
  @Test func `a fractional last column and row are placed where they are`() throws {
    let wave = { (x: Int, y: Int) in 128 + 120 * sin(Double(x) / 40) * cos(Double(y) / 30) }
    let eighths = Pixels.grey(226, 26) { x, y in
      var sum = 0.0
      for dy in 0..<8 {
        for dx in 0..<8 { sum += wave(min(8 * x + dx, 1800), min(8 * y + dy, 200)) }
      }
      return sum / 64
    }
    let target = PixelSize(width: 56, height: 6)
    let whole = Pixels.grey(1801, 201, wave).resized(to: target)
    func ratio(_ made: Resampler) throws -> Double {
      let made = Pixels(width: target.width, height: target.height, bytes: made.pixels)
      return try #require(Pixels.peakSignalToNoise(made, whole))
    }
    let extent = Extent(width: 1801 / 8, height: 201 / 8)
    #expect(try ratio(resample(eighths, extent: extent, to: target)) > 50)
    #expect(try ratio(resample(eighths, to: target)) < 35)
  }

  @Test func `1801 columns become 200 with no dark edge on the right or below`() {
    let paper = Pixels.grey(1801, 33) { x, y in x == 1800 || y == 32 ? 250 : 255 }
    let made = paper.resized(to: PixelSize(width: 200, height: 4))
    #expect(made.channel(0).allSatisfy { $0 >= 250 })
  }

  @Test(arguments: Light.allCases)
  func `what is transparent lends no colour to its neighbours`(light: Light) {
    let row = (0..<32).flatMap { $0 < 13 ? [255, 255, 255, 255] : [0, 255, 0, 0] as [UInt8] }
    let picture = Pixels(
      width: 32, height: 8, bytes: Array(repeatElement(row, count: 8).joined()))
    let made = picture.resized(to: PixelSize(width: 9, height: 3), light: light)
    #expect(Set(made.channel(3)).count > 2, "there is an edge")
    for start in stride(from: 0, to: made.bytes.count, by: 4) {
      let alpha = made.bytes[start + 3]
      let colour: UInt8 = alpha == 0 ? 0 : 255
      #expect(made.bytes[start..<(start + 3)] == [colour, colour, colour])
    }
  }

  @Test func `the mean of light is lighter than that of samples`() {
    let board = Pixels.grey(16, 16) { x, y in (x + y).isMultiple(of: 2) ? 255 : 0 }
    let dot = PixelSize(width: 1, height: 1)
    #expect([127, 128].contains(board.resized(to: dot).bytes[0]))
    // Half of the light is 188 in sRGB.
    #expect([187, 188].contains(board.resized(to: dot, light: .linear).bytes[0]))
  }

  @Test func `every sample comes back from light as it was`() {
    for sample in 0...255 {
      #expect(Int(SRGB.encoded(SRGB.linear[sample])) == sample)
    }
    #expect(SRGB.encoded(-20) == 0)
    #expect(SRGB.encoded(300) == 255)
  }

  @Test func `what rows say of alpha is ignored where there is none`() {
    let made = resample(
      Pixels.speckle(20, 20, hasAlpha: true), to: PixelSize(width: 5, height: 5), hasAlpha: false)
    let opaque = resample(Pixels.speckle(20, 20), to: PixelSize(width: 5, height: 5))
    #expect(made.pixels == opaque.pixels)
  }

  @Test(arguments: [(640, 170, 156, 41), (33, 900, 7, 200), (3, 2, 50, 40), (5, 5, 5, 5)])
  func `a resampler holds as many bytes as it says`(
    width: Int, height: Int, targetWidth: Int, targetHeight: Int
  ) {
    let target = PixelSize(width: targetWidth, height: targetHeight)
    let decoded = PixelSize(width: width, height: height)
    let resampler = resample(Pixels.speckle(width, height), to: target)
    let memory = Resampler.memory(decoded: decoded, extent: Extent(decoded), target: target)
    #expect(bytesHeld(by: resampler) == memory)
  }

  @Test func `what a resampler holds does not grow with the picture's height`() {
    let target = PixelSize(width: 156, height: 104)
    func memory(_ height: Int) -> Int {
      let size = PixelSize(width: 6000, height: height)
      return Resampler.memory(decoded: size, extent: Extent(size), target: target)
    }
    #expect(memory(4000) < 600_000)
    #expect(memory(65_500) < memory(4000) + 104 * 16 * 1000, "weights, nothing else")
  }

  @Test func `half a picture is rounded, and at least a pixel`() {
    let half = Pixels.speckle(5, 1).halved()
    #expect(half.width == 3 && half.height == 1)
    #expect(Pixels.speckle(1, 1).halved() == Pixels.speckle(1, 1))
    let blocks = Pixels.grey(64, 64) { x, _ in x < 32 ? 40 : 200 }.halved()
    #expect(blocks.width == 32 && blocks.height == 32)
    #expect(blocks.channel(0)[5] == 40 && blocks.channel(0)[26] == 200)
  }

  @Test func `an extent that leaves a whole column out traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = Resampler(
        decoded: PixelSize(width: 10, height: 10), extent: Extent(width: 9, height: 10),
        target: PixelSize(width: 2, height: 2), hasAlpha: false, light: .gamma)
    }
  }

  @Test func `a row of another length traps`() async {
    await #expect(processExitsWith: .failure) {
      let size = PixelSize(width: 10, height: 10)
      var resampler = Resampler(
        decoded: size, extent: Extent(size), target: PixelSize(width: 2, height: 2),
        hasAlpha: false, light: .gamma)
      [UInt8](repeating: 0, count: 36).withUnsafeBufferPointer { resampler.take($0) }
    }
  }
}

/// The bytes in all arrays of a value, found by reflection.
private func bytesHeld(by value: Any) -> Int {
  switch value {
  case let array as [UInt8]: array.count
  case let array as [Int]: array.count * MemoryLayout<Int>.stride
  case let array as [SIMD4<Float>]: array.count * MemoryLayout<SIMD4<Float>>.stride
  default: Mirror(reflecting: value).children.map { bytesHeld(by: $0.value) }.reduce(0, +)
  }
}
