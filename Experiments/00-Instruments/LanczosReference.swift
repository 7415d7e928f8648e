import Foundation
import Imaging

/// What a thumbnail's samples ought to be: all of a picture, filtered by Lanczos3 in double
/// precision, straight from the definition.
///
/// Written for this comparison and for nothing else, so that it shares no line with what it judges.
struct LanczosReference {
  private let rows: [[Double]]
  private let width: Int

  /// Filters a whole picture's columns, three samples a pixel, into rows of a width.
  init(of pixels: Pixels, width: Int) {
    self.width = width
    let weights = Self.weights(0...Double(pixels.width), of: pixels.width, into: width)
    rows = pixels.bytes.withUnsafeBufferPointer { bytes in
      (0..<pixels.height).map { row in
        var samples = [Double](repeating: 0, count: 3 * width)
        for column in 0..<width {
          let (first, factors) = weights[column]
          var (red, green, blue) = (0.0, 0.0, 0.0)
          var index = 4 * (row * pixels.width + first)
          for factor in factors {
            red += factor * Double(bytes[index])
            green += factor * Double(bytes[index + 1])
            blue += factor * Double(bytes[index + 2])
            index += 4
          }
          samples[3 * column] = red
          samples[3 * column + 1] = green
          samples[3 * column + 2] = blue
        }
        return samples
      }
    }
  }

  // lesson: reference
  /// The thumbnail of a height, of a part of the picture's rows.
  func samples(height: Int, of part: ClosedRange<Double>? = nil) -> [Double] {
    let part = part ?? 0...Double(rows.count)
    return Self.weights(part, of: rows.count, into: height).flatMap { first, factors in
      var sums = [Double](repeating: 0, count: 3 * width)
      for (row, factor) in zip(rows[first...], factors) {
        for index in sums.indices { sums[index] += factor * row[index] }
      }
      return sums.map { min(max($0, 0), 255) }
    }
  }

  /// For each sample of the result the first source sample that counts, and the weights from there.
  private static func weights(
    _ part: ClosedRange<Double>, of count: Int, into resultCount: Int
  ) -> [(first: Int, factors: [Double])] {
    let scale = (part.upperBound - part.lowerBound) / Double(resultCount)
    let reach = 3 * max(scale, 1)
    return (0..<resultCount).map { index in
      let centre = part.lowerBound + (Double(index) + 0.5) * scale
      let first = max(0, Int((centre - reach).rounded()))
      let end = min(count, Int((centre + reach).rounded()))
      let factors = (first..<end).map { lanczos3((Double($0) + 0.5 - centre) / max(scale, 1)) }
      let sum = factors.reduce(0, +)
      return (first, factors.map { $0 / sum })
    }
  }
  // lesson: end
}

/// The kernel: a sinc under the middle lobe of another, three times as wide.
private func lanczos3(_ x: Double) -> Double {
  guard x != 0 else { return 1 }
  guard abs(x) < 3 else { return 0 }
  let angle = Double.pi * x
  return 3 * sin(angle) * sin(angle / 3) / (angle * angle)
}

/// How close samples come to what they ought to be, in decibels.
func decibels(_ samples: [Double], from reference: [Double]) -> Double {
  let squares = zip(samples, reference).map { ($0 - $1) * ($0 - $1) }.reduce(0, +)
  // Not even rounding reaches 60.
  return 10 * log10(255 * 255 * Double(samples.count) / max(squares, .ulpOfOne))
}
