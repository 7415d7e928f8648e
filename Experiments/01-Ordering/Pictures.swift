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

  private init(original: Pixels, noir: Pixels) {
    self.original = original
    self.noir = noir
  }

  /// One pixel each, for schedules by the thousand: no order depends on what is in a picture.
  static let small = Pictures(
    original: Pixels(width: 1, height: 1, bytes: [200, 100, 50, 255]),
    noir: Pixels(width: 1, height: 1, bytes: [120, 120, 120, 255]))

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
