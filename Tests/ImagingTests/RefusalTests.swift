import Foundation
import Imaging
import Testing

@Suite struct RefusalTests {
  @Test(arguments: [
    ("", "it is empty"),
    ("Not a picture.", "it begins with 4e 6f 74 20"),
    ("RIFF____WAVEfmt ", "it begins with 52 49 46 46"),
    ("\u{1}", "it begins with 01"),
  ])
  func `what is no picture is named for what it is`(text: String, found: String) {
    let error = ImagingError.notAnImage(source: "the image data", found: found)
    #expect(throws: error) { try Pixels(decoding: Data(text.utf8)) }
  }

  @Test func `a PNG is called a PNG`() {
    let signature = Data([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
    #expect(throws: ImagingError.notAnImage(source: "logo", found: "it is a PNG")) {
      try Pixels(decoding: signature, source: "logo")
    }
  }

  @Test(arguments: [
    ("no-such-photograph.jpg", "No such file or directory"), ("", "Is a directory"),
  ])
  func `a missing file and a folder are unreadable, by path and reason`(
    name: String, reason: String
  ) {
    let path = Photo.path(name)
    #expect(throws: ImagingError.unreadable(source: path, reason: reason)) {
      try Pixels(contentsOf: path)
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func `a device and a pipe are no files, and not waited for`() throws {
    let pipe = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jpg")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(at: pipe) }
    let link = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jpg")
    try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: pipe.path)
    defer { try? FileManager.default.removeItem(at: link) }
    for path in ["/dev/zero", pipe.path, link.path] {
      #expect(throws: ImagingError.unreadable(source: path, reason: "Not a regular file")) {
        try ImageSource(contentsOf: path)
      }
    }
  }

  @Test func `a link that leads nowhere, and one in a circle, are told by the system's words`()
    throws
  {
    for (target, reason) in [
      ("nowhere.jpg", "No such file or directory"),
      ("itself", "Too many levels of symbolic links"),
    ] {
      let link = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
      try FileManager.default.createSymbolicLink(
        atPath: link.path,
        withDestinationPath: target == "itself" ? link.lastPathComponent : target)
      defer { try? FileManager.default.removeItem(at: link) }
      #expect(throws: ImagingError.unreadable(source: link.path, reason: reason)) {
        try ImageSource(contentsOf: link.path)
      }
    }
  }

  @Test func `twelve bits a sample are not supported, and named`() throws {
    let jpeg = HandmadeJPEG(samples: [128], precision: 12)
    let error = try #require(throws: ImagingError.self) { try Pixels(decoding: jpeg.data) }
    #expect(
      error == .unsupported(source: "the image data", feature: "precision 12 not supported"))
  }

  @Test func `two components make no colour that is known`() throws {
    let jpeg = HandmadeJPEG(samples: [128, 128])
    let error = try #require(throws: ImagingError.self) { try Pixels(decoding: jpeg.data) }
    guard case .unsupported = error else {
      Issue.record("\(error)")
      return
    }
  }

  @Test func `an animated WebP without a frame is damaged`() {
    #expect(
      throws: ImagingError.damaged(source: "the image data", reason: "malformed WebP chunks")
    ) { try Pixels(decoding: framelessWebP) }
  }

  @Test func `two kilobytes that claim four thousand million pixels are refused at the header`() {
    var data = HandmadeJPEG(samples: [128, 128, 128], width: 64250, height: 64250).data
    data.append(Data(count: 2048 - data.count))
    #expect(
      throws: ImagingError.tooLarge(
        source: "the image data", width: 64250, height: 64250, limit: 100_000_000)
    ) {
      try Pixels(decoding: data)
    }
  }

  @Test func `a lossless WebP that claims the most its header can is refused there`() {
    let error = ImagingError.tooLarge(
      source: "the image data", width: 16384, height: 16384, limit: 100_000_000)
    #expect(throws: error) { try Pixels(decoding: hugeWebP) }
  }

  @Test(arguments: ["cat.jpg", "coffee.webp"])
  func `the pixel limit is inclusive`(name: String) throws {
    let path = Photo.path(name)
    let picture = try Pixels(contentsOf: path)
    var limits = DecodingLimits.standard
    limits.pixels = picture.width * picture.height
    #expect(try Pixels(contentsOf: path, limits: limits) == picture)
    limits.pixels -= 1
    #expect(
      throws: ImagingError.tooLarge(
        source: path, width: picture.width, height: picture.height, limit: limits.pixels)
    ) {
      try Pixels(contentsOf: path, limits: limits)
    }
  }

  @Test func `a small file of endless progressive scans is refused at the cap`() {
    let bomb = HandmadeJPEG(samples: [128], scans: 1_200).data
    #expect(throws: ImagingError.tooManyScans(source: "the image data", limit: 500)) {
      try Pixels(decoding: bomb)
    }
  }

  @Test(arguments: Photo.all)
  func `a truncated photograph is an error at any length`(photo: Photo) async throws {
    let data = try photo.data
    // Multiples of the golden ratio, which fall everywhere and into no rhythm of the format.
    let anywhere = (1...10).map { seed in
      Int((UInt64(seed) &* 0x9E37_79B9_7F4A_7C15) % UInt64(data.count))
    }
    for length in Array(0..<64) + anywhere + [data.count - 2, data.count - 1] {
      // Decoding takes long: other tests get their turn on the pool in between.
      await Task.yield()
      #expect(throws: ImagingError.self, "\(length) bytes of \(data.count)") {
        try Pixels(decoding: data.prefix(length))
      }
    }
  }

  @Test(arguments: Photo.all)
  func `a corrupted photograph never crashes the decoder`(photo: Photo) async throws {
    let data = try photo.data
    for index in stride(from: 3, to: min(data.count, 4096), by: 197) {
      await Task.yield()
      var corrupted = data
      corrupted[index] ^= 0xa5
      // Either answer is right: a flipped bit may be only another picture.
      _ = try? Pixels(decoding: corrupted, limits: DecodingLimits(pixels: 4_000_000, scans: 50))
    }
  }

  @Test func `a file of over a gigabyte is refused unread`() throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).jpg")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data().write(to: file)
    // A hole: it takes no room on the disk.
    let size = 1_000_000_001
    #expect(truncate(file.path, off_t(size)) == 0)
    #expect(
      throws: ImagingError.fileTooLarge(
        source: file.path, byteCount: size, limit: 1_000_000_000)
    ) { try Pixels(contentsOf: file.path) }
  }

  @Test func `a damaged file is told from an unsupported one by the library's words`() throws {
    let data = try Data(contentsOf: URL(fileURLWithPath: Photo.path("rocket.jpg")))
    #expect(
      throws: ImagingError.damaged(
        source: "the image data", reason: "Premature end of JPEG file")
    ) {
      try Pixels(decoding: data.prefix(10_000))
    }
  }

  @Test(arguments: sentences)
  func `every error is a sentence of what, where and what to do`(
    error: ImagingError, sentence: String
  ) {
    #expect("\(error)" == sentence)
    #expect((error as any Error).localizedDescription == sentence)
  }
}

