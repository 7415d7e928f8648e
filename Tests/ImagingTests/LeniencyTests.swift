import Foundation
import Testing

@testable import Imaging

@Suite struct LeniencyTests {
  private let lenient = DecodingOptions(isLenient: true)

  @Test(arguments: Photo.all)
  func `a whole file is the same picture, strict or lenient`(photo: Photo) throws {
    let source = try ImageSource(contentsOf: photo.path)
    let decoded = try source.decoded(lenient)
    #expect(try decoded.pixels == source.decoded().pixels)
    #expect(decoded.warningCount == 0 && !decoded.isPartial)
    #expect(
      decoded.path
        == DecodingPath(scale: .full, decodedSize: source.info.size, filtered: nil))
  }

  @Test(arguments: Photo.all)
  func `three quarters of a photograph are an error if strict, and if lenient what they hold`(
    photo: Photo
  ) throws {
    let data = try photo.data
    let source = try ImageSource(data.prefix(data.count * 3 / 4))
    try expectDamaged { try source.decoded() }
    let part = try source.decoded(lenient)
    #expect(part.isPartial && part.warningCount > 0)
    #expect(part.pixels.width == photo.width && part.pixels.height == photo.height)
    #expect(try part.pixels.bytes != Pixels(decoding: data).bytes)
  }

  @Test(arguments: [("rocket.jpg", 10_000), ("hero.jpg", 10_000), ("coffee.webp", 22_000)])
  func `rows that are missing are grey, those before them as they were`(
    name: String, byteCount: Int
  ) throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Photo.path(name)))
    let source = try ImageSource(data.prefix(byteCount))
    try expectDamaged { try source.decoded() }
    let part = try source.decoded(lenient)
    let whole = try Pixels(decoding: data)
    #expect(part.isPartial)
    let areSame = (0..<8).allSatisfy { part.pixels.row($0) == whole.row($0) }
    #expect(areSame)
    let grey = repeatElement([128, 128, 128, 255] as [UInt8], count: whole.width).joined()
    let isGrey = part.pixels.row(whole.height - 1) == Array(grey)
    #expect(isGrey)
  }

  @Test func `rows that are missing of a picture with alpha are transparent`() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Photo.path("badge-alpha.webp")))
    let part = try ImageSource(data.prefix(data.count * 3 / 4)).decoded(lenient).pixels
    #expect(Set(part.row(part.height - 1)) == [0])
    #expect(Set(part.channel(3)).count > 50)
  }

  @Test func `most of a progressive JPEG is the whole picture, coarser`() throws {
    let picture = try Pixels(contentsOf: Photo.path("cat.jpg"))
    let data = try picture.jpeg(quality: 85, isProgressive: true)
    let part = try ImageSource(data.prefix(data.count * 3 / 4)).decoded(lenient)
    #expect(part.isPartial)
    #expect(try #require(Pixels.peakSignalToNoise(part.pixels, picture)) > 20)
  }

  @Test func `a progressive JPEG cut or broken between its scans is what came before`() async throws
  {
    let picture = try Pixels(contentsOf: Photo.path("cat.jpg")).resized(
      to: PixelSize(width: 48, height: 32))
    let data = try picture.jpeg(quality: 60, isProgressive: true)
    let firstScan = try #require(data.firstRange(of: [0xff, 0xda])).upperBound + 12
    for length in firstScan..<data.count {
      await Task.yield()
      let cut = data.prefix(length)
      #expect(throws: ImagingError.self) { try ImageSource(cut).decoded() }
      var broken = data
      // A reserved marker, a length of nothing, a table or a component that is none.
      broken[length] = 0x05
      #expect(try ImageSource(cut).decoded(lenient).isPartial, "cut at \(length)")
      let decoded = try ImageSource(broken).decoded(lenient)
      #expect(decoded.pixels.size == picture.size, "broken at \(length)")
    }
  }

  @Test func `after a bad segment a JPEG is what its scans before it say`() throws {
    let data = try Pixels(contentsOf: Photo.path("cat.jpg")).jpeg(
      quality: 85, isProgressive: true)
    // Where the third scan's segment begins, and before it the tables that belong to it.
    let scans = data.indices.dropLast().filter { data[$0] == 0xff && data[$0 + 1] == 0xda }
    let whole = try ImageSource(data.prefix(scans[2])).decoded(lenient)
    for frame in [0xc2, 0xc0, 0xd8, 0x05] as [UInt8] {
      // A second frame of another size must not become the picture's.
      let bad = data.prefix(scans[2]) + segment(frame, [8, 0, 1, 0, 1, 1, 0, 0x11, 0])
      let part = try ImageSource(bad + data.dropFirst(scans[2])).decoded(lenient)
      #expect(part.isPartial && part.pixels == whole.pixels)
    }
  }

  @Test func `what comes after a whole picture takes nothing from it`() throws {
    let data = try Pixels(contentsOf: Photo.path("cat.jpg")).jpeg(quality: 85)
    let scan = try #require(data.firstRange(of: [0xff, 0xda])).lowerBound
    let source = try ImageSource(data.dropLast(2) + data.dropFirst(scan))
    try expectDamaged { try source.decoded() }
    let decoded = try source.decoded(lenient)
    #expect(decoded.isPartial && decoded.warningCount == 1)
    #expect(try decoded.pixels == Pixels(decoding: data))
  }

  @Test(arguments: Photo.all)
  func `a file short of its last byte is flagged`(photo: Photo) throws {
    let decoded = try ImageSource(photo.data.dropLast()).decoded(lenient)
    #expect(decoded.isPartial && decoded.warningCount == 1)
  }

  @Test(arguments: Photo.all)
  func `a header that cannot be read is an error in both modes`(photo: Photo) throws {
    let data = try photo.data.prefix(24)
    #expect(throws: ImagingError.self) { try ImageSource(data) }
  }

  @Test(arguments: Photo.all)
  func `a corrupted photograph is an error or a picture of its size`(photo: Photo) async throws {
    let data = try photo.data
    for index in stride(from: 600, to: data.count, by: data.count / 7) {
      await Task.yield()
      var corrupted = data
      corrupted[index] ^= 0xa5
      guard let decoded = try? ImageSource(corrupted).decoded(lenient) else { continue }
      #expect(decoded.pixels.width == photo.width && decoded.pixels.height == photo.height)
      let strict = try? ImageSource(corrupted).decoded()
      #expect(decoded.isPartial == (strict == nil))
      #expect(strict.map { $0.pixels == decoded.pixels } ?? true)
    }
  }
}

private func expectDamaged(_ body: () throws -> DecodedImage) throws {
  let error = try #require(throws: ImagingError.self) { _ = try body() }
  guard case .damaged = error else {
    Issue.record("\(error)")
    return
  }
}

extension Pixels {
  /// The samples of one row.
  func row(_ index: Int) -> [UInt8] {
    Array(bytes[(4 * width * index)..<(4 * width * (index + 1))])
  }
}
