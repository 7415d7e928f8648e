import Foundation
import Imaging
import StudyKit

/// A photograph of the study, by the name of its file.
enum Photograph: String, CaseIterable, Sendable {
  case hero = "hero.webp"
  case heroJPEG = "hero.jpg"
  case deepField = "deep-field.jpg"
  case rocket = "rocket.jpg"
  case coffee = "coffee.webp"
  case cat = "cat.jpg"
  case badge = "badge-alpha.webp"
}

/// The photographs, headers read.
struct Album: Sendable {
  private let sources: [Photograph: ImageSource]

  /// Reads every photograph from a folder.
  init(_ folder: String) throws(UsageError) {
    var sources: [Photograph: ImageSource] = [:]
    for photograph in Photograph.allCases {
      do {
        let path = URL(filePath: folder).appending(path: photograph.rawValue).path
        sources[photograph] = try ImageSource(contentsOf: path)
      } catch {
        throw UsageError(
          "\(error); 09-Downsampling needs the study's own photographs, as in Experiments/Photos")
      }
    }
    self.sources = sources
  }

  /// A photograph's file.
  subscript(photograph: Photograph) -> ImageSource {
    guard let source = sources[photograph] else {
      preconditionFailure("every photograph has been read")
    }
    return source
  }

  /// A photograph taller than wide, stored upright: the coffee, turned.
  func portrait() throws(ImagingError) -> ImageSource {
    try ImageSource(self[.coffee].decoded().pixels.oriented(.right).jpeg(quality: 90))
  }

  /// The same as a camera held upright stores it: lying on its side, with orientation 6.
  func lying() throws(ImagingError) -> ImageSource {
    let jpeg = try self[.coffee].decoded().pixels.jpeg(quality: 90)
    return try ImageSource(jpeg.prefix(2) + orientationSegment(.right) + jpeg.dropFirst(2))
  }
}

/// An APP1 segment whose EXIF says nothing but the orientation: a big-endian TIFF with one
/// directory of one entry (EXIF 2.3, 4.5.2).
private func orientationSegment(_ orientation: Orientation) -> Data {
  let exif: [UInt8] = Array("Exif\0\0".utf8)
  let header: [UInt8] = [0x4d, 0x4d, 0, 42, 0, 0, 0, 8]
  let entry: [UInt8] = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation.rawValue), 0, 0]
  let body = exif + header + [0, 1] + entry + [0, 0, 0, 0]
  return Data([0xff, 0xe1, 0, UInt8(body.count + 2)] + body)
}
