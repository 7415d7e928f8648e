import Caching
import Evidence
import Foundation
import Imaging

/// What the cache of a feed may hold, in bytes of decoded pictures.
let budget = 50_000_000

/// Cells on screen at once.
let cellsOnScreen = 8

/// A feed of many cells, each of a picture of its own.
struct Feed: Sendable {
  private let files: [ImageSource]

  /// So many cells, each with one of the photographs, in an order that follows from the seed.
  init(_ album: Album, cells: Int, seed: UInt64) {
    let photographs: [Photograph] = [.hero, .heroJPEG, .deepField, .rocket, .coffee, .cat]
    var generator = SeededGenerator(seed: seed, part: "feed")
    // Every photograph as often as any other, so that all seeds have as much to decode.
    files = (0..<cells).map { photographs[$0 % photographs.count] }
      .shuffled(using: &generator).map { album[$0] }
  }

  /// What was counted while a feed was scrolled.
  struct Count: Equatable, Sendable {
    /// Cells that came on screen.
    var shown = 0
    /// Pictures that had to be decoded.
    var decodes = 0
    /// Pictures that left the cache to make room.
    var evictions = 0
    /// Bytes that the cache holds at the end.
    var bytesKept = 0
    /// Processor time on the way down and on the way back, in nanoseconds.
    var processor = [0.0, 0.0]
  }

  /// Scrolls down to the last cell and back to the first, and keeps what it makes.
  func scroll(by path: Path, clock: () -> UInt64) throws(ImagingError) -> Count {
    let cache = LockedCache<Pixels, NSLock>(limits: CacheLimits(totalCost: budget))
    var count = Count()
    var screen: [Pixels] = []
    for (way, indices) in [Array(files.indices), files.indices.reversed()].enumerated() {
      let start = clock()
      for index in indices {
        if screen.count == cellsOnScreen { screen.removeFirst() }
        screen.append(try show(index, by: path, from: cache, &count))
      }
      count.processor[way] = Double(clock() - start)
    }
    let statistics = cache.locked { $0.statistics }
    count.evictions = statistics.evictions
    count.bytesKept = statistics.totalCost
    return count
  }

  // lesson: feed
  private func show(
    _ index: Int, by path: Path, from cache: LockedCache<Pixels, NSLock>, _ count: inout Count
  ) throws(ImagingError) -> Pixels {
    count.shown += 1
    let key = CacheKey("cell \(index)")
    if let kept = cache.cachedValue(for: key) { return kept }
    count.decodes += 1
    let made = try path.picture(of: files[index], for: cell())
    cache.setValue(made, for: key, cost: made.byteCount)
    return made
  }
  // lesson: end
}
