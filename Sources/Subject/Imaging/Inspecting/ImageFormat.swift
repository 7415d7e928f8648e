import Foundation

/// The formats that are read and written, told apart by their first bytes.
public enum ImageFormat: String, CaseIterable, Sendable {
  /// JPEG, baseline or progressive, by libjpeg-turbo.
  case jpeg = "JPEG"
  /// WebP, lossy or lossless, by libwebp.
  case webP = "WebP"

  /// The format of a file by its first bytes; `nil` for any other.
  init?(of bytes: UnsafeRawBufferPointer) {
    if bytes.starts(with: [0xff, 0xd8, 0xff]) {
      self = .jpeg
    } else if bytes.starts(with: "RIFF".utf8), bytes.dropFirst(8).starts(with: "WEBP".utf8) {
      self = .webP
    } else {
      return nil
    }
  }
}

/// In a few words, what a file that is no picture begins with.
func describeBeginning(of bytes: UnsafeRawBufferPointer) -> String {
  if bytes.isEmpty { return "it is empty" }
  if bytes.starts(with: [0x89, 0x50, 0x4e, 0x47]) { return "it is a PNG" }
  // Apple's cameras write HEIC: a box that says which of its kind it is.
  if bytes.dropFirst(4).starts(with: "ftyp".utf8) { return "it is a HEIC, an AVIF or a video" }
  let beginning = bytes.prefix(4).map { String(format: "%02x", Int($0)) }
  return "it begins with \(beginning.joined(separator: " "))"
}
