import Foundation
import Imaging

/// Well-formed files to damage: small photographs, and made ones of every kind that is read.
enum MutationMaterial {
  static func files(_ format: ImageFormat) throws -> [Data] {
    switch format {
    case .jpeg: try jpegs()
    case .webP: try webPs()
    }
  }

  private static let size = PixelSize(width: 53, height: 34)
  private static let opaque = Pixels.pattern(width: size.width, height: size.height)
  private static let translucent = Pixels.pattern(width: size.width, height: size.height) { x, y in
    UInt8(min(255, x * y / 4))
  }

  private static func jpegs() throws -> [Data] {
    let profile = Data.noise(count: 600)
    let handmade = [
      HandmadeJPEG(samples: [77]),
      HandmadeJPEG(samples: [128], scans: 60),
      HandmadeJPEG(samples: [250, 20, 130], adobeTransform: 0),
      HandmadeJPEG(samples: [55, 0, 255, 127]),
      HandmadeJPEG(samples: [0, 100, 150, 255], adobeTransform: 2),
    ]
    return try [
      Data(contentsOf: URL(fileURLWithPath: Photo.path("cat.jpg"))),
      opaque.jpeg(quality: 85),
      opaque.jpeg(quality: 100, colorProfile: profile).with(exif: exif(.right), size: size, .jpeg),
      opaque.jpeg(quality: 85, isProgressive: true),
      opaque.jpeg(quality: 100, isProgressive: true, colorProfile: profile)
        .with(exif: exif(.downMirrored, isBigEndian: true), size: size, .jpeg),
    ] + handmade.map(\.data)
  }

  private static func webPs() throws -> [Data] {
    let profile = Data.noise(count: 600)
    let photographs = try ["badge-alpha.webp", "coffee.webp"].map { name in
      try Data(contentsOf: URL(fileURLWithPath: Photo.path(name)))
    }
    return try photographs + [
      opaque.webP(quality: 80),
      translucent.webP(quality: 80, colorProfile: profile)
        .with(exif: exif(.left), size: size, .webP),
      opaque.webPLossless(colorProfile: profile),
      translucent.webPLossless().with(exif: exif(.right, isBigEndian: true), size: size, .webP),
      animation(
        size,
        [
          (0, 0, size.width, size.height, opaque.webP(quality: 50)),
          (0, 0, size.width, size.height, translucent.webPLossless()),
        ]),
    ]
  }
}
