import Foundation
import Imaging
import StudyKit
import Testing

@testable import triptych

/// `triptych thumbnail` as a person or a script calls it.
@Suite struct ThumbnailCommandTests {
  private let stage: Stage
  private let pictures: URL

  init() throws {
    stage = try Stage(experiments: [])
    pictures = stage.folder.appending(path: "pictures")
    try FileManager.default.createDirectory(at: pictures, withIntermediateDirectories: true)
  }

  private static let photos = URL(filePath: #filePath)
    .appending(path: "../../../Experiments/Photos").standardized

  private func photo(_ name: String) -> String { Self.photos.appending(path: name).path }

  private func place(_ name: String) -> String { pictures.appending(path: name).path }

  private func thumbnail(_ words: String...) async throws -> Program.Result {
    try await Program.run(stage.command, ["thumbnail"] + words, in: stage)
  }

  /// Everything in the folder: the thumbnail, and whatever should not have stayed.
  private func written() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: pictures.path).sorted()
  }

  @Test(arguments: ["small.jpg", "small.webp"])
  func `the file has the size asked for, in the format its name says`(name: String) async throws {
    let result = try await thumbnail(photo("hero.jpg"), place(name), "--max-pixel-size", "156")
    #expect(result.status == 0 && result.errors.isEmpty)
    #expect(result.output.contains("156×41"))
    let info = try ImageSource(contentsOf: place(name)).info
    #expect(info.size == PixelSize(width: 156, height: 41))
    #expect(info.format == (name == "small.jpg" ? .jpeg : .webP))
    #expect(try written() == [name])
  }

  @Test func `JSON tells size, way, time, memory and bytes`() async throws {
    let result = try await thumbnail(
      photo("hero.jpg"), place("a.jpg"), "--max-pixel-size", "156", "--scale", "2", "--json")
    #expect(result.status == 0)
    let report = try JSONDecoder().decode(
      ThumbnailCommand.Report.self, from: Data(result.output.utf8))
    #expect(report.source.width == 2560 && report.source.format == "JPEG")
    #expect(report.thumbnail.width == 312 && report.thumbnail.height == 83)
    #expect(report.thumbnail.bytes == (try Data(contentsOf: URL(filePath: place("a.jpg"))).count))
    #expect(report.path.decode == "2/8" && report.path.filter == "lanczos3")
    #expect(report.path.decodedWidth == 640 && report.path.light == "gamma")
    #expect(report.milliseconds.decodeAndShrink > 0 && report.milliseconds.encode > 0)
    #expect(report.warnings == 0 && !report.isPartial)
    #expect(report.maxPixelSize == 312 && report.quality == 85)
    #expect(report.input == photo("hero.jpg") && report.output == place("a.jpg"))
  }

  @Test func `the whole picture is decoded where that is asked for, or linear light`()
    async throws
  {
    for words in [["--decode", "full"], ["--linear"]] {
      let result = try await Program.run(
        stage.command,
        ["thumbnail", photo("rocket.jpg"), place("a.webp"), "--max-pixel-size", "64", "--json"]
          + words, in: stage)
      let report = try JSONDecoder().decode(
        ThumbnailCommand.Report.self, from: Data(result.output.utf8))
      #expect(report.path.decode == "full" && report.path.decodedWidth == 640)
    }
  }

  @Test(arguments: [1, 6])
  func `a picture is turned where that is asked for and due`(orientation: UInt8) async throws {
    // EXIF of one entry, tag 0x0112, after the start of the file.
    let tiff: [UInt8] = [
      0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0,
      0, 0,
    ]
    let exif = Data([0xff, 0xe1, 0, UInt8(8 + tiff.count)] + "Exif\0\0".utf8 + tiff)
    let file = try Data(contentsOf: URL(filePath: photo("rocket.jpg")))
    try (file.prefix(2) + exif + file.dropFirst(2)).write(to: URL(filePath: place("in.jpg")))
    for (words, isTurned) in [([], false), (["--orient"], orientation == 6)] {
      let result = try await Program.run(
        stage.command,
        ["thumbnail", place("in.jpg"), place("a.jpg"), "--max-pixel-size", "64", "--json"] + words,
        in: stage)
      let report = try JSONDecoder().decode(
        ThumbnailCommand.Report.self, from: Data(result.output.utf8))
      #expect(report.path.isTurned == isTurned)
      #expect((report.thumbnail.width < report.thumbnail.height) == isTurned)
      #expect(report.source.orientation == Int(orientation))
    }
  }

  @Test func `a cut file is an error and leaves nothing; lenient takes what there is`()
    async throws
  {
    let cut = try Data(contentsOf: URL(filePath: photo("hero.jpg"))).prefix(10_000)
    try cut.write(to: URL(filePath: place("cut.jpg")))
    let strict = try await thumbnail(place("cut.jpg"), place("a.jpg"), "--max-pixel-size", "99")
    #expect(strict.status == 2)
    #expect(strict.errors.contains("cut.jpg is damaged"))
    #expect(strict.errors.contains("--lenient takes what there is"))
    #expect(try written() == ["cut.jpg"])
    let lenient = try await thumbnail(
      place("cut.jpg"), place("a.jpg"), "--max-pixel-size", "99", "--lenient")
    #expect(lenient.status == 0)
    #expect(lenient.errors.contains("parts of the thumbnail are made up"))
    #expect(try written() == ["a.jpg", "cut.jpg"])
  }

  @Test func `an error leaves the file that was there as it was`() async throws {
    let before = Data("kept".utf8)
    try before.write(to: URL(filePath: place("a.jpg")))
    try Data("no picture".utf8).write(to: URL(filePath: place("in.jpg")))
    let result = try await thumbnail(place("in.jpg"), place("a.jpg"), "--max-pixel-size", "9")
    #expect(result.status == 2 && result.errors.contains("is not a JPEG or WebP"))
    #expect(try Data(contentsOf: URL(filePath: place("a.jpg"))) == before)
    #expect(try written() == ["a.jpg", "in.jpg"])
  }

  @Test func `a picture is not replaced by its own thumbnail, by whatever name`() async throws {
    try FileManager.default.copyItem(atPath: photo("cat.jpg"), toPath: place("cat.jpg"))
    try FileManager.default.createSymbolicLink(
      atPath: place("link.jpg"), withDestinationPath: place("cat.jpg"))
    for name in ["cat.jpg", "link.jpg"] {
      let result = try await thumbnail(place("cat.jpg"), place(name), "--max-pixel-size", "45")
      #expect(result.status == 2 && result.errors.contains("is the picture itself"))
    }
    #expect(try ImageSource(contentsOf: place("cat.jpg")).info.size.width == 451)
    #expect(try written() == ["cat.jpg", "link.jpg"])
  }

  @Test(arguments: [
    ([], "takes a picture and the file to write"), (["cat.jpg"], "not 1 file:"),
    (["cat.jpg", "a.jpg"], "--max-pixel-size N"),
    (["cat.jpg", "a.gif", "--max-pixel-size", "9"], "let it end in .jpg or .webp"),
    (["cat.jpg", "a.jpg", "--max-pixel-size", "0"], "from 1 to"),
    (["cat.jpg", "a.jpg", "--max-pixel-size", "9", "--quality", "101"], "from 1 to 100"),
    (["cat.jpg", "a.jpg", "--max-pixel-size", "9", "--scale", "nan"], "no screen's scale"),
    (["cat.jpg", "a.jpg", "--max-pixel-size", "60000", "--scale", "3"], "ask for less"),
    (["cat.jpg", "a.jpg", "--max-pixel-size", "9", "--decode", "ful"], "did you mean full?"),
    (["dog.jpg", "a.jpg", "--max-pixel-size", "9"], "cannot be read"),
    (["cat.jpg", "/nowhere/a.jpg", "--max-pixel-size", "9"], "there is no folder"),
    (["cat.jpg", "/dev/null/a.jpg", "--max-pixel-size", "9"], "(Not a directory)"),
    (["cat.jpg", "/tmp/a.jpg/", "--max-pixel-size", "9"], "names a folder"),
    (["", "a.jpg", "--max-pixel-size", "9"], "a file's name is empty"),
    (["-in.jpg", "a.jpg", "--max-pixel-size", "9"], "unknown option -in.jpg"),
    (["/dev/zero", "a.jpg", "--max-pixel-size", "9"], "/dev/zero"),
  ])
  func `an unusable request is refused with advice and status 2`(
    words: [String], advice: String
  ) async throws {
    let paths = words.map { word in
      switch word {
      case "cat.jpg", "dog.jpg": photo(word)
      case "a.jpg", "a.gif": place(word)
      default: word
      }
    }
    let result = try await Program.run(stage.command, ["thumbnail"] + paths, in: stage)
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(result.errors.contains(advice), "\(result.errors)")
    #expect(try written().isEmpty)
  }

  @Test func `what is no regular file is not replaced`() async throws {
    try FileManager.default.createDirectory(
      atPath: place("folder.jpg"), withIntermediateDirectories: true)
    let result = try await thumbnail(
      photo("cat.jpg"), place("folder.jpg"), "--max-pixel-size", "9")
    #expect(result.status == 2 && result.errors.contains("no regular file"))
  }

  @Test func `a path is taken as it is written, a tilde too`() async throws {
    let home = pictures.appending(path: "~")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: false)
    try FileManager.default.copyItem(
      atPath: photo("cat.jpg"), toPath: home.appending(path: "in.jpg").path)
    let result = try await shell(
      "cd \(pictures.path) && $0 thumbnail '~/in.jpg' '~/a.jpg' --max-pixel-size 9")
    #expect(result.status == 0, "\(result.errors)")
    #expect(try ImageSource(contentsOf: home.appending(path: "a.jpg").path).info.size.width == 9)
  }

  // The thread sanitizer keeps its own memory in a file, which may not grow either.
  @Test(.enabled(if: dlsym(nil, "__tsan_init") == nil, "needs a build without sanitizer"))
  func `a file that may not grow so large is told, and nothing is left`() async throws {
    let result = try await shell(
      "ulimit -f 1; $0 thumbnail \(photo("hero.jpg")) \(place("a.jpg")) --max-pixel-size 2000")
    #expect(result.status == 2 && result.errors.contains("File too large"), "\(result.errors)")
    #expect(try written().isEmpty)
  }

  @Test func `what is replaced lends its permissions`() async throws {
    try Data().write(to: URL(filePath: place("a.jpg")))
    chmod(place("a.jpg"), 0o600)
    let result = try await thumbnail(photo("cat.jpg"), place("a.jpg"), "--max-pixel-size", "9")
    #expect(result.status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: place("a.jpg"))
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `links are followed, and none that leads nowhere is written through`() async throws {
    try Data().write(to: URL(filePath: place("a.jpg")))
    for (link, target) in [("l.jpg", "a.jpg"), ("m.jpg", "nowhere.jpg")] {
      try FileManager.default.createSymbolicLink(
        atPath: place(link), withDestinationPath: target)
    }
    #expect(
      try await thumbnail(photo("cat.jpg"), place("l.jpg"), "--max-pixel-size", "9").status == 0)
    #expect(try ImageSource(contentsOf: place("a.jpg")).info.size.width == 9)
    let nowhere = try await thumbnail(photo("cat.jpg"), place("m.jpg"), "--max-pixel-size", "9")
    #expect(nowhere.status == 2 && nowhere.errors.contains("no regular file"))
    #expect(try written() == ["a.jpg", "l.jpg", "m.jpg"])
  }

  @Test func `a profile that is left out is told of`() async throws {
    // Two bytes of length, what it is, part 1 of 1, and a profile whose data is grey.
    let profile = Data(count: 16) + Data("GRAY".utf8) + Data(count: 12)
    let segment = Data([0xff, 0xe2, 0, 48]) + Data("ICC_PROFILE\0\u{1}\u{1}".utf8) + profile
    let cat = try Data(contentsOf: URL(filePath: photo("cat.jpg")))
    try (cat.prefix(2) + segment + cat.dropFirst(2)).write(to: URL(filePath: place("in.jpg")))
    let result = try await thumbnail(place("in.jpg"), place("a.jpg"), "--max-pixel-size", "9")
    #expect(result.status == 0 && result.errors.contains("for grey or inks and was left out"))
    #expect(try ImageSource(contentsOf: place("a.jpg")).info.colorProfileByteCount == 0)
  }

  private func shell(_ script: String) async throws -> Program.Result {
    try await Program.run(
      URL(filePath: "/bin/sh"), ["-c", script, stage.command.path], in: stage)
  }
}
