import Foundation
import Imaging

/// What NumPy, Pillow and scikit-image make of the same pictures; `Expected/make.py` says how.
struct Expected: Decodable {
  struct Resized: Decodable {
    var size: [Int]
    var extent: [Double]
    var result: [Int]
    var hasAlpha: Bool
    var light: String
    var seed: UInt64
    var samples: [Double]
  }

  struct Compared: Decodable {
    var size: [Int]
    var noise: Int
    var seed: UInt64
    var peakSignalToNoise: Double
    var structuralSimilarity: Double
  }

  var resized: [Resized]
  var compared: [Compared]

  static func read() throws -> Expected {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Expected/expected.json")
    return try JSONDecoder().decode(Expected.self, from: Data(contentsOf: file))
  }
}

extension Pixels {
  /// Noise that any language can repeat: the upper bytes of SplitMix64.
  static func speckle(
    _ width: Int, _ height: Int, seed: UInt64 = 1, hasAlpha: Bool = false
  ) -> Pixels {
    var state = seed
    let bytes = (0..<(4 * width * height)).map { index in
      state &+= 0x9e37_79b9_7f4a_7c15
      var bits = (state ^ (state >> 30)) &* 0xbf58_476d_1ce4_e5b9
      bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
      bits ^= bits >> 31
      return index % 4 == 3 && !hasAlpha ? 255 : UInt8(bits >> 56)
    }
    return Pixels(width: width, height: height, bytes: bytes)
  }

  /// A grey picture of what a function says of each column and row.
  static func grey(_ width: Int, _ height: Int, _ sample: (Int, Int) -> Double) -> Pixels {
    var bytes: [UInt8] = []
    for y in 0..<height {
      for x in 0..<width {
        let grey = UInt8(min(max(sample(x, y), 0), 255).rounded())
        bytes += [grey, grey, grey, 255]
      }
    }
    return Pixels(width: width, height: height, bytes: bytes)
  }
}
