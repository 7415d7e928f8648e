import Foundation

extension Pixels {
  /// How far one picture lies from another of its size: the peak signal-to-noise ratio, in dB.
  ///
  /// 10 · log₁₀(255² / mean squared difference), one mean over red, green and blue of all pixels,
  /// as stored. Alpha is left out, and what is transparent counts like the rest. Infinite for equal
  /// pictures, `nil` for pictures of unlike sizes. O(pixels).
  public static func peakSignalToNoise(_ left: Pixels, _ right: Pixels) -> Double? {
    guard left.width == right.width, left.height == right.height else { return nil }
    var squares = 0
    left.bytes.withUnsafeBufferPointer { left in
      right.bytes.withUnsafeBufferPointer { right in
        var index = 0
        while index < left.count {
          for sample in index..<(index + 3) {
            let difference = Int(left[sample]) - Int(right[sample])
            squares += difference * difference
          }
          index += 4
        }
      }
    }
    let count = Double(3 * left.width * left.height)
    return squares == 0 ? .infinity : 10 * log10(255 * 255 * count / Double(squares))
  }
}
