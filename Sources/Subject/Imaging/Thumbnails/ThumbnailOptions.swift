/// What a thumbnail is to be, after ImageIO's `CGImageSourceCreateThumbnailAtIndex`.
public struct ThumbnailOptions: Sendable {
  /// The longest side of the thumbnail in pixels, at least 1; a picture is never enlarged.
  ///
  /// In pixels: a cell of 156 points on a screen of scale 3 wants 468.
  public var maxPixelSize: Int
  /// Whether the codec shrinks while it decodes.
  public var decoding: Decoding
  /// Whether the picture is turned upright by its EXIF orientation; the size is computed after.
  public var appliesOrientation: Bool
  /// What is averaged: samples as they are stored, or light.
  public var light: Light
  /// What happens to damaged data, and who may stop it.
  public var options: DecodingOptions

  /// How much of the picture is decoded.
  public enum Decoding: Hashable, Sendable {
    /// The codec shrinks as far as it can while it leaves the filter a margin, and Lanczos3 does
    /// the rest; the whole picture where that would save nothing or be wrong.
    ///
    /// The margin is how many times the thumbnail's size is decoded at least, twice unless told
    /// otherwise: less is faster and coarser, less than 1 is a precondition failure. In linear
    /// light the whole picture is decoded, since a codec takes the mean of samples as stored.
    case scaled(margin: Double = 2)
    /// The whole picture, then Lanczos3.
    case full
  }

  /// Options for a longest side in pixels; otherwise as ImageIO has them.
  ///
  /// - Precondition: `maxPixelSize` is at least 1.
  public init(
    maxPixelSize: Int, decoding: Decoding = .scaled(), appliesOrientation: Bool = false,
    light: Light = .gamma, options: DecodingOptions = DecodingOptions()
  ) {
    precondition(maxPixelSize > 0, "a thumbnail has at least one pixel")
    self.maxPixelSize = maxPixelSize
    self.decoding = decoding
    self.appliesOrientation = appliesOrientation
    self.light = light
    self.options = options
  }
}

/// What a filter takes the mean of.
public enum Light: String, CaseIterable, Sendable {
  /// The samples as stored, gamma encoded: what ImageIO, libvips and Pillow do unless told.
  case gamma
  /// Light: sRGB samples are made linear, averaged, and encoded again.
  case linear
}
