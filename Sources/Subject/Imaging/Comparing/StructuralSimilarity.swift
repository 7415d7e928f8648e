extension Pixels {
  /// How alike two pictures of one size are in structure: SSIM, 1 for equal ones.
  ///
  /// Z. Wang, A. C. Bovik, H. R. Sheikh, E. P. Simoncelli, "Image Quality Assessment: From Error
  /// Visibility to Structural Similarity", IEEE Transactions on Image Processing 13(4), 2004; as
  /// scikit-image's `structural_similarity` computes it unless told otherwise: a uniform window of
  /// 7×7, variances of a sample (divided by 48), K₁ 0.01, K₂ 0.03, a range of 255, the mean over
  /// all windows that lie wholly within, and over red, green and blue, as stored, without alpha.
  ///
  /// `nil` for pictures of unlike sizes, and where a side is shorter than the window. O(pixels).
  public static func structuralSimilarity(_ left: Pixels, _ right: Pixels) -> Double? {
    let (width, height) = (left.width, left.height)
    guard width == right.width, height == right.height else { return nil }
    guard width >= Window.side, height >= Window.side else { return nil }

    var columns = [Window](repeating: Window(), count: width)
    var leftRow = [SIMD4<Float>](repeating: .zero, count: width)
    var rightRow = leftRow
    var total = SIMD4<Double>.zero
    for y in 0..<height {
      if y >= Window.side {
        left.widen(row: y - Window.side, into: &leftRow)
        right.widen(row: y - Window.side, into: &rightRow)
        slide(&columns, width, leftRow, rightRow, sign: -1)
      }
      left.widen(row: y, into: &leftRow)
      right.widen(row: y, into: &rightRow)
      slide(&columns, width, leftRow, rightRow, sign: 1)
      if y >= Window.side - 1 { total += similarity(columns, width) }
    }
    let count = Double((width - Window.side + 1) * (height - Window.side + 1))
    return (total.x + total.y + total.z) / (3 * count)
  }

  private func widen(row: Int, into samples: inout [SIMD4<Float>]) {
    bytes.withUnsafeBufferPointer { bytes in
      guard let bytes = bytes.baseAddress else { return }
      Samples(hasAlpha: false, light: .gamma)
        .widen(bytes + 4 * width * row, count: width, into: &samples)
    }
  }
}

/// What is summed over a window, or over a column of one.
///
/// Whole numbers of at most 49 · 255², which a `Float` holds exactly: windows slide without drift.
private struct Window {
  static let side = 7

  var left = SIMD4<Float>.zero
  var right = SIMD4<Float>.zero
  var leftSquares = SIMD4<Float>.zero
  var rightSquares = SIMD4<Float>.zero
  var products = SIMD4<Float>.zero

  @inline(__always)
  mutating func add(_ other: Window) {
    left += other.left
    right += other.right
    leftSquares += other.leftSquares
    rightSquares += other.rightSquares
    products += other.products
  }

  @inline(__always)
  mutating func subtract(_ other: Window) {
    left -= other.left
    right -= other.right
    leftSquares -= other.leftSquares
    rightSquares -= other.rightSquares
    products -= other.products
  }

  /// Means, variances and covariance here are those of the paper times 49, 49 · 48 and 49 · 48.
  @inline(__always)
  var similarity: SIMD4<Double> {
    let count = Double(Window.side * Window.side)
    let left = SIMD4<Double>(left)
    let right = SIMD4<Double>(right)
    let (lefts, rights, both) = (left * left, right * right, left * right)
    let leftVariance = SIMD4<Double>(leftSquares) * count - lefts
    let rightVariance = SIMD4<Double>(rightSquares) * count - rights
    let covariance = SIMD4<Double>(products) * count - both
    let luminance = (0.01 * 255) * (0.01 * 255) * count * count
    let contrast = (0.03 * 255) * (0.03 * 255) * count * (count - 1)
    return (both * 2 + luminance) * (covariance * 2 + contrast)
      / ((lefts + rights + luminance) * (leftVariance + rightVariance + contrast))
  }
}

/// Adds a row to the columns, or takes one away.
private func slide(
  _ columns: UnsafeMutablePointer<Window>, _ width: Int, _ left: UnsafePointer<SIMD4<Float>>,
  _ right: UnsafePointer<SIMD4<Float>>, sign: Float
) {
  for x in 0..<width {
    let (one, other) = (left[x], right[x])
    let (signedOne, signedOther) = (one * sign, other * sign)
    columns[x].add(
      Window(
        left: signedOne, right: signedOther, leftSquares: signedOne * one,
        rightSquares: signedOther * other, products: signedOne * other))
  }
}

/// The sum of the similarities of a row of windows.
private func similarity(_ columns: UnsafePointer<Window>, _ width: Int) -> SIMD4<Double> {
  var total = SIMD4<Double>.zero
  var window = Window()
  for x in 0..<(Window.side - 1) { window.add(columns[x]) }
  for x in (Window.side - 1)..<width {
    window.add(columns[x])
    total += window.similarity
    window.subtract(columns[x - Window.side + 1])
  }
  return total
}
