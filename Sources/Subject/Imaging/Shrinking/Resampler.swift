/// Makes a picture smaller while its rows arrive: Lanczos3, separable, in floating point.
///
/// Holds a few rows, never the whole source.
struct Resampler: RowSink {
  /// The picture made so far: whole once the last row has come.
  private(set) var pixels: [UInt8] = []

  /// Readies a resampler for rows of `decoded.width` pixels, `decoded.height` of them.
  ///
  /// `extent` is how much of them is picture: a codec that delivers M/8 of a size rounds it up, and
  /// of its last row and column only a fraction is there.
  init(
    decoded: PixelSize, extent: Extent, target: PixelSize, hasAlpha: Bool, light: Light
  ) {
    preconditionFailure("to be written")
  }

  mutating func take(_ row: UnsafeBufferPointer<UInt8>) {
    preconditionFailure("to be written")
  }
}

/// A size that need not be whole, in pixels.
struct Extent: Equatable {
  var width: Double
  var height: Double
}
