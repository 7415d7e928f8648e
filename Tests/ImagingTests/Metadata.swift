import Foundation
import Imaging

/// EXIF data written by hand: directories of entries (TIFF 6.0), in either byte order.
struct HandmadeEXIF {
  /// The first directory tells of the picture, the second of an embedded preview.
  var directories: [[Entry]]
  var isBigEndian = false

  /// A tag with one value, of type 3 for two bytes or 4 for four, whatever it says of their count.
  struct Entry {
    var tag: Int
    var type = 3
    var count = 1
    var value: Int

    static func orientation(_ value: Int) -> Entry { Entry(tag: 0x0112, value: value) }
  }

  init(_ directories: [Entry]..., isBigEndian: Bool = false) {
    self.directories = directories
    self.isBigEndian = isBigEndian
  }

  /// With `Exif` and two zeros before it, as a JPEG has it.
  var prefixed: [UInt8] { "Exif\0\0".utf8 + tiff }

  var tiff: [UInt8] {
    var bytes = Array((isBigEndian ? "MM" : "II").utf8) + number(42, 2) + number(8, 4)
    for (index, entries) in directories.enumerated() {
      bytes += number(entries.count, 2)
      for entry in entries {
        // A short stands at the left of its four bytes.
        let value = entry.type == 3 ? number(entry.value, 2) + [0, 0] : number(entry.value, 4)
        bytes += number(entry.tag, 2) + number(entry.type, 2) + number(entry.count, 4) + value
      }
      bytes += number(index + 1 < directories.count ? bytes.count + 4 : 0, 4)
    }
    return bytes
  }

  private func number(_ value: Int, _ count: Int) -> [UInt8] {
    let bytes = littleEndian(value, bytes: count)
    return isBigEndian ? bytes.reversed() : bytes
  }
}

/// EXIF data of an orientation, and of a preview with another one.
func exif(
  _ orientation: Orientation, isBigEndian: Bool = false, preview: [UInt8]? = nil
) -> [UInt8] {
  let first = [HandmadeEXIF.Entry.orientation(orientation.rawValue)]
  guard let preview else { return HandmadeEXIF(first, isBigEndian: isBigEndian).tiff }
  // It begins after a head of 8 bytes and directories of 18 and 42.
  let second: [HandmadeEXIF.Entry] = [
    .orientation(orientation.rawValue % 8 + 1), .init(tag: 0x0201, type: 4, value: 68),
    .init(tag: 0x0202, type: 4, value: preview.count),
  ]
  return HandmadeEXIF(first, second, isBigEndian: isBigEndian).tiff + preview
}

/// A segment with part `number` of `count` of an ICC profile.
func profileSegment(_ number: UInt8, of count: UInt8, _ part: [UInt8]) -> [UInt8] {
  segment(0xe2, "ICC_PROFILE\0".utf8 + [number, count] + part)
}

/// What a WebP's extended header says is in the file.
struct ExtendedFlags: OptionSet {
  let rawValue: UInt8
  static let animation = ExtendedFlags(rawValue: 0x02)
  static let exif = ExtendedFlags(rawValue: 0x08)
  static let alpha = ExtendedFlags(rawValue: 0x10)
}

extension Data {
  /// A JPEG with segments put in after its start.
  func inserting(_ segments: [UInt8]...) -> Data {
    prefix(2) + segments.joined() + dropFirst(2)
  }

  /// A WebP in the extended format, with flags beside those that it has, and chunks at its end.
  func extended(_ size: PixelSize, flags: ExtendedFlags, after: [UInt8]) -> Data {
    var file = PartedFile(self, format: .webP)
    var flags = flags
    if let header = file.parts.first, header.isExtendedHeader {
      flags.formUnion(ExtendedFlags(rawValue: header[8]))
      file.parts.removeFirst()
    }
    file.parts = [extendedHeader(size, flags: flags)] + file.parts + [after]
    return file.data
  }

  /// The same JPEG or WebP with EXIF data where its format keeps it.
  ///
  /// `size` is the picture's: a WebP in the extended format states it once more.
  func with(exif data: [UInt8], size: PixelSize, _ format: ImageFormat) -> Data {
    switch format {
    case .jpeg: inserting(segment(0xe1, "Exif\0\0".utf8 + data))
    case .webP: extended(size, flags: .exif, after: chunk("EXIF", data))
    }
  }
}

/// An animated WebP of frames that are WebP files, each at a place of even coordinates, a tenth of
/// a second long.
func animation(
  _ size: PixelSize, _ frames: [(x: Int, y: Int, width: Int, height: Int, Data)]
) -> Data {
  let header = extendedHeader(size, flags: [.animation, .alpha])
  var file = PartedFile(Data("RIFF".utf8 + [0, 0, 0, 0] + "WEBP".utf8 + header), format: .webP)
  // A background, and no end to the loop.
  file.parts.append(chunk("ANIM", [255, 0, 0, 255, 0, 0]))
  for (x, y, width, height, picture) in frames {
    let place = [x / 2, y / 2, width - 1, height - 1, 100].flatMap { littleEndian($0, bytes: 3) }
    let parts = PartedFile(picture, format: .webP).parts.filter { !$0.isExtendedHeader }
    file.parts.append(chunk("ANMF", place + [0] + parts.joined()))
  }
  return file.data
}

/// The chunk that announces others.
private func extendedHeader(_ size: PixelSize, flags: ExtendedFlags) -> [UInt8] {
  chunk(
    "VP8X",
    [flags.rawValue, 0, 0, 0] + littleEndian(size.width - 1, bytes: 3)
      + littleEndian(size.height - 1, bytes: 3))
}

extension [UInt8] {
  fileprivate var isExtendedHeader: Bool { starts(with: "VP8X".utf8) }
}
