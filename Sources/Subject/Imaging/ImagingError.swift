public import Foundation

/// Why a picture could not be read or written; its description says what, where and what to do.
///
/// `source` is the file's path, or whatever the caller named the data.
public enum ImagingError: Error, Equatable {
  /// The file could not be read at all.
  case unreadable(source: String, reason: String)
  /// The file is larger than the limit, in bytes.
  case fileTooLarge(source: String, byteCount: Int, limit: Int)
  /// The data is something else, or nothing.
  case notAnImage(source: String, found: String)
  /// The data is incomplete or corrupt.
  case damaged(source: String, reason: String)
  /// The picture is well formed, in a way that is not handled.
  case unsupported(source: String, feature: String)
  /// The header claims more pixels than the limit.
  case tooLarge(source: String, width: Int, height: Int, limit: Int)
  /// The picture is too long or high for the format that it is to be written in.
  case tooLongToWrite(source: String, limit: Int)
  /// A progressive JPEG has more scans than the limit.
  case tooManyScans(source: String, limit: Int)
  /// The codec ran out of memory.
  case outOfMemory(source: String)
  /// Decoding would take more memory than the limit, in bytes.
  case overMemoryLimit(source: String, limit: Int)
  /// Whoever asked for the picture no longer wants it.
  case cancelled(source: String)
}

extension ImagingError: CustomStringConvertible, LocalizedError {
  /// The description, for whoever shows an error that it does not know.
  public var errorDescription: String? { description }

  /// One sentence for the person who asked for the picture.
  public var description: String {
    switch self {
    case .unreadable(let source, let reason):
      "\(source) cannot be read (\(reason)): check the path and its permissions"
    case .fileTooLarge(let source, let byteCount, let limit):
      "\(source) holds \(byteCount) bytes, over the limit of \(limit): export it smaller"
    case .notAnImage(let source, let found):
      "\(source) is not a JPEG or WebP (\(found)): convert it to one of the two"
    case .damaged(let source, let reason):
      "\(source) is damaged (\(reason)): fetch or export it again"
    case .unsupported(let source, let feature):
      "\(source) uses what is not supported (\(feature)): export it as a plain 8-bit picture"
    case .tooLarge(let source, let width, let height, let limit):
      "\(source) claims \(width)×\(height) pixels, over the limit of \(limit): "
        + "shrink it, or raise the limit if its origin is trusted"
    case .tooLongToWrite(let source, let limit):
      "\(source) has a side of over \(limit) pixels, the most there can be: "
        + "make it smaller, or write another format"
    case .tooManyScans(let source, let limit):
      "\(source) has over \(limit) progressive scans: "
        + "export it again, or raise the limit if its origin is trusted"
    case .outOfMemory(let source):
      "there is not enough memory for \(source): shrink it, or decode fewer pictures at a time"
    case .overMemoryLimit(let source, let limit):
      "\(source) takes more than the limit of \(limit) bytes to decode: "
        + "shrink it, or raise the limit if its origin is trusted"
    case .cancelled(let source):
      "decoding \(source) was cancelled: ask again if the picture is still wanted"
    }
  }
}
