/// Makes a picture another size while its rows arrive: Lanczos3, separable, in floating point.
///
/// Each row is filtered across as it comes and added at once to every row of the result that takes
/// from it: six or seven are open at a time, however much is shrunk. The source is never held.
struct Resampler: RowSink {
  /// The picture made so far: whole once the last row has come.
  private(set) var pixels: [UInt8]

  private let decoded: PixelSize
  private let target: PixelSize
  private let samples: Samples
  /// Whether rows are filtered, and not copied since nothing changes size.
  var isFiltering: Bool { filter != nil }

  private let filter: Filter?
  /// The row that came, with zeros after it, for the last vectors of weights to reach into.
  private var row: [SIMD4<Float>]
  /// The same, filtered across.
  private var line: [SIMD4<Float>]
  /// The open rows of the result, each in the slot of its number.
  private var ring: [SIMD4<Float>]
  private var rowsTaken = 0
  private var rowsMade = 0

  private struct Filter {
    let across: Taps
    let down: Taps
    let slotCount: Int
  }

  /// Readies a resampler for rows of `decoded.width` pixels, `decoded.height` of them.
  ///
  /// `extent` is how much of them is picture: a codec that delivers M/8 of a size rounds it up, and
  /// of its last row and column only a fraction is there. Without alpha, what rows say of it is
  /// ignored, save where they are copied. `areMeans` tells that the codec made the rows smaller, by
  /// means of squares.
  ///
  /// - Precondition: the extent ends within the last row and column.
  init(
    decoded: PixelSize, extent: Extent, target: PixelSize, hasAlpha: Bool, light: Light,
    areMeans: Bool = false
  ) {
    precondition(
      extent.width > Double(decoded.width - 1) && extent.width <= Double(decoded.width)
        && extent.height > Double(decoded.height - 1) && extent.height <= Double(decoded.height),
      "an extent ends in the last row and column")
    self.decoded = decoded
    self.target = target
    samples = Samples(hasAlpha: hasAlpha, light: light)
    pixels = [UInt8](repeating: 0, count: 4 * target.pixelCount)
    guard decoded != target || extent != Extent(target) else {
      filter = nil
      (row, line, ring) = ([], [], [])
      return
    }
    let filter = Filter(
      across: Taps(
        sampleCount: decoded.width, extent: extent.width, resultCount: target.width,
        areMeans: areMeans),
      down: Taps(
        sampleCount: decoded.height, extent: extent.height, resultCount: target.height,
        areMeans: areMeans),
      slotCount: Taps.Shape(extent: extent.height, resultCount: target.height).overlap)
    self.filter = filter
    row = [SIMD4](repeating: .zero, count: decoded.width + 4 * filter.across.groupCount)
    line = [SIMD4](repeating: .zero, count: target.width)
    ring = [SIMD4](repeating: .zero, count: filter.slotCount * target.width)
  }

  /// The bytes that a resampler holds, the picture that it makes among them.
  static func memory(decoded: PixelSize, extent: Extent, target: PixelSize) -> Int {
    let picture = 4 * target.pixelCount
    guard decoded != target || extent != Extent(target) else { return picture }
    let across = Taps.Shape(extent: extent.width, resultCount: target.width)
    let down = Taps.Shape(extent: extent.height, resultCount: target.height)
    let row = decoded.width + 4 * across.groupCount
    return picture + across.memory + down.memory + 16 * (row + (1 + down.overlap) * target.width)
  }

  mutating func take(_ row: UnsafeBufferPointer<UInt8>) {
    precondition(row.count == 4 * decoded.width, "a row has four samples a pixel")
    precondition(rowsTaken < decoded.height, "no row comes after the last")
    guard let bytes = row.baseAddress else { return }
    guard let filter else {
      pixels.withUnsafeMutableBufferPointer { pixels in
        _ = pixels[(4 * target.width * rowsTaken)...].update(fromContentsOf: row)
      }
      rowsTaken += 1
      return
    }
    samples.widen(bytes, count: decoded.width, into: &self.row)
    convolve(self.row, filter.across, into: &line)
    distribute(filter)
    rowsTaken += 1
  }

  /// Adds the line to every open row of the result, and finishes those which it was the last of.
  private mutating func distribute(_ filter: Filter) {
    let down = filter.down
    let width = target.width
    var result = rowsMade
    while result < target.height, down.firsts[result] <= rowsTaken {
      let tap = rowsTaken - down.firsts[result]
      let slot = result % filter.slotCount * width
      add(line, weight: down.weight(of: tap, in: result), count: width, to: &ring, at: slot)
      if tap == down.counts[result] - 1 {
        samples.narrow(ring, at: slot, count: width, into: &pixels, at: 4 * width * result)
        clear(&ring, at: slot, count: width)
        rowsMade += 1
      }
      result += 1
    }
  }
}

/// A size that need not be whole, in pixels.
struct Extent: Equatable {
  var width: Double
  var height: Double
}

extension Extent {
  /// The whole of a size.
  init(_ size: PixelSize) {
    self.init(width: Double(size.width), height: Double(size.height))
  }
}

/// Filters a row: each result is the weighted sum of its samples.
private func convolve(
  _ samples: UnsafePointer<SIMD4<Float>>, _ taps: Taps,
  into results: UnsafeMutablePointer<SIMD4<Float>>
) {
  let groupCount = taps.groupCount
  taps.weights.withUnsafeBufferPointer { weights in
    taps.firsts.withUnsafeBufferPointer { firsts in
      guard var group = weights.baseAddress else { return }
      for result in 0..<firsts.count {
        var sample = samples + firsts[result]
        // Four sums, since each addition would wait for the one before it.
        var sums = (SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero, SIMD4<Float>.zero)
        for _ in 0..<groupCount {
          let weights = group.pointee
          sums.0 += sample[0] * weights.x
          sums.1 += sample[1] * weights.y
          sums.2 += sample[2] * weights.z
          sums.3 += sample[3] * weights.w
          sample += 4
          group += 1
        }
        results[result] = (sums.0 + sums.1) + (sums.2 + sums.3)
      }
    }
  }
}

private func add(
  _ line: UnsafePointer<SIMD4<Float>>, weight: Float, count: Int,
  to ring: UnsafeMutablePointer<SIMD4<Float>>, at slot: Int
) {
  let sums = ring + slot
  for index in 0..<count {
    sums[index] += line[index] * weight
  }
}

private func clear(_ ring: UnsafeMutablePointer<SIMD4<Float>>, at slot: Int, count: Int) {
  (ring + slot).update(repeating: .zero, count: count)
}