private let sentences: [(error: ImagingError, sentence: String)] = [
  (
    .unreadable(source: "a.jpg", reason: "no such file"),
    "a.jpg cannot be read (no such file): check the path and its permissions"
  ),
  (
    .fileTooLarge(source: "a.jpg", byteCount: 20, limit: 10),
    "a.jpg holds 20 bytes, over the limit of 10: export it smaller"
  ),
  (
    .notAnImage(source: "a.png", found: "it is a PNG"),
    "a.png is not a JPEG or WebP (it is a PNG): convert it to one of the two"
  ),
  (
    .damaged(source: "a.jpg", reason: "Premature end of JPEG file"),
    "a.jpg is damaged (Premature end of JPEG file): fetch or export it again"
  ),
  (
    .unsupported(source: "a.webp", feature: "animation"),
    "a.webp uses what is not supported (animation): export it as a plain 8-bit picture"
  ),
  (
    .tooLarge(source: "a.jpg", width: 20, height: 10, limit: 100),
    "a.jpg claims 20×10 pixels, over the limit of 100: "
      + "shrink it, or raise the limit if its origin is trusted"
  ),
  (
    .tooLongToWrite(source: "the 9×2 picture to be written as WebP", limit: 8),
    "the 9×2 picture to be written as WebP has a side of over 8 pixels, the most there can be: "
      + "make it smaller, or write another format"
  ),
  (
    .tooManyScans(source: "a.jpg", limit: 500),
    "a.jpg has over 500 progressive scans: "
      + "export it again, or raise the limit if its origin is trusted"
  ),
  (
    .outOfMemory(source: "a.jpg"),
    "there is not enough memory for a.jpg: shrink it, or decode fewer pictures at a time"
  ),
  (
    .overMemoryLimit(source: "a.jpg", limit: 100),
    "a.jpg takes more than the limit of 100 bytes to decode: "
      + "shrink it, or raise the limit if its origin is trusted"
  ),
  (
    .cancelled(source: "a.jpg"),
    "decoding a.jpg was cancelled: ask again if the picture is still wanted"
  ),
]

/// An extended WebP of 16×16 whose animation flag is set, and nothing to be animated.
private var framelessWebP: Data {
  riff(
    Array("VP8X".utf8) + [10, 0, 0, 0, 0x02, 0, 0, 0, 15, 0, 0, 15, 0, 0]
      + Array("ANIM".utf8) + [6, 0, 0, 0, 255, 255, 255, 255, 0, 0])
}

/// The header of a lossless WebP with all bits of both sides set, and nothing after it.
private var hugeWebP: Data {
  riff(Array("VP8L".utf8) + [10, 0, 0, 0, 0x2f, 0xff, 0xff, 0xff, 0x0f, 0, 0, 0, 0, 0])
}

private func riff(_ chunks: [UInt8]) -> Data {
  let length = UInt8(chunks.count + 4)
  return Data(Array("RIFF".utf8) + [length, 0, 0, 0] + Array("WEBP".utf8) + chunks)
}
