import Caching
import Dispatch
import Imaging
import Stress

/// One call of a small program, in every form in which a caller can make it.
struct Step: Sendable {
  /// What is asked of the cache.
  enum Request: Sendable {
    case store(Pixels)
    case update(@Sendable (Pixels?) -> Pixels?)
    /// The closure is told what was read.
    case read(@Sendable (Pixels?) -> Void)

    var name: String {
      switch self {
      case .store: "store"
      case .update: "update"
      case .read: "read"
      }
    }
  }

  let request: Request
  /// The task priority, where callers give each call one of its own.
  let priority: TaskPriority
  let cache: any ImageCache<Pixels>
  let key: CacheKey
  /// Counts down when the call is about to be made.
  let begun = Latch(1)
  /// Says in a trace which call is made; on threads there is none.
  var tell: @Sendable (String) -> Void = { _ in }
  /// To be called when the call is done.
  let done: @Sendable () -> Void

  /// Makes the call and awaits it.
  ///
  /// A method and not a stored closure: what such a closure called was seen not to know the
  /// caller's actor (Swift 6.3.1), so that a continuation hopped to the pool and the order was lost
  /// before the cache was reached.
  func call() async {
    begin()
    switch request {
    case .store(let picture): await cache.store(picture, for: key, cost: picture.byteCount)
    case .update(let change): await cache.update(key, costed(change))
    case .read(let see): see(await cache.value(for: key))
    }
    done()
  }

  /// Makes the call and returns when it is done or at least in line.
  func call(now cache: any SynchronousImageCache<Pixels>) {
    begin()
    switch request {
    case .store(let picture): cache.setValue(picture, for: key, cost: picture.byteCount)
    case .update(let change): cache.changeValue(for: key, costed(change))
    case .read(let see): see(cache.cachedValue(for: key))
    }
    done()
  }

  /// Makes the call, returns at once, and answers by a handler.
  func call(later cache: any CallbackImageCache<Pixels>, qos: DispatchQoS) {
    tell("calls \(request.name)")
    switch request {
    case .store(let picture):
      cache.store(
        picture, for: key, cost: picture.byteCount, options: EntryOptions(), qos: qos
      ) { _ in done() }
    case .update(let change):
      cache.update(key, qos: qos, costed(change)) { _ in done() }
    case .read(let see):
      cache.value(for: key, qos: qos) {
        see($0)
        done()
      }
    }
  }

  private func begin() {
    begun.countDown()
    tell("calls \(request.name)")
  }

  private func costed(
    _ change: @escaping @Sendable (Pixels?) -> Pixels?
  ) -> @Sendable (Pixels?) -> (value: Pixels, cost: Int)? {
    { change($0).map { ($0, $0.byteCount) } }
  }
}

/// What one repetition works on.
struct Round: Sendable {
  let cache: any ImageCache<Pixels>
  let steps: [Step]
  /// Whether the cache is busy while the calls are made.
  let isHeld: Bool
  /// Where the calls are made.
  let stage: any Stage

  /// Stands between two calls.
  func pause() { stage.pause() }

  /// Gives a call the time to reach a busy cache before the next is made.
  func settle(_ step: Step) {
    if isHeld { stage.settle(step) }
  }
}

/// Keeps a cache busy from inside while the body runs, and returns when it is free again.
///
/// The long job is an update whose closure blocks: the one thing that every backend must guard. It
/// is asked for from a thread of its own, so that the cooperative pool stays whole.
func holding(
  _ cache: any ImageCache<Pixels>, from executor: ThreadExecutor, _ body: () -> Void
) {
  let held = Latch(1)
  let gate = Gate()
  let released = Latch(1)
  Task(executorPreference: executor) {
    await cache.update("long job") { _ in
      held.countDown()
      gate.wait()
      return nil
    }
    released.countDown()
  }
  held.wait()
  body()
  gate.open()
  released.wait()
}
