import Foundation

/// Which samples along one axis make up each sample of the result, and in what shares.
///
/// Lanczos3: a sinc windowed by a sinc three times as wide (C. Duchon, "Lanczos Filtering in One
/// and Two Dimensions", Journal of Applied Meteorology 18, 1979), stretched by the factor that the
/// picture shrinks by; never narrower than three samples either side, where it grows.
struct Taps {
  /// The first sample that each result takes from.
  let firsts: [Int]
  /// How many samples it takes from.
  let counts: [Int]
  /// The weights, four to a vector, those of a result after those of the one before it: they sum to
  /// 1, and what lies past the count is 0.
  let weights: [SIMD4<Float>]
  /// Vectors of weights that each result has.
  let groupCount: Int

  /// Weights that make `resultCount` samples of the stretch from 0 to `extent`, sample `index`
  /// being what lies between `index` and `index + 1`.
  ///
  /// A last sample that reaches beyond the extent counts for as much as lies within. Samples that
  /// are means over their stretch, as a codec that shrinks delivers, are corrected to points: a
  /// mean lies off the value in its middle by 1/24 of the second difference (the cell averages of
  /// finite volumes), without which the filter would blur more than it should.
  init(sampleCount: Int, extent: Double, resultCount: Int, areMeans: Bool = false) {
    let shape = Shape(extent: extent, resultCount: resultCount)
    var firsts: [Int] = []
    var counts: [Int] = []
    var weights = [SIMD4<Float>](repeating: .zero, count: resultCount * shape.groupCount)
    var shares = [Double](repeating: 0, count: 4 * shape.groupCount)
    let last = sampleCount - 1
    for result in 0..<resultCount {
      let centre = (Double(result) + 0.5) * shape.step
      let nearest = max(0, Int((centre - shape.support + 0.5).rounded(.down)))
      let end = min(sampleCount, Int((centre + shape.support + 0.5).rounded(.down)))
      // Room for the neighbours that a mean is corrected by.
      let first = areMeans ? max(0, nearest - 1) : nearest
      let count = (areMeans ? min(sampleCount, end + 1) : end) - first
      for tap in 0..<count { shares[tap] = 0 }
      var sum = 0.0
      for sample in nearest..<end {
        let distance = (Double(sample) + 0.5 - centre) / shape.stretch
        let share = lanczos3(distance) * min(1, extent - Double(sample))
        sum += share
        guard areMeans else {
          shares[sample - first] = share
          continue
        }
        shares[sample - first] += share * 13 / 12
        shares[max(0, sample - 1) - first] -= share / 24
        shares[min(last, sample + 1) - first] -= share / 24
      }
      for tap in 0..<count {
        weights[result * shape.groupCount + tap / 4][tap % 4] = Float(shares[tap] / sum)
      }
      firsts.append(first)
      counts.append(count)
    }
    self.firsts = firsts
    self.counts = counts
    self.weights = weights
    groupCount = shape.groupCount
  }

  /// The weight in a result of the sample that comes so many after its first.
  func weight(of tap: Int, in result: Int) -> Float {
    weights[result * groupCount + tap / 4][tap % 4]
  }

  /// The measures of a filter, known before any of its weights.
  struct Shape {
    /// Samples from one result to the next.
    let step: Double
    /// What the filter is stretched by.
    let stretch: Double
    /// Samples that it reaches to either side.
    let support: Double
    /// Vectors of four weights that hold a result's.
    let groupCount: Int
    /// The most results that take from one sample.
    let overlap: Int
    /// Bytes that the taps hold.
    let memory: Int

    init(extent: Double, resultCount: Int) {
      step = extent / Double(resultCount)
      stretch = max(1, step)
      support = 3 * stretch
      // With a neighbour more to either side, where samples are means.
      groupCount = (Int(2 * support) + 3 + 3) / 4
      overlap = min(resultCount, Int((2 * support + 2) / step) + 1)
      memory = resultCount * (16 * groupCount + 16)
    }
  }
}

private func lanczos3(_ distance: Double) -> Double {
  guard abs(distance) < 3 else { return 0 }
  let third = .pi * distance / 3
  guard abs(third) > 1e-9 else { return 1 }
  // sin 3t = 3 sin t - 4 sin³ t: one sine in place of two, and sines are most of a small picture.
  let square = sin(third) * sin(third)
  return square * (1 - square * 4 / 3) / (third * third)
}
