import Evidence
import Foundation
import Imaging

extension ThumbnailCommand {
  /// What was made of what, and what it took.
  struct Report: Codable, Equatable {
    /// The files as they were named.
    var input: String
    var output: String
    /// What the thumbnail's file was written at.
    var quality: Int
    /// The limit in pixels, after any scale.
    var maxPixelSize: Int
    var source: Picture
    var thumbnail: Picture
    var path: Path
    var milliseconds: Times
    /// The most memory held at once beyond what the process had before; `nil` where not known.
    var peakMemoryBytes: Int?
    var warnings: Int
    var isPartial: Bool
    /// Bytes of the ICC profile that was carried over; 0 for none.
    var colorProfileBytes: Int

    struct Picture: Codable, Equatable {
      var format: String
      var width: Int
      var height: Int
      var bytes: Int
      /// As EXIF numbers it, 1 to 8; of a thumbnail `nil`: its file says nothing of that.
      var orientation: Int?
    }

    struct Path: Codable, Equatable {
      /// `full`, `rescaled` or eighths, as `2/8`.
      var decode: String
      var decodedWidth: Int
      var decodedHeight: Int
      /// `lanczos3`; `nil` where nothing was left to do.
      var filter: String?
      /// `gamma` or `linear`, if it was filtered.
      var light: String?
      /// Whether it was turned, which is asked for and was due.
      var isTurned: Bool
    }

    struct Times: Codable, Equatable {
      var decodeAndShrink: Double
      var encode: Double
    }
  }
}

extension ThumbnailCommand.Report {
  /// Whether the picture was to be turned and was not.
  var isLying: Bool { source.orientation != 1 && !path.isTurned }

  /// The report for a person, a line on the picture and one on what it took.
  func text(_ output: String) -> String {
    let memory = peakMemoryBytes.map {
      String(format: ", %.1f MiB at most", Double($0) / 1_048_576)
    }
    let filter = path.light.map { $0 == "linear" ? "Lanczos3 in linear light" : "Lanczos3" }
    let decode: String? =
      switch path.decode {
      case "full": nil
      case "rescaled": "rescaled by the decoder"
      case let eighths: "decoded at \(eighths)"
      }
    let steps = [
      decode, "\(path.decodedWidth)×\(path.decodedHeight)", filter, path.isTurned ? "turned" : nil,
    ]
    let times = String(
      format: "%.1f ms, encoded in %.1f ms", milliseconds.decodeAndShrink, milliseconds.encode)
    return """
      \(output): \(thumbnail.width)×\(thumbnail.height) \(thumbnail.format), \
      \(thumbnail.bytes.counted("byte")), of \(source.width)×\(source.height) \(source.format), \
      \(source.bytes.counted("byte"))
      \(steps.compactMap(\.self).joined(separator: ", ")): \(times)\(memory ?? "")
      """
  }
}

extension ThumbnailCommand.Report.Picture {
  init(_ info: ImageInfo, byteCount: Int) {
    self.init(
      format: info.format.rawValue, width: info.size.width, height: info.size.height,
      bytes: byteCount, orientation: info.orientation.rawValue)
  }
}

extension ThumbnailCommand.Report.Path {
  init(_ path: DecodingPath, isTurned: Bool) {
    let decode =
      switch path.scale {
      case .full: "full"
      case .eighths(let count): "\(count)/8"
      case .rescaled: "rescaled"
      }
    self.init(
      decode: decode, decodedWidth: path.decodedSize.width, decodedHeight: path.decodedSize.height,
      filter: path.filtered == nil ? nil : "lanczos3", light: path.filtered?.rawValue,
      isTurned: isTurned)
  }
}
