/// A decoded picture: RGBA, 8 bits each, straight alpha, row after row from the top left.
public struct Pixels: Equatable, Sendable {
  /// Columns, at least 1.
  public let width: Int
  /// Rows, at least 1.
  public let height: Int
  /// The samples, 4 · width · height of them: red, green, blue, alpha of each pixel in turn.
  public let bytes: [UInt8]

  /// Both sides.
  public var size: PixelSize { PixelSize(width: width, height: height) }

  /// What the picture takes in memory, in bytes; the honest cost of keeping it in a cache.
  public var byteCount: Int { bytes.count }

  /// A picture of the given samples.
  ///
  /// - Precondition: both sides are at least 1, and there are 4 · width · height samples.
  public init(width: Int, height: Int, bytes: [UInt8]) {
    precondition(width > 0 && height > 0, "a picture has at least one pixel")
    precondition(bytes.count == 4 * width * height, "a picture has four samples a pixel")
    self.width = width
    self.height = height
    self.bytes = bytes
  }
}
