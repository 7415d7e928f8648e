import Evidence
import Foundation
import Imaging
import StudyKit

/// A picture that thumbnails are made of, each for another way of decoding less than all.
enum ThumbnailPicture: String, CaseIterable, Sendable {
  case hero, mosaic, webP = "webp", progressive

  /// The longest side of the thumbnails, in pixels.
  static let side = 156

  var title: String {
    switch self {
    case .hero: "JPEG 2560×679"
    case .mosaic: "JPEG 6000×4000"
    case .webP: "WebP 2560×679"
    case .progressive: "progressive JPEG 2560×679"
    }
  }

  /// The file's name in the folder that they are put in.
  var file: String {
    switch self {
    case .hero: "hero.jpg"
    case .mosaic: "mosaic.jpg"
    case .webP: "hero.webp"
    case .progressive: "progressive.jpg"
    }
  }

  /// A small picture of the same format: what a process has made once, it makes as it always will.
  var small: String { self == .webP ? "small.webp" : "small.jpg" }

  /// The longest side of a small picture's thumbnail.
  static let smallSide = 32
}

/// The pictures in a folder of their own, where this process, its probes and the peers find them.
struct ThumbnailPictures {
  let folder: URL
  let all: [ThumbnailPicture]

  /// Puts into a folder what is at hand of the pictures; without `mosaic`, which takes a second, or
  /// with it.
  init(from photos: Photographs, into folder: URL, mosaic: Bool) throws {
    self.folder = folder
    var all: [ThumbnailPicture] = []
    func put(_ picture: ThumbnailPicture, _ data: Data) throws {
      try data.write(to: folder.appending(path: picture.file))
      all.append(picture)
    }
    if let photo = photos["hero.jpg"] {
      let pixels = try photo.source.decoded().pixels
      let small = try photo.source.thumbnail(ThumbnailOptions(maxPixelSize: 256)).pixels
      try small.jpeg(quality: 85).write(to: folder.appending(path: ThumbnailPicture.hero.small))
      try small.webP(quality: 85).write(to: folder.appending(path: ThumbnailPicture.webP.small))
      try put(.hero, photo.data)
      if let photo = photos["hero.webp"] { try put(.webP, photo.data) }
      if mosaic { try put(.mosaic, try photos.mosaic().jpeg(quality: 85)) }
      try put(.progressive, try pixels.jpeg(quality: 85, isProgressive: true))
    }
    self.all = ThumbnailPicture.allCases.filter(all.contains)
  }

  /// The file of a picture.
  func path(_ picture: ThumbnailPicture) -> String {
    folder.appending(path: picture.file).path
  }
}

/// Every photograph of a folder, by name.
struct Photographs {
  /// A file and what its header says.
  struct Photograph: Sendable {
    let name: String
    let data: Data
    let source: ImageSource
  }

  let all: [Photograph]

  /// Reads the folder's JPEGs and WebPs; none where there is no such folder.
  init(in folder: String) throws {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    all = try names.sorted().filter {
      ["jpg", "jpeg", "webp"].contains(($0 as NSString).pathExtension)
    }
    .map { name in
      let data = try Data(contentsOf: URL(filePath: folder).appending(path: name))
      return Photograph(name: name, data: data, source: try ImageSource(data, name: name))
    }
  }

  subscript(name: String) -> Photograph? { all.first { $0.name == name } }

  /// A picture put together from pieces of the photographs, always the same of a size.
  func mosaic(_ size: PixelSize = PixelSize(width: 6_000, height: 4_000)) throws -> Pixels {
    let piece = PixelSize(width: 400, height: 250)
    let photos = try all.map { try $0.source.decoded().pixels }
    var generator = SeededGenerator(seed: 1, part: "mosaic")
    let bytes = [UInt8](unsafeUninitializedCapacity: 4 * size.pixelCount) { made, count in
      for top in stride(from: 0, to: size.height, by: piece.height) {
        for left in stride(from: 0, to: size.width, by: piece.width) {
          guard let photo = photos.randomElement(using: &generator) else { return }
          // A photograph smaller than a piece begins again.
          let x = Int.random(in: 0...max(0, photo.width - piece.width), using: &generator)
          let y = Int.random(in: 0...max(0, photo.height - piece.height), using: &generator)
          for row in 0..<piece.height {
            for column in 0..<piece.width {
              let from = (y + row) % photo.height * photo.width + (x + column) % photo.width
              let to = (top + row) * size.width + left + column
              for sample in 0..<4 { made[4 * to + sample] = photo.bytes[4 * from + sample] }
            }
          }
        }
      }
      count = 4 * size.pixelCount
    }
    return Pixels(width: size.width, height: size.height, bytes: bytes)
  }
}
