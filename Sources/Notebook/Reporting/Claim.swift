/// A claim of one of the four write-ups that the study answers.
package struct Claim: Equatable, Sendable {
  /// A short id: `C1`.
  package let id: String
  /// The claim, in our words.
  package let text: String
  /// Which write-up makes it.
  package let source: Source
  /// The experiments that are to answer it, the main one first.
  package let experiments: [String]

  /// The claim of an id, if there is one.
  package static func named(_ id: String) -> Claim? {
    catalogue.first { $0.id == id }
  }

  /// Where the index tells of the claim: `claim-c1`.
  var anchor: String { "claim-\(id.lowercased())" }

  /// A write-up whose claims the study tests. All four are in Korean.
  package enum Source: String, CaseIterable, Sendable {
    /// The README of NeoImage, an image library written beside Kingfisher.
    case cacheComparison = "the cache comparison"
    /// A blog post on mending MateRunner's image cache.
    case halfCache = "the half cache"
    /// A blog post on WWDC 2018's image downsampling, renderer against ImageIO.
    case downsamplingStudy = "the downsampling study"
    /// A blog post on a GCD pipeline.
    case queuePipeline = "the queue pipeline"

    /// The title it was published under; `nil` where it is known by its subject only.
    package var title: String? {
      switch self {
      case .cacheComparison: "Kingfisher_With_SwiftConcurrency"
      case .halfCache: "[iOS] 메이트러너: 반쪽짜리 이미지 캐시 개선하기"
      case .downsamplingStudy: nil
      case .queuePipeline: "[iOS] GCD#3"
      }
    }

    /// What sort of writing it is.
    package var kind: String {
      switch self {
      case .cacheComparison: "the README of NeoImage, a repository"
      case .halfCache: "a personal blog's post on the app MateRunner"
      case .downsamplingStudy:
        "a personal blog's post on WWDC 2018's image downsampling, renderer against ImageIO"
      case .queuePipeline: "a personal blog's post on a pipeline of dispatch queues"
      }
    }
  }
}
