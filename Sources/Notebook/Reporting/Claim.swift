/// A claim of one of the four write-ups that the study answers.
public struct Claim: Equatable, Sendable {
  /// A short id: `C1`.
  public let id: String
  /// The claim, in our words.
  public let text: String
  /// Which write-up makes it.
  public let source: Source

  /// A write-up whose claims the study tests.
  public enum Source: String, CaseIterable, Sendable {
    /// The README of NeoImage, an image library written beside Kingfisher.
    case cacheComparison = "the cache comparison"
    /// A blog post on mending MateRunner's image cache.
    case halfCache = "the half cache"
    /// A blog post on WWDC 2018's image downsampling, renderer against ImageIO.
    case downsamplingStudy = "the downsampling study"
    /// A blog post on a GCD pipeline.
    case queuePipeline = "the queue pipeline"
  }
}
