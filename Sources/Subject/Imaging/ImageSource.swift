import Foundation

/// A JPEG or WebP file whose header has been read; its picture is decoded when asked for.
///
/// The header is held against the limits first, so that a file which claims too much is refused
/// before anything is allocated for its picture.
public struct ImageSource: Sendable {
  /// What the header says.
  public let info: ImageInfo
  /// The file.
  let data: Data
  /// What an error calls it.
  let name: String
  /// How much it may ask for.
  let limits: DecodingLimits
}
