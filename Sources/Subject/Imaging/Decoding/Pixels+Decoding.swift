public import Foundation

extension Pixels {
  /// Reads and decodes a JPEG or WebP file, as ``ImageSource`` does in strict mode.
  ///
  /// A truncated or corrupt file is an error, never a partial picture.
  public init(
    contentsOf path: String, limits: DecodingLimits = .standard
  ) throws(ImagingError) {
    self = try ImageSource(contentsOf: path, limits: limits).decoded().pixels
  }

  /// Decodes a JPEG or WebP at its full size, as ``ImageSource`` does in strict mode; `source` is
  /// what an error calls it.
  public init(
    decoding data: Data, source: String = "the image data", limits: DecodingLimits = .standard
  ) throws(ImagingError) {
    self = try ImageSource(data, name: source, limits: limits).decoded().pixels
  }
}
