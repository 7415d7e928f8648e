/// The orientation that EXIF data asks for: tag 0x0112 of its first directory, by TIFF 6.0.
///
/// The second directory tells of an embedded preview and is left alone. What is truncated,
/// malformed, missing or out of 1 to 8 is upright.
func orientation(inEXIF bytes: UnsafeRawBufferPointer) -> Orientation {
  // In a JPEG always and in a WebP sometimes, this comes before.
  let prefix = Array("Exif\0\0".utf8)
  let tiff = TIFF(bytes.starts(with: prefix) ? .init(rebasing: bytes.dropFirst(6)) : bytes)
  guard let tiff, let directory = tiff.long(at: 4), let count = tiff.short(at: directory),
    directory + 2 + 12 * count <= tiff.bytes.count
  else { return .up }
  for entry in stride(from: directory + 2, to: directory + 2 + 12 * count, by: 12)
  where tiff.short(at: entry) == 0x0112 {
    // One value of type 3, a short, which stands in the entry itself.
    guard tiff.short(at: entry + 2) == 3, tiff.long(at: entry + 4) == 1 else { return .up }
    return tiff.short(at: entry + 8).flatMap(Orientation.init) ?? .up
  }
  return .up
}

/// Numbers of a TIFF structure, in the byte order that its head declares.
private struct TIFF {
  let bytes: UnsafeRawBufferPointer
  private let isBigEndian: Bool

  init?(_ bytes: UnsafeRawBufferPointer) {
    if bytes.starts(with: [0x49, 0x49, 42, 0]) {
      isBigEndian = false
    } else if bytes.starts(with: [0x4d, 0x4d, 0, 42]) {
      isBigEndian = true
    } else {
      return nil
    }
    self.bytes = bytes
  }

  func short(at offset: Int) -> Int? {
    number(at: offset, UInt16.self)
  }

  func long(at offset: Int) -> Int? {
    number(at: offset, UInt32.self)
  }

  private func number<Number: FixedWidthInteger & BitwiseCopyable>(
    at offset: Int, _ type: Number.Type
  ) -> Int? {
    guard offset >= 0, offset + type.bitWidth / 8 <= bytes.count else { return nil }
    let raw = bytes.loadUnaligned(fromByteOffset: offset, as: type)
    return Int(isBigEndian ? type.init(bigEndian: raw) : type.init(littleEndian: raw))
  }
}
