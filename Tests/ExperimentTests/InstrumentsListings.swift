import Foundation
import Imaging
import Interleaving
import Measurement

// The listings of 00-Instruments' benchmarks as code that compiles; a test holds them against the
// lesson. Nothing here is called.

private func clockListing() {
  // lesson: clock
  blackHole(ContinuousClock.now)
  // lesson: end
}

private func comparisonListing(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {
  // lesson: aa
  for _ in 0..<100 {
    pthread_mutex_lock(mutex)
    pthread_mutex_unlock(mutex)
  }
  // lesson: end
}

@MainActor
private func wakeListing() async {
  // lesson: wake
  await onPool()  // from the main actor
  // lesson: end
}

@concurrent
private func onPool() async {}

private func witnessListing(_ mutex: UnsafeMutablePointer<pthread_mutex_t>) {
  // lesson: witness
  pthread_mutex_lock(mutex)
  pthread_mutex_unlock(mutex)
  // lesson: end
}

private func exploredListing(_ world: World, _ value: Value, _ board: Board) {
  // lesson: explored
  world.task("store") {
    await value.store("A")
    board.ended += 1
  }
  // update and read likewise
  // lesson: end
}

private func stepListing(_ lock: NSLock, _ queue: DispatchQueue, _ board: Board) {
  // lesson: steps
  lock.withLock {}
  queue.sync {}
  queue.async { board.ended += 1 }
  // lesson: end
}

private func thumbnailOfHero(_ file: Data) throws -> DecodedImage {
  // lesson: thumbnail-hero
  let source = try ImageSource(file)
  return try source.thumbnail(
    ThumbnailOptions(maxPixelSize: 156, options: DecodingOptions(usesSecondThread: true)))
  // lesson: end
}

private func thumbnailOfMosaic(_ file: Data) throws -> DecodedImage {
  // lesson: thumbnail-mosaic
  let source = try ImageSource(file)
  return try source.thumbnail(
    ThumbnailOptions(maxPixelSize: 156, options: DecodingOptions(usesSecondThread: true)))
  // lesson: end
}

private func thumbnailOfWebP(_ file: Data) throws -> DecodedImage {
  // lesson: thumbnail-webp
  let source = try ImageSource(file)
  return try source.thumbnail(
    ThumbnailOptions(maxPixelSize: 156, options: DecodingOptions(usesSecondThread: true)))
  // lesson: end
}

private func thumbnailOfProgressive(_ file: Data) throws -> DecodedImage {
  // lesson: thumbnail-progressive
  let source = try ImageSource(file)
  return try source.thumbnail(
    ThumbnailOptions(maxPixelSize: 156, options: DecodingOptions(usesSecondThread: true)))
  // lesson: end
}

private final class Board: @unchecked Sendable {  // never run
  var ended = 0
}

private actor Value {
  func store(_ value: String) {}
}
