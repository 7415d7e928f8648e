import Evidence
import Foundation
import Imaging
import Reporting
import StudyKit

extension ThumbnailCommand {
  /// What is asked for, checked before any picture is read.
  struct Request {
    var input: String
    var output: String
    var format: ImageFormat
    var quality: Int
    var options: ThumbnailOptions

    init(_ line: ParsedCommandLine) throws(UsageError) {
      guard line.operands.count == 2 else {
        throw UsageError(
          "thumbnail takes a picture and the file to write, not "
            + "\(line.operands.count.counted("file")): "
            + "triptych thumbnail IN OUT --max-pixel-size N")
      }
      (input, output) = (line.operands[0], line.operands[1])
      format = try Self.format(of: output)
      quality = try Self.number(line, "quality", in: 1...100) ?? usualQuality
      guard let points = try Self.number(line, "max-pixel-size", in: 1...longestSide) else {
        throw UsageError("how large? Add --max-pixel-size N, the longest side in pixels")
      }
      let scale = try Self.scale(line)
      // Half a pixel more or less is nobody's wish: up, since less would be seen.
      let pixels = (Double(points) * scale).rounded(.up)
      guard pixels <= Double(longestSide) else {
        throw UsageError(
          "\(points) points at a scale of \(scale) are over \(longestSide) pixels; ask for less")
      }
      options = ThumbnailOptions(
        maxPixelSize: max(1, Int(pixels)), decoding: try Self.decoding(line),
        appliesOrientation: line.has("orient"), light: line.has("linear") ? .linear : .gamma,
        // One picture, and nobody else to keep off the cores.
        options: DecodingOptions(isLenient: line.has("lenient"), usesSecondThread: true))
      try checkTarget()
    }

    /// Refuses what cannot be written before a picture is decoded for it.
    private func checkTarget() throws(UsageError) {
      let manager = FileManager.default
      let target = URL(filePath: output).resolvingSymlinksInPath()
      if let type = try? manager.attributesOfItem(atPath: target.path)[.type] as? FileAttributeType,
        type != .typeRegular
      {
        throw UsageError("\(output) is no regular file and is not replaced; name another")
      }
      let folder = target.deletingLastPathComponent().path
      guard manager.fileExists(atPath: folder) else {
        throw UsageError("there is no folder \(folder); make it, or write elsewhere")
      }
    }

    /// Writes the file beside its target and renames it, so that nothing half written is ever seen
    /// and nothing stays where it fails.
    func write(_ file: Data) throws(UsageError) {
      do {
        try file.write(to: URL(filePath: output).resolvingSymlinksInPath(), options: .atomic)
      } catch {
        throw UsageError("\(output) cannot be written (\(reason(of: error))); nothing was left")
      }
    }

    private static func format(of path: String) throws(UsageError) -> ImageFormat {
      switch (path as NSString).pathExtension.lowercased() {
      case "jpg", "jpeg": return .jpeg
      case "webp": return .webP
      default:
        throw UsageError("\(path) names no format; let it end in .jpg or .webp")
      }
    }

    private static func number(
      _ line: ParsedCommandLine, _ name: String, in range: ClosedRange<Int>
    ) throws(UsageError) -> Int? {
      guard let word = line.last(name) else { return nil }
      guard let number = Int(word), range.contains(number) else {
        throw UsageError(
          "--\(name) \(word) cannot be; give a whole number from \(range.lowerBound) to "
            + "\(range.upperBound)")
      }
      return number
    }

    private static func scale(_ line: ParsedCommandLine) throws(UsageError) -> Double {
      guard let word = line.last("scale") else { return 1 }
      guard let scale = Double(word), scale > 0, scale <= 16 else {
        throw UsageError("--scale \(word) is no screen's scale; give 1, 2, 3 or another up to 16")
      }
      return scale
    }

    private static func decoding(
      _ line: ParsedCommandLine
    ) throws(UsageError) -> ThumbnailOptions.Decoding {
      switch line.last("decode") {
      case nil, "scaled": return .scaled()
      case "full": return .full
      case let word?:
        throw UsageError(
          "--decode \(word) is unknown; choose full or scaled"
            + suggestion(for: word, among: ["full", "scaled"]))
      }
    }
  }
}

/// The longest side that either format can hold.
private let longestSide = 65_535
