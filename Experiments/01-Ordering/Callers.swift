import Caching
import Dispatch
import Foundation
import Imaging
import Reporting
import Stress

/// One way of making the calls of a program.
struct Caller: Sendable {
  /// How the calls are made, for the report.
  let row: Program.Row
  /// What runs the code that makes them.
  let executor: String
  /// Whether the cache is busy while they are made.
  var isHeld = false
  /// What the way of calling promises on a backend whose waiting calls go in this order.
  var promise: @Sendable (WaitingOrder) -> Promise
  /// Whether the way of calling exists for a cache.
  let fits: @Sendable (any ImageCache<Pixels>) -> Bool
  /// Makes the calls.
  let call: @Sendable (Round, inout Repetition) -> Void

  init(
    _ id: String, _ title: String, _ summary: String, on executor: String, isHeld: Bool = false,
    promise: @escaping @Sendable (WaitingOrder) -> Promise,
    fits: @escaping @Sendable (any ImageCache<Pixels>) -> Bool = { _ in true },
    _ call: @escaping @Sendable (Round, inout Repetition) -> Void
  ) {
    row = Program.Row(id: id, title: title, summary: summary)
    self.executor = executor
    self.isHeld = isHeld
    self.promise = promise
    self.fits = fits
    self.call = call
  }

  /// The same way of calling, made while the cache is busy with a long job.
  func held(_ summary: String? = nil) -> Caller {
    Caller(
      row.id + "-held", row.title + ", cache busy",
      summary ?? row.summary + " All the while the cache is busy with a long job.",
      on: executor, isHeld: true, promise: promise, fits: fits, call)
  }
}

/// What program order is worth for one way of calling on one backend.
enum Promise {
  /// The calls take effect in the order made.
  case programOrder
  /// All but the last take effect in the order made; the last may come at any time.
  case allButLastInOrder
  /// Nothing is promised.
  case none
}

// lesson: fire-and-forget
/// One task per call, none awaited: the order of the *tasks* is nobody's promise.
func fire(_ round: Round, _ repetition: inout Repetition, eachAtItsOwnPriority: Bool) {
  for step in round.steps {
    repetition.pause()
    Task(priority: eachAtItsOwnPriority ? step.priority : .medium) { await step.call() }
    round.settle(step)
  }
}
// lesson: end

func fireDetached(_ round: Round, _ repetition: inout Repetition, eachAtItsOwnPriority: Bool) {
  for step in round.steps {
    repetition.pause()
    Task.detached(priority: eachAtItsOwnPriority ? step.priority : .medium) {
      await step.call()
    }
    round.settle(step)
  }
}

// lesson: immediate
/// Each call runs on this thread up to its first suspension, so all three reach the cache in order.
func fireImmediately(
  _ round: Round, _ repetition: inout Repetition, eachAtItsOwnPriority: Bool
) {
  for step in round.steps {
    repetition.pause()
    Task.immediate(priority: eachAtItsOwnPriority ? step.priority : .medium) { await step.call() }
  }
}
// lesson: end

// lesson: main-actor-tasks
/// The tasks are enqueued on the main actor where they are made, and it is first in first out.
func fireFromMain(_ round: Round, _ repetition: inout Repetition) {
  for step in round.steps {
    repetition.pause()
    Task(priority: step.priority) { @MainActor in await step.call() }
  }
  if let last = round.steps.last { round.settle(last) }
}
// lesson: end

// lesson: chain
/// Each task first awaits the one made before it.
func chain(_ round: Round, _ repetition: inout Repetition) {
  var previous: Task<Void, Never>?
  for step in round.steps {
    repetition.pause()
    previous = Task(priority: step.priority) { [previous] in
      await previous?.value
      await step.call()
    }
  }
}
// lesson: end

// lesson: concurrent-function
/// The tasks begin on the main actor, but a function that is not nonsending hops to the pool first.
func fireFromMainByPool(_ round: Round, _ repetition: inout Repetition) {
  for step in round.steps {
    repetition.pause()
    Task(priority: step.priority) { @MainActor in await callOnPool(step) }
  }
}

@concurrent
func callOnPool(_ step: Step) async {
  await step.call()
}
// lesson: end

/// One task awaits all calls but the last; another makes the last.
func callFromTwoTasks(_ round: Round, _ repetition: inout Repetition) {
  Task { for step in round.steps.dropLast() { await step.call() } }
  repetition.pause()
  if let last = round.steps.last { Task { await last.call() } }
}

func callFromThreads(_ round: Round, _ repetition: inout Repetition) {
  guard let cache = round.cache as? any SynchronousImageCache<Pixels> else { return }
  guard round.isHeld else {
    return repetition.together(round.steps.map { step in { step.call(now: cache) } })
  }
  for step in round.steps {
    Thread.detachNewThread { step.call(now: cache) }
    round.settle(step)
  }
}

// lesson: suspends-inside
/// Every call is made inside the actor, and the first awaits there before it writes.
func suspendInside(_ round: Round, _ repetition: inout Repetition) {
  guard let actor = round.cache as? any Actor else { return }
  for (index, step) in round.steps.enumerated() {
    repetition.pause()
    Task.immediate { await call(step, inside: actor, afterDecoding: index == 0) }
  }
}

func call(_ step: Step, inside actor: isolated any Actor, afterDecoding: Bool) async {
  if afterDecoding { try? await Task.sleep(for: .microseconds(100)) }  // stands for a decoder
  await step.call()
}
// lesson: end

