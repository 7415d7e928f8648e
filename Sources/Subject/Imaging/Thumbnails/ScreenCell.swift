/// A cell of a list or grid on a screen, which a picture is made smaller for.
///
/// It has the two rules of the published downsampling study, and the one that the second was meant
/// to be. The study compared them in pixels that are not the same: the first draws at the screen's
/// scale, the second takes points for pixels.
public struct ScreenCell: Hashable, Sendable {
  /// The width in points.
  public var width: Double
  /// The height in points.
  public var height: Double
  /// Pixels to a point, each way.
  public var scale: Double

  /// A cell of a size in points on a screen of a scale.
  ///
  /// - Precondition: all three are finite and over 0.
  public init(width: Double, height: Double, scale: Double) {
    precondition(
      [width, height, scale].allSatisfy { $0 > 0 && $0.isFinite }, "a cell has a size and a scale")
    self.width = width
    self.height = height
    self.scale = scale
  }

  /// What a renderer draws a picture at by the published rule, at times larger than the picture.
  ///
  /// A picture wider than high takes the cell's width, and the height that goes with it; any other
  /// takes the cell's *width* for its height. Then points become pixels, rounded, at least 1.
  public func renderedSize(of picture: PixelSize) -> PixelSize {
    let ratio = Double(picture.width) / Double(picture.height)
    return picture.width > picture.height
      ? PixelSize(width: pixels(width), height: pixels(width / ratio))
      : PixelSize(width: pixels(width * ratio), height: pixels(width))
  }

  /// The limit that the study gave ImageIO: the longer side in points, taken for pixels.
  public var publishedMaxPixelSize: Int { whole(max(width, height)) }

  /// The limit in pixels that fills the cell: the longer side times the scale.
  public var maxPixelSize: Int { pixels(max(width, height)) }

  private func pixels(_ points: Double) -> Int { whole(points * scale) }

  private func whole(_ length: Double) -> Int {
    // Sizes that no picture has are cut to one that none reaches.
    max(1, Int(min(length.rounded(), 0x1p31)))
  }
}
