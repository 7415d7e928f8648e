import Caching
import Foundation
import Imaging
import StudyKit

/// A photograph and its noir: A and A′ of the lesson.
struct Pictures: Sendable {
  let original: Pixels
  let noir: Pixels

  /// Decodes the first photograph of a folder, JPEG before WebP and then by name, and filters it.
  init(folder: String) throws {
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: folder)
    } catch {
      throw UsageError("cannot read the folder of photographs \(folder); pass --photos DIR")
    }
    let first = { (endings: [String]) in
      names.filter { endings.contains(($0 as NSString).pathExtension.lowercased()) }.min()
    }
    guard let name = first(["jpg", "jpeg"]) ?? first(["webp"]) else {
      throw UsageError("no .jpg or .webp in \(folder); pass --photos DIR with a photograph")
    }
    do {
      original = try Pixels(contentsOf: (folder as NSString).appendingPathComponent(name))
    } catch {
      throw UsageError("\(error)")
    }
    noir = original.noir()
    guard noir != original else {
      throw UsageError(
        "\(name) in \(folder) is black and white; pass --photos DIR with colour")
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
