import Foundation
import Imaging

extension Pixels {
  /// A picture of which no two corners, rows or columns are alike, and none of its mirror images:
  /// red grows to the right, green downwards, blue is a wave.
  static func pattern(
    width: Int, height: Int, alpha: (_ x: Int, _ y: Int) -> UInt8 = { _, _ in 255 }
  ) -> Pixels {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(4 * width * height)
    for y in 0..<height {
      for x in 0..<width {
        let wave = 128 + 100 * sin(Double(x) / 9 + Double(y) / 17)
        bytes.append(UInt8(255 * x / width))
        bytes.append(UInt8(255 * y / height))
        bytes.append(UInt8(wave))
        bytes.append(alpha(x, y))
      }
    }
    return Pixels(width: width, height: height, bytes: bytes)
  }
}

extension Data {
  /// Bytes that look like nothing, the same ones each time.
  static func noise(count: Int) -> Data {
    var state: UInt32 = 1
    return Data(
      (0..<count).map { _ in
        state = state &* 1_664_525 &+ 1_013_904_223
        return UInt8(state >> 24)
      })
  }
}
