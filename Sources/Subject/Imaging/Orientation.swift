/// How a stored picture is to be turned to stand upright: tag 0x0112 of EXIF 2.3 (TIFF 6.0).
///
/// Named after where the picture's top row and left column lie.
public enum Orientation: Int, CaseIterable, Sendable {
  /// As stored.
  case up = 1
  /// Mirrored left to right.
  case upMirrored
  /// Upside down.
  case down
  /// Mirrored top to bottom.
  case downMirrored
  /// Mirrored along the diagonal from the top left.
  case leftMirrored
  /// To be turned by 90° clockwise.
  case right
  /// Mirrored along the diagonal from the top right.
  case rightMirrored
  /// To be turned by 90° counterclockwise.
  case left

  /// Whether width and height change places.
  public var swapsSides: Bool { rawValue > 4 }
}
