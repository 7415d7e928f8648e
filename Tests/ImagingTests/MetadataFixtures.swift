import Foundation

/// EXIF data written by hand: directories of entries, in either byte order.
struct HandmadeEXIF {
  /// The first directory tells of the picture, the second of an embedded preview.
  var directories: [[Entry]]
  var isBigEndian = false

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

/// A segment with part `number` of `count` of an ICC profile.
func profileSegment(_ number: UInt8, of count: UInt8, _ part: [UInt8]) -> [UInt8] {
  segment(0xe2, "ICC_PROFILE\0".utf8 + [number, count] + part)
}

extension Data {
  /// A JPEG with segments put in after its start.
  func inserting(_ segments: [UInt8]...) -> Data {
    prefix(2) + segments.joined() + dropFirst(2)
  }

  /// A WebP of one chunk made an extended one, with chunks before and after the picture's.
  func extended(
    _ size: (width: Int, height: Int), flags: UInt8, before: [[UInt8]] = [],
    after: [[UInt8]] = []
  ) -> Data {
    var file = PartedFile(self)
    let pictures = file.parts.filter { !$0.starts(with: "VP8X".utf8) }
    file.parts = [extendedHeader(size, flags: flags)] + before + pictures + after
    return file.data
  }
}

/// The chunk that announces others: 2 animation, 8 EXIF, 16 alpha, 32 an ICC profile.
func extendedHeader(_ size: (width: Int, height: Int), flags: UInt8) -> [UInt8] {
  chunk(
    "VP8X",
    [flags, 0, 0, 0] + littleEndian(size.width - 1, bytes: 3)
      + littleEndian(size.height - 1, bytes: 3))
}

/// An animated WebP of frames that are WebP files, each at a place of even coordinates.
func animation(
  _ size: (width: Int, height: Int), _ frames: [(x: Int, y: Int, width: Int, height: Int, Data)]
) -> Data {
  let header = extendedHeader(size, flags: 0x12)
  var file = PartedFile(Data("RIFF".utf8 + [0, 0, 0, 0] + "WEBP".utf8 + header))
  file.parts.append(chunk("ANIM", [255, 0, 0, 255, 0, 0]))
  for (x, y, width, height, picture) in frames {
    let place = [x / 2, y / 2, width - 1, height - 1, 100].flatMap { littleEndian($0, bytes: 3) }
    let parts = PartedFile(picture).parts.filter { !$0.starts(with: "VP8X".utf8) }
    file.parts.append(chunk("ANMF", place + [0] + parts.joined()))
  }
  return file.data
}
