import Foundation
import Testing

@testable import Imaging

@Suite struct InspectionTests {
  private let jpeg = HandmadeJPEG(samples: [128, 128, 128], height: 6).data
  private let webP: Data

  init() throws {
    webP = try Pixels.pattern(width: 8, height: 6).webP(quality: 80)
  }

  @Test(arguments: Photo.all)
  func `three quarters of a photograph tell all that its header does`(photo: Photo) throws {
    let data = try photo.data
    let info = try ImageSource(data.prefix(data.count * 3 / 4)).info
    #expect(
      info
        == ImageInfo(
          format: photo.name.hasSuffix("jpg") ? .jpeg : .webP,
          size: PixelSize(width: photo.width, height: photo.height), orientation: .up,
          components: 3, precision: 8, isProgressive: photo.name == "cat.jpg",
          hasAlpha: photo.name == "badge-alpha.webp", isAnimated: false,
          colorProfileByteCount: ["deep-field.jpg": 3_144, "rocket.jpg": 560][photo.name] ?? 0))
  }

  @Test(arguments: [(1, false), (3, false), (4, false), (1, true)])
  func `channels and passes of a JPEG are told`(components: Int, isProgressive: Bool) throws {
    let jpeg = HandmadeJPEG(
      samples: [UInt8](repeating: 128, count: components), scans: isProgressive ? 2 : nil)
    let info = try ImageSource(jpeg.data).info
    #expect(info.components == components && info.isProgressive == isProgressive)
  }

  @Test(arguments: Orientation.allCases, [false, true])
  func `every orientation is read from both formats in both byte orders`(
    orientation: Orientation, isBigEndian: Bool
  ) throws {
    let exif = HandmadeEXIF(
      [.init(tag: 0x010f, value: 7), .orientation(orientation.rawValue)],
      isBigEndian: isBigEndian)
    for data in [
      jpeg.inserting(segment(0xe1, exif.prefixed)),
      webP.with(exif: exif.tiff, size: PixelSize(width: 8, height: 6), .webP),
      webP.with(exif: exif.prefixed, size: PixelSize(width: 8, height: 6), .webP),
    ] {
      let info = try ImageSource(data).info
      #expect(info.orientation == orientation)
      #expect(info.size == PixelSize(width: 8, height: 6))
      #expect(info.uprightSize.width == (orientation.rawValue < 5 ? 8 : 6))
    }
  }

  @Test(arguments: senselessOrientations)
  func `an orientation that makes no sense is upright`(what: String, exif: [UInt8]) throws {
    #expect(try ImageSource(jpeg.inserting(segment(0xe1, exif))).info.orientation == .up)
  }

  @Test func `the first EXIF segment counts, wherever it stands before the scan`() throws {
    let six = segment(0xe1, HandmadeEXIF([.orientation(6)]).prefixed)
    let three = segment(0xe1, HandmadeEXIF([.orientation(3)]).prefixed)
    let packet = segment(0xe1, Array("http://ns.adobe.com/xap/1.0/\0".utf8))
    // Fill bytes before a marker are lawful.
    let data = jpeg.inserting(packet, [0xff, 0xff], six, three)
    #expect(try ImageSource(data).info.orientation == .right)
  }

  @Test func `an embedded preview is not taken for the picture`() throws {
    let preview = HandmadeJPEG(samples: [255, 128, 128]).data
    let exif = HandmadeEXIF([.orientation(8)], [.orientation(3)]).prefixed + preview
    let source = try ImageSource(jpeg.inserting(segment(0xe1, exif)))
    #expect(source.info.orientation == .left)
    #expect(source.info.size == PixelSize(width: 8, height: 6))
    #expect(try source.decoded().pixels == Pixels(decoding: jpeg))
  }

  @Test(arguments: [1, 3, 70_000, 200_000])
  func `a colour profile is handed on byte by byte from both formats`(count: Int) throws {
    let profile = Data.noise(count: count)
    let picture = Pixels.pattern(width: 16, height: 8)
    for data in try [
      picture.jpeg(quality: 90, colorProfile: profile),
      picture.webP(quality: 90, colorProfile: profile),
    ] {
      let source = try ImageSource(data)
      #expect(source.info.colorProfileByteCount == count)
      #expect(try source.decoded().colorProfile == profile)
    }
  }

  @Test(arguments: [("GRAY", false), ("CMYK", false), ("RGB ", true)])
  func `a profile for grey or inks is told of, but not handed on with RGB samples`(
    space: String, isKept: Bool
  ) throws {
    let profile = Data(count: 16) + Data(space.utf8) + Data(count: 108)
    for samples in [[128], [90, 128, 128], [10, 20, 30, 40]] as [[UInt8]] {
      let source = try ImageSource(
        HandmadeJPEG(samples: samples).data.inserting(profileSegment(1, of: 1, Array(profile))))
      #expect(source.info.colorProfileByteCount == 128)
      #expect(try source.decoded().colorProfile == (isKept ? profile : nil))
      #expect(
        try source.thumbnail(ThumbnailOptions(maxPixelSize: 4)).colorProfile
          == (isKept ? profile : nil))
    }
  }

  @Test func `the parts of a profile are put in the order of their numbers`() throws {
    let data = jpeg.inserting(
      profileSegment(2, of: 3, [3, 4]), profileSegment(1, of: 3, [1, 2]),
      profileSegment(3, of: 3, [5]))
    #expect(try ImageSource(data).decoded().colorProfile == Data([1, 2, 3, 4, 5]))
  }

  @Test(arguments: brokenProfiles)
  func `a profile is whole or not there`(what: String, segments: [[UInt8]]) throws {
    let source = try ImageSource(jpeg.inserting(Array(segments.joined())))
    #expect(source.info.colorProfileByteCount == 0)
    #expect(try source.decoded().colorProfile == nil)
  }

  @Test(arguments: [false, true])
  func `alpha of a WebP is told, with loss and without`(isOpaque: Bool) throws {
    let picture = Pixels.pattern(width: 16, height: 8) { x, _ in isOpaque || x > 3 ? 255 : 9 }
    for data in try [picture.webP(quality: 80), picture.webPLossless()] {
      #expect(try ImageSource(data).info.hasAlpha == !isOpaque)
    }
  }
}

