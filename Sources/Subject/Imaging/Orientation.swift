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

extension Pixels {
  /// The picture as it stands upright, if it was stored in the given orientation.
  ///
  /// Exact: pixels change places, none changes. O(pixels).
  public func oriented(_ orientation: Orientation) -> Pixels {
    guard orientation != .up else { return self }
    let (right, down) = (1, width)
    let (lastColumn, lastRow) = (width - 1, width * (height - 1))
    // Which stored pixel comes first, and how far it is to the next in a row and in a column.
    let (first, across, along) =
      switch orientation {
      case .up: (0, right, down)
      case .upMirrored: (lastColumn, -right, down)
      case .down: (lastRow + lastColumn, -right, -down)
      case .downMirrored: (lastRow, right, -down)
      case .leftMirrored: (0, down, right)
      case .right: (lastRow, -down, right)
      case .rightMirrored: (lastRow + lastColumn, -down, -right)
      case .left: (lastColumn, down, -right)
      }
    let size = orientation.swapsSides ? size.turned : size
    let turned = [UInt8](unsafeUninitializedCapacity: bytes.count) { turned, initializedCount in
      bytes.withUnsafeBytes { stored in
        let turned = UnsafeMutableRawBufferPointer(turned)
        var offset = 0
        for row in 0..<size.height {
          var index = first + row * along
          for _ in 0..<size.width {
            let pixel = stored.loadUnaligned(fromByteOffset: 4 * index, as: UInt32.self)
            turned.storeBytes(of: pixel, toByteOffset: offset, as: UInt32.self)
            index += across
            offset += 4
          }
        }
        initializedCount = offset
      }
    }
    return Pixels(width: size.width, height: size.height, bytes: turned)
  }
}
