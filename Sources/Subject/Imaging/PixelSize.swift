/// The sides of a picture in pixels.
public struct PixelSize: Hashable, Sendable, CustomStringConvertible {
  /// Columns, at least 1.
  public var width: Int
  /// Rows, at least 1.
  public var height: Int

  /// A size of so many columns and rows.
  ///
  /// - Precondition: both sides are at least 1.
  public init(width: Int, height: Int) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    self.width = width
    self.height = height
  }

  /// The longer of the two sides.
  public var longSide: Int { max(width, height) }

  /// Columns times rows.
  public var pixelCount: Int { width * height }

  /// The size after a quarter turn.
  public var turned: PixelSize { PixelSize(width: height, height: width) }

  /// As a person writes it: `2560×679`.
  public var description: String { "\(width)×\(height)" }
}

extension PixelSize {
  /// The size of a thumbnail whose sides are at most `maxPixelSize` long, as ImageIO has it.
  ///
  /// The long side is the limit, or its own length if that is less: a picture is never enlarged.
  /// The short side keeps the ratio, rounded, and is at least 1: 2560×679 within 156 is 156×41.
  ///
  /// - Precondition: `maxPixelSize` is at least 1.
  public func fitted(within maxPixelSize: Int) -> PixelSize {
    precondition(maxPixelSize > 0, "a thumbnail has at least one pixel")
    guard maxPixelSize < longSide else { return self }
    func scaled(_ side: Int) -> Int {
      let (quotient, remainder) = longSide.dividingFullWidth(
        side.multipliedFullWidth(by: maxPixelSize))
      return max(1, quotient + (remainder >= longSide - remainder ? 1 : 0))
    }
    return PixelSize(width: scaled(width), height: scaled(height))
  }

  /// The size of a thumbnail so many times smaller, as the published downsampling study has it.
  ///
  /// The larger side divided by `divisor`, in whole pixels and at least 1, is the limit given to
  /// ``fitted(within:)``.
  ///
  /// - Precondition: `divisor` is at least 1.
  public func divided(by divisor: Int) -> PixelSize {
    precondition(divisor > 0, "a picture is divided by 1 or more")
    return fitted(within: max(1, longSide / divisor))
  }

  /// Half of both sides, rounded, and at least 1.
  public var halved: PixelSize {
    PixelSize(width: width / 2 + width % 2, height: height / 2 + height % 2)
  }
}
