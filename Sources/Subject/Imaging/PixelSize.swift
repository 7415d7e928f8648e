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
