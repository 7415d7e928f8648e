import Foundation

/// A JPEG of flat colour written by hand: small, exact, and as wrong as a test wants it.
///
/// One block a component, quantised so that its only coefficient is the sample less 128; the
/// Huffman tables hold the nine sizes of such a coefficient, and the end of a block.
struct HandmadeJPEG {
  /// One sample for each component, as stored: red, green, blue need `adobeTransform` 0.
  var samples: [UInt8]
  var width = 8
  var height = 8
  var precision: UInt8 = 8
  /// Writes Adobe's marker with this transform: 0 for RGB and CMYK, 1 for YCbCr, 2 for YCCK.
  var adobeTransform: UInt8?
  /// Anything but `nil` makes the file progressive with as many scans, the first 896 lawful.
  var scans: Int?

  var data: Data {
    var bytes: [UInt8] = [0xff, 0xd8]
    if let adobeTransform {
      bytes += segment(0xee, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, adobeTransform])
    }
    bytes += segment(0xdb, [0] + [UInt8](repeating: 8, count: 64))
    bytes += segment(scans == nil ? 0xc0 : 0xc2, frame)
    bytes += segment(0xc4, [0x00, 0, 0, 0, 9] + [UInt8](repeating: 0, count: 12) + Array(0...8))
    bytes += segment(0xc4, [0x10, 1] + [UInt8](repeating: 0, count: 15) + [0])
    bytes += scans.map(progressiveScans) ?? baselineScan
    return Data(bytes + [0xff, 0xd9])
  }

  private var frame: [UInt8] {
    [precision, UInt8(height >> 8), UInt8(height & 255), UInt8(width >> 8), UInt8(width & 255)]
      + [UInt8(samples.count)] + samples.indices.flatMap { [UInt8($0), 0x11, 0] as [UInt8] }
  }

  private var baselineScan: [UInt8] {
    scan(components: Array(samples.indices), from: 0, to: 63, high: 0, low: 0)
      + entropyCoded(samples.map { coefficient(of: $0) + "0" }.joined())
  }

  /// Coefficient by coefficient, each first at 1/8192 and then refined bit by bit.
  ///
  /// Only a sample of 128 has all its bits 0, so the picture is grey.
  private func progressiveScans(_ count: Int) -> [UInt8] {
    let steps = (0..<64).flatMap { index in
      [(index, 0, 13)] + (0..<13).reversed().map { (index, $0 + 1, $0) }
    }
    // After the lawful ones they come again, for whoever has stopped reading by then.
    return (0..<count).flatMap { number in
      let (index, high, low) = steps[number % steps.count]
      // A zero difference, a zero bit, or the end of a block: all are a zero, of four bits or one.
      return scan(components: [0], from: index, to: index, high: high, low: low)
        + entropyCoded(index == 0 && high == 0 ? "0000" : "0")
    }
  }

  private func scan(components: [Int], from: Int, to: Int, high: Int, low: Int) -> [UInt8] {
    let selectors = components.flatMap { [UInt8($0), 0] as [UInt8] }
    let band = [UInt8(from), UInt8(to), UInt8(high << 4 | low)]
    return segment(0xda, [UInt8(components.count)] + selectors + band)
  }

  private func coefficient(of sample: UInt8) -> String {
    let value = Int(sample) - 128
    let size = Int.bitWidth - value.magnitude.leadingZeroBitCount
    let bits = value < 0 ? value + (1 << size) - 1 : value
    return binary(size, digits: 4) + (size == 0 ? "" : binary(bits, digits: size))
  }

  private func binary(_ value: Int, digits: Int) -> String {
    let text = String(value, radix: 2)
    return String(repeating: "0", count: digits - text.count) + text
  }

  /// Packs bits into bytes, filled up with ones, and a zero after each byte of ones.
  private func entropyCoded(_ bits: String) -> [UInt8] {
    stride(from: 0, to: bits.count, by: 8).flatMap { start -> [UInt8] in
      let part = bits.dropFirst(start).prefix(8)
      let byte = UInt8(part + String(repeating: "1", count: 8 - part.count), radix: 2) ?? 0
      return byte == 255 ? [255, 0] : [byte]
    }
  }
}
