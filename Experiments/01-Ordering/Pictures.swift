import Caching
import Imaging
import StudyKit

/// A photograph and its noir: A and A′ of the lesson.
struct Pictures: Sendable {
  let original: Pixels
  let noir: Pixels

  /// Decodes the first photograph of a folder and filters it.
  init(folder: String) throws(UsageError) {
    original = try firstPhotograph(in: folder) { try Pixels(contentsOf: $0) }
    noir = original.noir()
    guard noir != original else {
      throw UsageError(
        "the first photograph in \(folder) is black and white; pass --photos DIR with colour")
    }
  }

  /// Limits under which a few pictures fit.
  var limits: CacheLimits { CacheLimits(totalCost: 16 * original.byteCount) }

  func name(_ picture: Pixels?) -> Order.Seen {
    switch picture {
    case nil: .nothing
    case original: .a
    case noir: .noir
    default: .other
    }
  }
}
