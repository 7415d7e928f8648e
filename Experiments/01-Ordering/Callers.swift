import Caching
import Dispatch
import Imaging
import Reporting

extension Caller {
  /// Every way of calling, those that promise most first.
  static let all: [Caller] =
    inOneLine + awaiting + immediate + [fromMain, fromMain.held(), fromMainByPool] + tasks
    + [
      threads,
      threads.held(
        "The cache is busy, and each begins once the last waits for it.", mayBlock: true),
    ]

  private static let kept: @Sendable (WaitingOrder) -> Promise = { _ in .programOrder }
  private static let lost: @Sendable (WaitingOrder) -> Promise = { _ in .none }
  /// Kept once the calls arrive in order, unless priority then decides.
  private static let keptUnlessByPriority: @Sendable (WaitingOrder) -> Promise = {
    $0 == .priority ? .none : .programOrder
  }

  private static let isSynchronous: @Sendable (any ImageCache<Pixels>.Type) -> Bool = {
    $0 is any SynchronousImageCache<Pixels>.Type
  }
  private static let takesHandlers: @Sendable (any ImageCache<Pixels>.Type) -> Bool = {
    $0 is any CallbackImageCache<Pixels>.Type
  }

  private static var inOneLine: [Caller] {
    let plain = Caller(
      "plain", "Plain calls", "Synchronous calls, one line after the other.",
      on: "the caller's thread", in: .inARow, promise: kept, fits: isSynchronous
    ) { round in
      guard let cache = round.cache as? any SynchronousImageCache<Pixels> else { return }
      for step in round.steps {
        round.pause()
        step.call(now: cache)
      }
    }
    let queue = Caller(
      "queue-async", "The caller's own queue.async",
      "Each call is made by a block on one serial queue that belongs to the caller.",
      on: "a serial queue", in: .inARow, promise: kept, fits: isSynchronous
    ) { round in
      guard let cache = round.cache as? any SynchronousImageCache<Pixels> else { return }
      let queue = DispatchQueue(label: "caller")
      for step in round.steps {
        round.pause()
        queue.async { step.call(now: cache) }
      }
    }
    let handlers = Caller(
      "handlers", "Completion handlers, mixed QoS",
      "Each call takes a handler; QoS background, utility, user-interactive.",
      on: "the caller's thread", in: .inARow, promise: kept, fits: takesHandlers
    ) { round in
      guard let cache = round.cache as? any CallbackImageCache<Pixels> else { return }
      for (step, qos) in zip(round.steps, [DispatchQoS.background, .utility, .userInteractive]) {
        round.pause()
        step.call(later: cache, qos: qos)
      }
    }
    return [plain, queue, handlers, handlers.held()]
  }

  private static var awaiting: [Caller] {
    [
      Caller(
        "awaiting", "One task that awaits each call", "The next call is made after the last one.",
        on: "global pool", in: .awaited, promise: kept
      ) { round in Task { for step in round.steps { await step.call() } } },
      Caller(
        "chained", "A chain of tasks, mixed priority",
        "A task per call at a priority of its own; each first awaits the one before.",
        on: "global pool", in: .awaited, promise: kept, chain),
      Caller(
        "two-callers", "Two tasks, one of them the reader",
        "One task awaits store and then update; another reads.",
        on: "global pool", promise: { _ in .allButLastInOrder }, callFromTwoTasks),
    ]
  }

  private static var immediate: [Caller] {
    let equal = Caller(
      "immediate", "Task.immediate per call",
      "Each call runs on the caller's thread up to its first suspension.",
      on: "the caller's thread, then the backend's", in: .inARow, promise: keptUnlessByPriority
    ) { fireImmediately($0, atOwnPriority: false) }
    let mixed = Caller(
      "immediate-mixed", "Task.immediate per call, mixed priority",
      "Each on the caller's thread up to its first suspension, at a priority of its own.",
      on: equal.executor, in: .inARow, promise: keptUnlessByPriority
    ) { fireImmediately($0, atOwnPriority: true) }
    let inside = Caller(
      "suspends-inside", "Task.immediate, store awaits inside",
      "The store runs inside the actor and awaits a decoder there before it writes.",
      on: equal.executor, promise: lost, fits: { $0 is any Actor.Type }, suspendInside)
    return [equal, equal.held(), mixed, mixed.held(), inside, inside.held()]
  }

  private static let fromMain = Caller(
    "main-mixed", "Task per call from the main actor, mixed priority",
    "The tasks begin on the main actor, each at a priority of its own.",
    on: "main actor", in: .fromMain, promise: keptUnlessByPriority, fireFromMain)

  private static let fromMainByPool = Caller(
    "main-mixed-by-pool", "The same through a @concurrent function",
    "As an asynchronous function is wherever it is not isolated and not nonsending.",
    on: "main actor, then global pool", promise: lost, fireFromMainByPool)

  private static var tasks: [Caller] {
    let kinds: [(id: String, title: String, summary: String, call: Firing)] = [
      ("task", "Task per call", "A task for each call, none awaited", fire),
      (
        "detached", "Task.detached per call", "A detached task for each, none awaited", fireDetached
      ),
    ]
    let free = kinds.flatMap { kind in
      [
        Caller(
          kind.id, kind.title, "\(kind.summary), all at medium priority.", on: "global pool",
          in: .taskPerCall, promise: lost
        ) { kind.call($0, false) },
        Caller(
          kind.id + "-mixed", kind.title + ", mixed priority",
          "\(kind.summary), each at a priority of its own.", on: "global pool",
          in: .taskPerCall, promise: lost
        ) { kind.call($0, true) },
      ]
    }
    return free
      + free.map { $0.held("The cache is busy, and each is made once the last has reached it.") }
  }

  private typealias Firing = @Sendable (Round, _ atOwnPriority: Bool) -> Void

  private static let threads = Caller(
    "threads", "A thread per call", "A thread for each call.", on: "a thread each", promise: lost,
    fits: isSynchronous, callFromThreads)
}
