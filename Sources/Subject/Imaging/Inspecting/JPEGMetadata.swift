import Foundation

/// What the application segments before a JPEG's first scan say of its picture.
///
/// Found by a walk over the bytes in memory; libjpeg would copy each segment, of which a file may
/// have as many as it likes.
struct JPEGMetadata {
  /// How the picture is to be turned, by the first EXIF segment.
  private(set) var orientation = Orientation.up
  /// Where the parts of the ICC profile lie, by their number, from 1.
  private var profileParts: [UInt8: Range<Int>] = [:]
  private var profilePartCount: UInt8?
  private var isProfileSound = true

  init(_ bytes: UnsafeRawBufferPointer) {
    var isFirst = true
    var offset = 2
    while let segment = Segment(in: bytes, from: offset) {
      let body = UnsafeRawBufferPointer(rebasing: bytes[segment.body])
      if isFirst, segment.marker == 0xe1, body.starts(with: "Exif\0\0".utf8) {
        isFirst = false
        orientation = Imaging.orientation(inEXIF: body)
      } else if segment.marker == 0xe2, body.starts(with: "ICC_PROFILE\0".utf8), body.count >= 14 {
        addProfilePart(segment.body.dropFirst(14), number: body[12], of: body[13])
      }
      offset = segment.body.upperBound
    }
  }

  /// The parts in the order of their numbers; none unless all are there, each of them once.
  private var orderedProfileParts: [Range<Int>] {
    guard isProfileSound, let count = profilePartCount, count > 0 else { return [] }
    let parts = (1...count).compactMap { profileParts[$0] }
    return parts.count == Int(count) ? parts : []
  }

  /// Bytes of the ICC profile; 0 where there is none, or not all of it.
  var profileByteCount: Int { orderedProfileParts.reduce(0) { $0 + $1.count } }

  /// The ICC profile, from the bytes that were walked.
  func colorProfile(in bytes: UnsafeRawBufferPointer) -> Data {
    orderedProfileParts.reduce(into: Data()) { $0.append(contentsOf: bytes[$1]) }
  }

  private mutating func addProfilePart(_ part: Range<Int>, number: UInt8, of count: UInt8) {
    let isNew = profileParts.updateValue(part, forKey: number) == nil
    let isAgreed = (profilePartCount ?? count) == count
    isProfileSound = isProfileSound && isNew && isAgreed && number > 0 && number <= count
    profilePartCount = count
  }
}

/// A marker and what belongs to it.
private struct Segment {
  let marker: UInt8
  let body: Range<Int>

  /// The next segment with a body, before the first scan; `nil` where it is not all there.
  init?(in bytes: UnsafeRawBufferPointer, from start: Int) {
    var offset = start
    repeat {
      // As libjpeg does: what is no marker is skipped, and so is any number of 0xff before one.
      while offset < bytes.count, bytes[offset] != 0xff { offset += 1 }
      while offset < bytes.count, bytes[offset] == 0xff { offset += 1 }
      guard offset + 2 < bytes.count else { return nil }
      offset += 1
      // A stuffed zero, TEM and the restarts stand alone.
    } while [0x00, 0x01].contains(bytes[offset - 1]) || (0xd0...0xd7).contains(bytes[offset - 1])
    marker = bytes[offset - 1]
    // The end of the picture, or its first scan.
    guard marker != 0xd9, marker != 0xda else { return nil }
    let length = Int(bytes[offset]) << 8 | Int(bytes[offset + 1])
    guard length >= 2, offset + length <= bytes.count else { return nil }
    body = offset + 2..<offset + length
  }
}
