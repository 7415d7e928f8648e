import Foundation
import Imaging

/// EXIF metadata that holds an orientation, tag 0x0112 of TIFF 6.0, in either byte order, and a
/// preview, which has an orientation of its own: another one.
func exif(
  _ orientation: Orientation, isBigEndian: Bool = false, preview: [UInt8]? = nil
) -> [UInt8] {
  func number(_ value: Int, bytes: Int) -> [UInt8] {
    let bytes = littleEndian(value, bytes: bytes)
    return isBigEndian ? bytes.reversed() : bytes
  }
  /// A tag, its type (3 for two bytes, 4 for four), one value of it in the four bytes for it.
  func entry(_ tag: Int, short value: Int) -> [UInt8] {
    number(tag, bytes: 2) + number(3, bytes: 2) + number(1, bytes: 4) + number(value, bytes: 2)
      + [0, 0]
  }
  func entry(_ tag: Int, long value: Int) -> [UInt8] {
    number(tag, bytes: 2) + number(4, bytes: 2) + number(1, bytes: 4) + number(value, bytes: 4)
  }
  /// A directory: how many entries, each of 12 bytes, and where the next directory begins.
  func directory(_ entries: [[UInt8]], next: Int) -> [UInt8] {
    number(entries.count, bytes: 2) + entries.joined() + number(next, bytes: 4)
  }
  // The first directory follows the header of 8 bytes and takes 18 more.
  let header = Array((isBigEndian ? "MM" : "II").utf8) + number(42, bytes: 2) + number(8, bytes: 4)
  let first = entry(0x0112, short: orientation.rawValue)
  guard let preview else { return header + directory([first], next: 0) }
  let second = [
    entry(0x0112, short: orientation.rawValue % 8 + 1),
    entry(0x0201, long: 26 + 42), entry(0x0202, long: preview.count),
  ]
  return header + directory([first], next: 26) + directory(second, next: 0) + preview
}

extension Data {
  /// The same JPEG or WebP with EXIF metadata where its format keeps it.
  ///
  /// `size` is the picture's: a WebP in the extended format states it once more.
  func with(exif metadata: [UInt8], size: PixelSize, _ format: ImageFormat) -> Data {
    var file = PartedFile(self, format: format)
    switch format {
    case .jpeg:
      file.parts.insert(segment(0xe1, "Exif\0\0".utf8 + metadata), at: 1)
    case .webP:
      if !file.parts[0].starts(with: "VP8X".utf8) {
        file.parts.insert(extendedHeader(size, flags: []), at: 0)
      }
      file.parts[0][8] |= ExtendedFlags.exif.rawValue
      file.parts.append(chunk("EXIF", metadata))
    }
    return file.data
  }
}

/// A WebP that shows stills of one size in turn, a tenth of a second each.
func animatedWebP(of stills: [Data], size: PixelSize) -> Data {
  var file = PartedFile(stills[0], format: .webP)
  file.parts = [extendedHeader(size, flags: [.animation, .alpha])]
  // A white background, and no end to the loop.
  file.parts.append(chunk("ANIM", [255, 255, 255, 255, 0, 0]))
  for still in stills {
    let place = littleEndian(0, bytes: 6) + sides(size) + littleEndian(100, bytes: 3) + [0]
    let frame = PartedFile(still, format: .webP).parts.filter { part in
      ["VP8 ", "VP8L", "ALPH"].contains { part.starts(with: $0.utf8) }
    }
    file.parts.append(chunk("ANMF", place + frame.joined()))
  }
  return file.data
}

/// What a WebP's extended header says is in the file.
private struct ExtendedFlags: OptionSet {
  let rawValue: UInt8
  static let animation = ExtendedFlags(rawValue: 0x02)
  static let exif = ExtendedFlags(rawValue: 0x08)
  static let alpha = ExtendedFlags(rawValue: 0x10)
}

private func extendedHeader(_ size: PixelSize, flags: ExtendedFlags) -> [UInt8] {
  chunk("VP8X", [flags.rawValue, 0, 0, 0] + sides(size))
}

private func sides(_ size: PixelSize) -> [UInt8] {
  littleEndian(size.width - 1, bytes: 3) + littleEndian(size.height - 1, bytes: 3)
}
