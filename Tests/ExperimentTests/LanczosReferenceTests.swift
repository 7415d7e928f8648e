import Imaging
import Testing

@testable import _0_Instruments

/// What thumbnails are scored against, held against what is known of Lanczos3.
@Suite struct LanczosReferenceTests {
  private func picture(
    _ width: Int, _ height: Int, _ sample: (_ x: Int, _ y: Int) -> UInt8
  ) -> Pixels {
    let bytes: [UInt8] = (0..<width * height).flatMap { index in
      let red = sample(index % width, index / width)
      return [red, red / 2, 7, 255]
    }
    return Pixels(width: width, height: height, bytes: bytes)
  }

  @Test func `a picture as large as its thumbnail is its thumbnail`() {
    let noise = picture(9, 7) { UInt8(($0 * 97 + $1 * 59) % 256) }
    let samples = LanczosReference(of: noise, width: 9).samples(height: 7)
    let wanted = noise.bytes.indices.filter { $0 % 4 != 3 }.map { Double(noise.bytes[$0]) }
    #expect(zip(samples, wanted).allSatisfy { abs($0 - $1) < 1e-9 })
  }

  @Test func `one colour stays that colour, whatever part of the rows is shown`() {
    let flat = picture(50, 33) { _, _ in 200 }
    let reference = LanczosReference(of: flat, width: 13)
    for part in [nil, 0...33, 0...40, 1.3...31.7] as [ClosedRange<Double>?] {
      let samples = reference.samples(height: 8, of: part)
      #expect(samples.count == 3 * 13 * 8)
      #expect(
        samples.indices.allSatisfy { abs(samples[$0] - [200, 100, 7][$0 % 3]) < 1e-9 })
    }
  }

  @Test func `a ramp is centred on its pixels, and a part of its rows moves it`() {
    let ramp = picture(8, 240) { _, y in UInt8(y) }
    let reference = LanczosReference(of: ramp, width: 4)
    func middle(_ part: ClosedRange<Double>?) -> Double {
      reference.samples(height: 20, of: part)[3 * 4 * 10]
    }
    // Row 10 of 20 shows rows 120 to 131, whose mean is 125.5.
    #expect(abs(middle(nil) - 125.5) < 0.01)
    #expect(abs(middle(6...246) - 131.5) < 0.01)
  }

  @Test func `decibels follow from the mean square`() {
    #expect(abs(decibels([1, 2, 3], from: [2, 3, 4]) - 48.1308) < 1e-4)
    #expect(abs(decibels([0, 255], from: [255, 0]) - 0) < 1e-9)
    #expect(decibels([5], from: [5]).isFinite)
  }
}