/// A directory that claims two entries and ends after the first, an orientation.
private var directoryOfTwoCutToOne: [UInt8] {
  let exif = HandmadeEXIF([.orientation(6), .orientation(6)]).prefixed
  return Array(exif.dropLast(16))
}

private let senselessOrientations: [(what: String, exif: [UInt8])] = [
  ("0", HandmadeEXIF([.orientation(0)]).prefixed),
  ("9", HandmadeEXIF([.orientation(9)]).prefixed),
  ("65535", HandmadeEXIF([.orientation(65_535)]).prefixed),
  ("of another type", HandmadeEXIF([.init(tag: 0x0112, type: 4, value: 6)]).prefixed),
  ("of two values", HandmadeEXIF([.init(tag: 0x0112, count: 2, value: 6)]).prefixed),
  ("of the preview only", HandmadeEXIF([.init(tag: 1, value: 1)], [.orientation(6)]).prefixed),
  ("cut within its value", Array(HandmadeEXIF([.orientation(6)]).prefixed.dropLast(7))),
  ("cut after its entry, of two", directoryOfTwoCutToOne),
  ("in no byte order", "Exif\0\0".utf8 + HandmadeEXIF([.orientation(6)]).tiff.reversed()),
  ("in a directory out of bounds", "Exif\0\0II".utf8 + [42, 0, 255, 255, 255, 255]),
  ("in a directory that is the head", "Exif\0\0II".utf8 + [42, 0, 0, 0, 0, 0]),
  ("nowhere", Array("Exif\0\0".utf8)),
  ("of a segment that is not EXIF", HandmadeEXIF([.orientation(6)]).tiff),
]

private let brokenProfiles: [(what: String, segments: [[UInt8]])] = [
  ("missing", [profileSegment(1, of: 2, [1])]),
  ("twice", [profileSegment(1, of: 1, [1]), profileSegment(1, of: 1, [2])]),
  ("one too many", [profileSegment(1, of: 1, [1]), profileSegment(2, of: 1, [2])]),
  ("of two minds", [profileSegment(1, of: 2, [1]), profileSegment(2, of: 3, [2])]),
  ("number 0", [profileSegment(0, of: 1, [1])]),
  ("number 0 beside all", [profileSegment(0, of: 1, [1]), profileSegment(1, of: 1, [2])]),
  ("of none", [profileSegment(0, of: 0, [1])]),
  ("without a number", [segment(0xe2, Array("ICC_PROFILE\0".utf8))]),
]
