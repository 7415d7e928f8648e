extension Pixels {
  /// The picture at another size, smaller or larger: Lanczos3, each axis by its own factor.
  ///
  /// The mean is taken of samples as they are stored unless told otherwise, colour weighed by
  /// alpha. At its own size a picture is its own copy. Where it grows, the filter interpolates,
  /// reaching three pixels to either side. O(pixels of both).
  public func resized(to size: PixelSize, light: Light = .gamma) -> Pixels {
    guard size != self.size else { return self }
    var resampler = Resampler(
      decoded: self.size, extent: Extent(self.size), target: size, hasAlpha: !isOpaque,
      light: light)
    resampler.takeAll(of: self)
    return Pixels(width: size.width, height: size.height, bytes: resampler.pixels)
  }

  /// The picture at half its size, each side rounded, and at least 1.
  public func halved() -> Pixels {
    resized(to: size.halved)
  }

  private var isOpaque: Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var all: UInt8 = 255
      for alpha in stride(from: 3, to: bytes.count, by: 4) {
        all &= bytes[alpha]
      }
      return all == 255
    }
  }
}

extension Resampler {
  /// Takes every row of a picture, unless it is to stop, which it asks every sixteen rows; whether
  /// it took all.
  @discardableResult
  mutating func takeAll(of picture: Pixels, unless isCancelled: () -> Bool = { false }) -> Bool {
    let stride = 4 * picture.width
    return picture.bytes.withUnsafeBufferPointer { bytes in
      for row in 0..<picture.height {
        if row.isMultiple(of: 16), isCancelled() { return false }
        take(UnsafeBufferPointer(rebasing: bytes[(row * stride)..<((row + 1) * stride)]))
      }
      return true
    }
  }
}
