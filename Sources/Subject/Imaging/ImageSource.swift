public import Foundation

/// A JPEG or WebP file whose header has been read; its picture is decoded when asked for.
///
/// The header is held against the limits first, so that a file which claims too much is refused
/// before anything is allocated for its picture.
public struct ImageSource: Sendable {
  /// What the header says.
  public let info: ImageInfo
  /// Bytes of the file.
  public var byteCount: Int { data.count }

  /// The file.
  let data: Data
  /// What an error calls it.
  let name: String
  /// How much it may ask for.
  let limits: DecodingLimits

  /// Reads a file, and the header of its picture.
  ///
  /// What is not a regular file (a folder, a device, a pipe) is an error, as is a file of over
  /// 1 GB, unread.
  public init(
    contentsOf path: String, limits: DecodingLimits = .standard
  ) throws(ImagingError) {
    try self.init(readFile(path), name: path, limits: limits)
  }

  /// Reads the header of a JPEG or WebP; `name` is what an error calls it.
  ///
  /// What the picture's data takes is not read: O(segments before it) of a JPEG, O(chunks) of a
  /// WebP.
  public init(
    _ data: Data, name: String = "the image data", limits: DecodingLimits = .standard
  ) throws(ImagingError) {
    info = try data.bytes.withUnsafeBytes { (bytes) throws(ImagingError) in
      switch ImageFormat(of: bytes) {
      case .jpeg: try ImageInfo(ofJPEG: bytes, name: name, limits: limits)
      case .webP: try ImageInfo(ofWebP: bytes, name: name, limits: limits)
      case nil: throw .notAnImage(source: name, found: describeBeginning(of: bytes))
      }
    }
    self.data = data
    self.name = name
    self.limits = limits
  }

  /// The picture at its full size, as stored: neither its orientation nor its colour profile is
  /// applied.
  ///
  /// Grey, YCCK and CMYK JPEGs become RGB. Of an animated WebP it is the first frame, on a canvas
  /// otherwise transparent.
  public func decoded(
    _ options: DecodingOptions = DecodingOptions()
  ) throws(ImagingError) -> DecodedImage {
    let (pixels, warningCount) = try data.bytes.withUnsafeBytes { (bytes) throws(ImagingError) in
      switch info.format {
      case .jpeg:
        var picture = WholePicture(info.size)
        guard picture.byteCount <= limits.memory else {
          throw ImagingError.overMemoryLimit(source: name, limit: limits.memory)
        }
        let warningCount = try decodeJPEG(
          bytes, name: name, limits: limits, options: options, eighths: 8,
          heldByteCount: picture.byteCount, into: &picture)
        return (picture.pixels, warningCount)
      case .webP:
        return try decodeWebP(bytes, name: name, limits: limits, options: options, scaledTo: nil)
      }
    }
    return DecodedImage(
      pixels: pixels, path: DecodingPath(scale: .full, decodedSize: info.size, filtered: nil),
      warningCount: warningCount, colorProfile: colorProfile)
  }

  /// The embedded ICC profile, unless it is one for grey or inks: the samples are RGB by now.
  var colorProfile: Data? {
    guard info.colorProfileByteCount > 0 else { return nil }
    let profile = data.bytes.withUnsafeBytes { bytes in
      switch info.format {
      case .jpeg: JPEGMetadata(bytes).colorProfile(in: bytes)
      case .webP: webPColorProfile(in: bytes)
      }
    }
    // The colour space of its data, by ICC.1, 7.2.6.
    let space = profile?.dropFirst(16).prefix(4) ?? Data()
    return ["GRAY", "CMYK"].contains { space.elementsEqual($0.utf8) } ? nil : profile
  }
}

/// All rows of a picture, one after the other.
private struct WholePicture: RowSink {
  let size: PixelSize
  private var samples: [UInt8] = []

  init(_ size: PixelSize) { self.size = size }

  var byteCount: Int { 4 * size.pixelCount }
  var pixels: Pixels { Pixels(width: size.width, height: size.height, bytes: samples) }

  mutating func take(_ row: UnsafeBufferPointer<UInt8>) {
    if samples.isEmpty { samples.reserveCapacity(byteCount) }
    samples.append(contentsOf: row)
  }
}
