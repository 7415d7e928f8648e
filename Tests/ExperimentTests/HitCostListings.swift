import Caching
import Imaging

@testable import _2_HitCost

// The listings of 02-HitCost as code that compiles; a test holds them against the lesson. Nothing
// here is called.

@MainActor private final class Screen<Cache: ImageCache<Pixels>> {
  struct ImageView { var image: Pixels? }

  var imageView = ImageView()
  let placeholder: Pixels
  let cache: Cache

  init(_ cache: Cache, placeholder: Pixels) {
    self.cache = cache
    self.placeholder = placeholder
  }

  // lesson: turns
  func draw() {  // on the main actor
    imageView.image = placeholder
    Task { imageView.image = await cache.value(for: "photograph") }
  }
  // lesson: end
}

private func poolListing(_ cache: some SynchronousImageCache<Pixels>) async -> [Pixels?] {
  // lesson: pool
  let atOnce = cache.cachedValue(for: "photograph")  // a lock or a queue
  let awaited = await cache.value(for: "photograph")  // any cache, an actor too
  // lesson: end
  return [atOnce, awaited]
}

extension Screen {
  // lesson: main
  @MainActor func show() async {
    imageView.image = await cache.value(for: "photograph")
  }
  // lesson: end
}

private func pathsListing(
  _ path: CallbackPath, on queue: CallbackPath.CallbackQueue, _ cache: RewrittenCache
) async throws {
  // lesson: paths
  path.retrieve("photograph", on: queue) { result in show(result) }  // callbacks
  show(try await cache.retrieve("photograph"))  // actors
  // lesson: end
}

private func show(_ result: Result<Pixels?, any Error>) {}
private func show(_ picture: Pixels?) {}
