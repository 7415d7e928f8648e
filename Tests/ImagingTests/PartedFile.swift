import Foundation
import Imaging

/// A JPEG as its segments or a WebP as its chunks, to look into and to put together anew.
///
/// A scan's segment takes its entropy-coded data with it; a chunk its padding.
struct PartedFile {
  let format: ImageFormat
  var parts: [[UInt8]]

  /// Takes apart a file, which need not be well formed.
  init(_ data: Data, format: ImageFormat) {
    let bytes = [UInt8](data)
    self.format = format
    parts = []
    var start = format == .jpeg ? 0 : 12
    while start + 1 < bytes.count {
      let count = format == .jpeg ? segmentCount(bytes, start) : chunkCount(bytes, start)
      parts.append(Array(bytes[start..<min(start + count, bytes.count)]))
      start += count
    }
  }

  /// The file, its length written anew.
  var data: Data {
    let body = parts.joined()
    guard format == .webP else { return Data(body) }
    return Data("RIFF".utf8 + littleEndian(body.count + 4, bytes: 4) + "WEBP".utf8 + body)
  }

  /// The ICC profile, put together from as many parts as hold it.
  var colorProfile: Data {
    switch format {
    case .jpeg:
      let signature = Array("ICC_PROFILE".utf8) + [0]
      let segments = parts.filter { $0[1] == 0xe2 && $0.dropFirst(4).starts(with: signature) }
      // One byte each after the signature: this segment's number, and how many there are.
      return Data(segments.sorted { $0[16] < $1[16] }.flatMap { $0.dropFirst(18) })
    case .webP:
      guard let chunk = parts.first(where: { $0.starts(with: "ICCP".utf8) }) else { return Data() }
      return Data(chunk.dropFirst(8).prefix(Int(littleEndian: chunk[4..<8])))
    }
  }
}

/// A chunk of a WebP file, padded to an even length.
func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
  name.utf8 + littleEndian(payload.count, bytes: 4) + payload
    + (payload.count.isMultiple(of: 2) ? [] : [0])
}

/// A segment of a JPEG file.
func segment(_ marker: UInt8, _ body: [UInt8]) -> [UInt8] {
  [0xff, marker] + littleEndian(body.count + 2, bytes: 2).reversed() + body
}

/// So many of a number's bytes, the least significant first.
func littleEndian(_ number: Int, bytes: Int) -> [UInt8] {
  (0..<bytes).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
}

extension Int {
  fileprivate init(littleEndian bytes: some BidirectionalCollection<UInt8>) {
    self = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
  }
}

private func chunkCount(_ bytes: [UInt8], _ start: Int) -> Int {
  guard start + 8 <= bytes.count else { return bytes.count - start }
  let count = Int(littleEndian: bytes[(start + 4)..<(start + 8)])
  return 8 + count + count % 2
}

private func segmentCount(_ bytes: [UInt8], _ start: Int) -> Int {
  let marker = bytes[start + 1]
  guard marker != 0xd8, marker != 0xd9, start + 4 <= bytes.count else { return 2 }
  let count = 2 + Int(littleEndian: [bytes[start + 3], bytes[start + 2]])
  guard marker == 0xda else { return count }
  // Entropy-coded data ends at a marker which is neither a stuffed 0 nor a restart.
  var end = start + count
  while end + 1 < bytes.count {
    let isMarker = bytes[end] == 0xff && bytes[end + 1] != 0
    if isMarker && !(0xd0...0xd7).contains(bytes[end + 1]) { break }
    end += 1
  }
  return end - start
}
