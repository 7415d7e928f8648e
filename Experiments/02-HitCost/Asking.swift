import Caching
import Dispatch
import Foundation
import Imaging
import Reporting

// lesson: asking
/// The ways in which a view asks for the picture.
extension View {
  func callPlainly(_ cache: any SynchronousImageCache<Pixels>) {
    show(cache.cachedValue(for: key))
  }

  func passHandler(_ cache: any CallbackImageCache<Pixels>) {
    cache.value(for: key, qos: .userInteractive) { picture in
      if Thread.isMainThread {
        MainActor.assumeIsolated { self.show(picture) }
      } else {
        DispatchQueue.main.async { MainActor.assumeIsolated { self.show(picture) } }
      }
    }
  }

  func awaitPicture(_ cache: any ImageCache<Pixels>) async {
    show(await cache.value(for: key))
  }

  func startImmediateTask(_ cache: any ImageCache<Pixels>) {
    Task.immediate { show(await cache.value(for: key)) }
  }

  func startTask(_ cache: any ImageCache<Pixels>) {
    Task { show(await cache.value(for: key)) }
  }
}
// lesson: end

/// One of the ways, with what it may lead to.
struct Asking: Sendable {
  let row: Program.Row
  /// In which turns but the same it may come; `nil` where the backend has no such call.
  let allowed: @Sendable (Backend<Pixels>) -> [Turn]?
  let way: Way

  enum Way: Sendable {
    /// Asks and returns.
    case call(@MainActor @Sendable (View, any ImageCache<Pixels>) -> Void)
    /// Asks from code that may suspend, and comes back with the picture.
    case awaited(@MainActor @Sendable (View, any ImageCache<Pixels>) async -> Void)
  }

  static let all = [
    Asking(
      row: .init(
        id: "plain", title: "Plain call", summary: "A synchronous read in a method of the view."),
      allowed: { $0.cacheType is any SynchronousImageCache<Pixels>.Type ? [] : nil },
      way: .call { view, cache in
        if let cache = cache as? any SynchronousImageCache<Pixels> { view.callPlainly(cache) }
      }),
    Asking(
      row: .init(
        id: "handler", title: "Completion handler",
        summary: "Called at once where it is on the main thread, else through the main queue."),
      allowed: {
        $0.cacheType is any CallbackImageCache<Pixels>.Type ? $0.turnsUnlessHere : nil
      },
      way: .call { view, cache in
        if let cache = cache as? any CallbackImageCache<Pixels> { view.passHandler(cache) }
      }),
    Asking(
      row: .init(
        id: "await", title: "Await in a main-actor function",
        summary: "The code is asynchronous already and on the main actor; once it suspends, what "
          + "comes is counted as later."),
      allowed: { $0.staysOnMain ? [] : [.later] }, way: .awaited { await $0.awaitPicture($1) }),
    Asking(
      row: .init(
        id: "immediate", title: "Task.immediate in a method",
        summary: "A synchronous method starts a task that runs at once, to its first suspension."),
      allowed: { $0.turnsUnlessHere }, way: .call { $0.startImmediateTask($1) }),
    Asking(
      row: .init(
        id: "task", title: "Task in a method",
        summary: "A synchronous method starts a task, which waits for its turn."),
      allowed: { $0.staysOnMain ? [.next] : [.next, .later] }, way: .call { $0.startTask($1) }),
  ]
}

extension Backend<Pixels> {
  /// Whether a hit asked for on the main actor is found there, on the caller's thread.
  fileprivate var staysOnMain: Bool {
    cacheType is any LockingImageCache<Pixels>.Type || cacheType is MainActorCache<Pixels>.Type
  }

  fileprivate var turnsUnlessHere: [Turn] { staysOnMain ? [] : [.next, .later] }
}