extension Caller {
  /// Every way of calling, those that promise most first.
  static let all: [Caller] =
    inOneLine + awaiting + immediate + [fromMain, fromMain.held(), fromMainByPool] + tasks

  private static let kept: @Sendable (WaitingOrder) -> Promise = { _ in .programOrder }
  private static let lost: @Sendable (WaitingOrder) -> Promise = { _ in .none }
  /// Kept once the calls arrive in order, unless priority then decides.
  private static let keptUnlessByPriority: @Sendable (WaitingOrder) -> Promise = {
    $0 == .priority ? .none : .programOrder
  }

  private static let isSynchronous: @Sendable (any ImageCache<Pixels>) -> Bool = {
    $0 is any SynchronousImageCache<Pixels>
  }
  private static let takesHandlers: @Sendable (any ImageCache<Pixels>) -> Bool = {
    $0 is any CallbackImageCache<Pixels>
  }

  private static var inOneLine: [Caller] {
    let plain = Caller(
      "plain", "Plain calls", "Three synchronous calls, one line after the other.",
      on: "the caller's thread", promise: kept, fits: isSynchronous
    ) { round, repetition in
      guard let cache = round.cache as? any SynchronousImageCache<Pixels> else { return }
      for step in round.steps {
        repetition.pause()
        step.call(now: cache)
      }
    }
    let queue = Caller(
      "queue-async", "The caller's own queue.async",
      "Each call is made by a block on one serial queue that belongs to the caller.",
      on: "a serial queue", promise: kept, fits: isSynchronous
    ) { round, repetition in
      guard let cache = round.cache as? any SynchronousImageCache<Pixels> else { return }
      let queue = DispatchQueue(label: "caller")
      for step in round.steps {
        repetition.pause()
        queue.async { step.call(now: cache) }
      }
    }
    let handlers = Caller(
      "handlers", "Completion handlers, mixed QoS",
      "Each call returns at once and answers by a handler; QoS background, utility, "
        + "user-interactive.",
      on: "the caller's thread", promise: kept, fits: takesHandlers
    ) { round, repetition in
      guard let cache = round.cache as? any CallbackImageCache<Pixels> else { return }
      for (step, qos) in zip(round.steps, [DispatchQoS.background, .utility, .userInteractive]) {
        repetition.pause()
        step.call(later: cache, qos: qos)
      }
    }
    return [plain, queue, handlers, handlers.held()]
  }

  private static var awaiting: [Caller] {
    [
      Caller(
        "awaiting", "One task that awaits each call", "The next call is made after the last one.",
        on: "global pool", promise: kept
      ) { round, _ in Task { for step in round.steps { await step.call() } } },
      Caller(
        "chained", "A chain of tasks, mixed priority",
        "A task per call, at priorities background, utility, high; each first awaits the one before.",
        on: "global pool", promise: kept, chain),
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
      on: "the caller's thread, then the backend's", promise: keptUnlessByPriority
    ) { fireImmediately($0, &$1, eachAtItsOwnPriority: false) }
    let mixed = Caller(
      "immediate-mixed", "Task.immediate per call, mixed priority",
      "As before, with priorities background, utility, high.",
      on: equal.executor, promise: keptUnlessByPriority
    ) { fireImmediately($0, &$1, eachAtItsOwnPriority: true) }
    let inside = Caller(
      "suspends-inside", "Task.immediate, store awaits inside",
      "The store runs inside the actor and awaits a decoder there before it writes.",
      on: equal.executor, promise: lost, fits: { $0 is any Actor }, suspendInside)
    return [equal, equal.held(), mixed, mixed.held(), inside, inside.held()]
  }

  private static let fromMain = Caller(
    "main-mixed", "Task per call from the main actor, mixed priority",
    "The tasks begin on the main actor; priorities background, utility, high.",
    on: "main actor", promise: keptUnlessByPriority, fireFromMain)

  private static let fromMainByPool = Caller(
    "main-mixed-by-pool", "The same through a @concurrent function",
    "As an asynchronous function is wherever it is not isolated and not nonsending.",
    on: "main actor, then global pool", promise: lost, fireFromMainByPool)

  private static var tasks: [Caller] {
    let equal = Caller(
      "task", "Task per call", "Three tasks of equal priority, none awaited.",
      on: "global pool", promise: lost
    ) { fire($0, &$1, eachAtItsOwnPriority: false) }
    let mixed = Caller(
      "task-mixed", "Task per call, mixed priority",
      "Three tasks of priority background, utility, high, none awaited.",
      on: "global pool", promise: lost
    ) { fire($0, &$1, eachAtItsOwnPriority: true) }
    let detached = Caller(
      "detached", "Task.detached per call", "Three detached tasks of equal priority.",
      on: "global pool", promise: lost
    ) { fireDetached($0, &$1, eachAtItsOwnPriority: false) }
    let detachedMixed = Caller(
      "detached-mixed", "Task.detached per call, mixed priority",
      "Three detached tasks of priority background, utility, high.",
      on: "global pool", promise: lost
    ) { fireDetached($0, &$1, eachAtItsOwnPriority: true) }
    let threads = Caller(
      "threads", "A thread per call", "Three threads let go at the same moment.",
      on: "a thread each", promise: lost, fits: isSynchronous, callFromThreads)
    return [
      equal, equal.held(), mixed, mixed.held(), detached, detachedMixed, detachedMixed.held(),
      threads,
      threads.held(
        "Three threads, the next begun once the last has reached the busy cache and waits there."),
    ]
  }
}
