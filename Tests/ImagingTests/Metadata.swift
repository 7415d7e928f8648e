import Foundation
import Imaging

/// EXIF metadata of one entry: the orientation, tag 0x0112 of TIFF 6.0, in either byte order.
func exif(_ orientation: Orientation, isBigEndian: Bool = false) -> [UInt8] {
  func number(_ value: Int, bytes: Int) -> [UInt8] {
    let bytes = littleEndian(value, bytes: bytes)
    return isBigEndian ? bytes.reversed() : bytes
  }
  // The directory follows its header of 8 bytes: one entry, of type 3 (two bytes), one value which
  // stands first in the four bytes for it, and no directory after this one.
  let entry = number(0x0112, bytes: 2) + number(3, bytes: 2) + number(1, bytes: 4)
  return Array((isBigEndian ? "MM" : "II").utf8) + number(42, bytes: 2) + number(8, bytes: 4)
    + number(1, bytes: 2) + entry + number(orientation.rawValue, bytes: 2) + [0, 0]
    + number(0, bytes: 4)
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
