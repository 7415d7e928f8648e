public import Foundation

extension Pixels {
  /// Reads and decodes a JPEG or WebP file.
  ///
  /// A truncated or corrupt file is an error, never a partial picture; so is one of over 1 GB,
  /// unread.
  public init(
    contentsOf path: String, limits: DecodingLimits = .standard
  ) throws(ImagingError) {
    let data: Data
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: URL(fileURLWithPath: path).resolvingSymlinksInPath().path)
    let byteCount = attributes?[.size] as? Int ?? 0
    guard byteCount <= mostBytes else {
      throw .fileTooLarge(source: path, byteCount: byteCount, limit: mostBytes)
    }
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw .unreadable(source: path, reason: reason(of: error))
    }
    try self.init(decoding: data, source: path, limits: limits)
  }

  /// Decodes a JPEG or WebP at its full size; `source` is what an error calls it.
  ///
  /// Grey, YCCK and CMYK JPEGs become RGB. An embedded colour profile and the EXIF orientation are
  /// not applied. A truncated or corrupt file is an error, never a partial picture.
  public init(
    decoding data: Data, source: String = "the image data", limits: DecodingLimits = .standard
  ) throws(ImagingError) {
    self = try data.bytes.withUnsafeBytes { (bytes) throws(ImagingError) in
      switch ImageFormat(of: bytes) {
      case .jpeg: try decodeJPEG(bytes, source: source, limits: limits)
      case .webP: try decodeWebP(bytes, source: source, limits: limits)
      case nil: throw .notAnImage(source: source, found: describeBeginning(of: bytes))
      }
    }
  }
}

/// The most bytes of a file that is read at all.
private let mostBytes = 1_000_000_000

/// What the system says, where Foundation only says that something failed.
private func reason(of error: any Error) -> String {
  guard let code = ((error as? CocoaError)?.underlying as? POSIXError)?.code else {
    return error.localizedDescription
  }
  return String(cString: strerror(code.rawValue))
}

extension ImageFormat {
  /// The format of a file by its first bytes; `nil` for any other.
  fileprivate init?(of bytes: UnsafeRawBufferPointer) {
    if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webP
    } else {
      return nil
    }
  }
}

private func describeBeginning(of bytes: UnsafeRawBufferPointer) -> String {
  if bytes.isEmpty { return "it is empty" }
  if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "it is a PNG" }
  let beginning = bytes.prefix(4).map { String(format: "%02x", Int($0)) }
  return "it begins with \(beginning.joined(separator: " "))"
}
