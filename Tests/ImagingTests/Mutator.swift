import Evidence
import Foundation
import Imaging

/// Damages files, each time in another way and always in the same for the same number.
struct Mutator {
  let format: ImageFormat
  /// Well-formed files.
  let files: [Data]

  /// The mutant of a number: a file damaged once, as a rule, or up to three times.
  func mutant(_ number: Int) -> Data {
    var generator = SeededGenerator(seed: UInt64(number), part: "mutant")
    // Small ones are broken as well as large ones, and much faster.
    let candidates = (0..<2).map { _ in files[generator.index(files.count)] }
    var data = candidates[0].count < candidates[1].count ? candidates[0] : candidates[1]
    let times = [1, 1, 2, 3][generator.index(4)]
    for _ in 0..<times {
      let damage = Damage.allCases[generator.index(Damage.allCases.count)]
      let other = files[generator.index(files.count)]
      data = damage.done(to: data, format, other: other, by: &generator)
    }
    return data
  }

  /// What can happen to a file.
  private enum Damage: CaseIterable {
    case cutShort, bitsFlipped, runOverwritten, runSplicedIn, partSplicedIn, partRepeated,
      partRemoved, partsSwapped, lengthChanged, sidesChanged

    func done(
      to data: Data, _ format: ImageFormat, other: Data, by generator: inout SeededGenerator
    ) -> Data {
      switch self {
      case .cutShort: data.prefix(generator.place(in: data.count))
      case .bitsFlipped: flip(data, &generator)
      case .runOverwritten: overwrite(data, &generator)
      case .runSplicedIn: splice(other, into: data, &generator)
      default: inParts(PartedFile(data, format: format), other: other, &generator)
      }
    }

    private func inParts(
      _ whole: PartedFile, other: Data, _ generator: inout SeededGenerator
    ) -> Data {
      var file = whole
      guard !file.parts.isEmpty else { return file.data }
      let index = generator.index(file.parts.count)
      let another = generator.index(file.parts.count)
      switch self {
      case .partSplicedIn:
        let parts = PartedFile(other, format: file.format).parts
        file.parts.insert(parts[generator.index(parts.count)], at: index)
      case .partRepeated:
        for _ in 0...generator.index(4) { file.parts.insert(file.parts[index], at: another) }
      case .partRemoved: file.parts.remove(at: index)
      case .partsSwapped: file.parts.swapAt(index, another)
      case .lengthChanged: file.parts[index].changeLength(file.format, &generator)
      default: file.changeSides(&generator)
      }
      return file.data
    }
  }
}

private func flip(_ data: Data, _ generator: inout SeededGenerator) -> Data {
  guard !data.isEmpty else { return data }
  var bytes = [UInt8](data)
  for _ in 0...generator.index(8) {
    bytes[generator.place(in: bytes.count)] ^= 1 << UInt8(generator.index(8))
  }
  return Data(bytes)
}

/// Noise, zeros or ones, which are what headers and counts break on.
private func overwrite(_ data: Data, _ generator: inout SeededGenerator) -> Data {
  var bytes = [UInt8](data)
  let start = generator.place(in: max(1, bytes.count))
  let kind = generator.index(3)
  for index in start..<min(bytes.count, start + 1 + generator.index(64)) {
    bytes[index] = kind == 0 ? UInt8(generator.index(256)) : kind == 1 ? 0 : 255
  }
  return Data(bytes)
}

private func splice(
  _ other: Data, into data: Data, _ generator: inout SeededGenerator
) -> Data {
  let run = other.dropFirst(generator.place(in: other.count)).prefix(1 + generator.index(512))
  let place = generator.place(in: data.count + 1)
  // Either between two bytes or over what is there.
  let rest = data.dropFirst(place + (generator.index(2) == 0 ? 0 : run.count))
  return data.prefix(place) + run + rest
}

extension [UInt8] {
  /// Writes another length into a segment or chunk, which stays as long as it is.
  fileprivate mutating func changeLength(
    _ format: ImageFormat, _ generator: inout SeededGenerator
  ) {
    let field = format == .jpeg ? 2..<4 : 4..<8
    guard count >= field.upperBound else { return }
    let lengths = [0, 1, 2, count - 1, count, count + 1, count + 2, 65_535, -1]
    let length =
      generator.index(2) == 0
      ? lengths[generator.index(lengths.count)] : generator.index(1 << 16)
    let bytes = littleEndian(length, bytes: field.count)
    replaceSubrange(field, with: format == .jpeg ? bytes.reversed() : bytes)
  }
}

extension PartedFile {
  /// Writes other sides into a header that states some.
  fileprivate mutating func changeSides(_ generator: inout SeededGenerator) {
    let frames = parts.indices.filter { sides(of: parts[$0]) != nil }
    guard !frames.isEmpty else { return }
    let index = frames[generator.index(frames.count)]
    for byte in sides(of: parts[index]) ?? 0..<0 where generator.index(3) == 0 {
      // A small change leaves a picture within the limits, whose data is then too short or long.
      parts[index][byte] =
        generator.index(2) == 0
        ? parts[index][byte] &+ 1 : UInt8(generator.index(256))
    }
  }

  /// Where a part states the picture's sides.
  private func sides(of part: [UInt8]) -> Range<Int>? {
    let frames = [0xc0, 0xc1, 0xc2] as [UInt8]
    let field: Range<Int>? =
      if format == .jpeg {
        part.count > 1 && frames.contains(part[1]) ? 5..<9 : nil
      } else {
        [("VP8X", 12..<18), ("VP8 ", 14..<18), ("VP8L", 9..<13), ("ANMF", 14..<20)]
          .first { part.starts(with: $0.0.utf8) }?.1
      }
    return field.flatMap { $0.upperBound <= part.count ? $0 : nil }
  }
}

extension SeededGenerator {
  /// A number from 0 up to, not including, `count`.
  fileprivate mutating func index(_ count: Int) -> Int { Int.random(in: 0..<count, using: &self) }

  /// A place in a file, as often among the first bytes, where the headers are, as anywhere.
  fileprivate mutating func place(in count: Int) -> Int {
    guard count > 0 else { return 0 }
    return index(index(2) == 0 ? min(count, 512) : count)
  }
}
