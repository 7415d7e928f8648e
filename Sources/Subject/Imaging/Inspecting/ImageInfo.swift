/// What a file says of its picture, read without decoding it.
public struct ImageInfo: Equatable, Sendable {
  /// The file's format.
  public var format: ImageFormat
  /// The size as stored, before any turning.
  public var size: PixelSize
  /// How the stored picture is to be turned to stand upright.
  public var orientation: Orientation
  /// Colour channels as stored, alpha not counted: 1 grey, 3 colour, 4 inks.
  public var components: Int
  /// Bits of a sample.
  public var precision: Int
  /// Whether the data comes in passes over the whole picture: a progressive JPEG.
  public var isProgressive: Bool
  /// Whether any pixel may be transparent.
  public var hasAlpha: Bool
  /// Whether it is an animation, be it of one frame; the first is the picture.
  public var isAnimated: Bool
  /// Bytes of the embedded ICC profile; 0 for none.
  public var colorProfileByteCount: Int

  /// The size once it stands upright.
  public var uprightSize: PixelSize { orientation.swapsSides ? size.turned : size }
}
