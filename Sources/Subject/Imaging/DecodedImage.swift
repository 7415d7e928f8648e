public import Foundation

/// A picture with what became of its file on the way.
public struct DecodedImage: Sendable {
  /// The picture.
  public var pixels: Pixels
  /// How it was made.
  public var path: DecodingPath
  /// What the codec complained of; 0 in strict mode, where the first complaint is an error.
  public var warningCount: Int
  /// The embedded ICC profile, which the samples still are in; `nil` for none: sRGB, as a rule.
  ///
  /// One for grey or inks is left out: it says nothing of samples that have become RGB.
  public var colorProfile: Data?

  /// Whether data was missing or corrupt, so that parts of the picture may be made up.
  public var isPartial: Bool { warningCount > 0 }
}

/// How a picture was decoded and made smaller.
public struct DecodingPath: Equatable, Sendable, CustomStringConvertible {
  /// What the codec made of the stored size.
  public var scale: CodecScale
  /// The size that the codec delivered.
  public var decodedSize: PixelSize
  /// What was averaged by Lanczos3 afterwards; `nil` where the codec's size is the final one.
  public var filtered: Light?

  /// The size at which a codec delivers a picture.
  public enum CodecScale: Hashable, Sendable {
    /// The stored size.
    case full
    /// So many eighths of it, by a smaller inverse cosine transform: JPEG.
    case eighths(Int)
    /// Another size, by the decoder's own rescaler: WebP.
    case rescaled
  }

  /// In words: `decoded at 2/8 to 640×170, then Lanczos3 in gamma space`.
  public var description: String {
    let decoded =
      switch scale {
      case .full: "decoded in full to \(decodedSize)"
      case .eighths(let count): "decoded at \(count)/8 to \(decodedSize)"
      case .rescaled: "rescaled by the decoder to \(decodedSize)"
      }
    let filter =
      switch filtered {
      case .gamma: ", then Lanczos3 in gamma space"
      case .linear: ", then Lanczos3 in linear light"
      case nil: ""
      }
    return decoded + filter
  }
}
