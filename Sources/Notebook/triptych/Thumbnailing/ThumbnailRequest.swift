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
    private var target: String
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
      guard !input.isEmpty, !output.isEmpty else {
        throw UsageError("a file's name is empty; name the picture and the file to write")
      }
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
      target = try Self.target(of: output)
      guard realPath(input) != target else {
        throw UsageError(
          "\(output) is the picture itself, which would be lost; write the thumbnail elsewhere")
      }
    }

    /// Writes the file beside its target and renames it, so that nothing half written is ever seen
    /// and nothing stays where it fails. What it replaces lends it its permissions.
    func write(_ file: Data) throws(UsageError) {
      let former = try? FileManager.default.attributesOfItem(atPath: target)[.posixPermissions]
      do {
        try file.write(to: URL(filePath: target), options: .atomic)
        if let former {
          try FileManager.default.setAttributes([.posixPermissions: former], ofItemAtPath: target)
        }
      } catch {
        throw UsageError("\(output) cannot be written (\(reason(of: error))); nothing was left")
      }
    }

    /// The absolute path of what is to be written, links followed.
    ///
    /// Refuses what cannot be written before a picture is decoded for it.
    private static func target(of output: String) throws(UsageError) -> String {
      let manager = FileManager.default
      let isLink = (try? manager.destinationOfSymbolicLink(atPath: output)) != nil
      let existing = realPath(output)
      let type = existing.flatMap {
        try? manager.attributesOfItem(atPath: $0)[.type] as? FileAttributeType
      }
      // A link that leads nowhere is one as well.
      guard existing == nil ? !isLink : type == .typeRegular else {
        throw UsageError("\(output) is no regular file and is not replaced; name another")
      }
      if let existing { return existing }
      let path = output as NSString
      let parent = path.deletingLastPathComponent
      let folder = parent.isEmpty ? "." : parent
      guard let place = realPath(folder + "/.") else {
        throw UsageError(
          "there is no folder \(folder) to write to (\(lastSystemError())); make it, or write "
            + "elsewhere")
      }
      return (place as NSString).appendingPathComponent(path.lastPathComponent)
    }

    private static func format(of path: String) throws(UsageError) -> ImageFormat {
      switch (path as NSString).pathExtension.lowercased() {
      case _ where path.hasSuffix("/"): throw UsageError("\(path) names a folder; name a file")
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

/// A path by which the same file is found from anywhere; `nil`, and `errno`, where there is none.
///
/// By the system: a URL would take a `~` at its beginning for somebody's home.
private func realPath(_ path: String) -> String? {
  guard let found = realpath(path, nil) else { return nil }
  defer { free(found) }
  return String(cString: found)
}

/// The longest side that either format can hold.
private let longestSide = 65_535
