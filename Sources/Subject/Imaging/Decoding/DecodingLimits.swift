/// How much a file may ask for before it is refused.
///
/// Held against the file's header, before anything is allocated for its picture: a file of 2 kB can
/// claim four thousand million pixels.
public struct DecodingLimits: Equatable, Sendable {
  /// The most pixels, width · height; decoding holds 4 bytes for each, and up to 8 more where the
  /// codec cannot go by rows: in a progressive JPEG, in WebP without loss or with alpha.
  public var pixels: Int
  /// The most scans of a progressive JPEG, each of which costs a pass over the whole picture.
  public var scans: Int
  /// The most memory that decoding may take at once, in bytes: what the codec holds, what is made
  /// smaller on the way, and the picture itself.
  public var memory: Int

  /// The limits used unless told otherwise: 100 megapixels (400 MB decoded), 500 scans, 1 GiB.
  ///
  /// Cameras stop short of the first; encoders write about ten scans.
  public static let standard = DecodingLimits(pixels: 100_000_000, scans: 500)

  /// Limits on the number of pixels and of scans, and on memory: 1 GiB unless told otherwise.
  public init(pixels: Int, scans: Int, memory: Int = 1 << 30) {
    self.pixels = pixels
    self.scans = scans
    self.memory = memory
  }

  func check(width: Int, height: Int, source: String) throws(ImagingError) {
    guard width * height <= pixels else {
      throw .tooLarge(source: source, width: width, height: height, limit: pixels)
    }
  }
}
