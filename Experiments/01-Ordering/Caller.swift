import Caching
import Imaging
import Reporting

/// One way of making the calls of a program.
struct Caller: Sendable {
  /// How the calls are made, for the report.
  let row: Program.Row
  /// Which ways of calling it is counted with.
  let group: Group
  /// What runs the code that makes the calls.
  let executor: String
  /// Whether the cache is busy while they are made.
  private(set) var isHeld = false
  /// Whether a call may block its thread for as long as the cache is busy. Only a thread of its own
  /// may: any other would block whoever is to let go.
  private(set) var mayBlock = true
  /// What the way of calling promises on a backend whose waiting calls go in this order.
  var promise: @Sendable (WaitingOrder) -> Promise
  /// Whether the way of calling exists for a type of cache.
  let fits: @Sendable (any ImageCache<Pixels>.Type) -> Bool
  /// Makes the calls.
  let call: @Sendable (Round) -> Void

  /// Ways of calling whose observations may be added up, since they differ in nothing that matters.
  enum Group {
    /// The caller awaits each call, or a task awaits the one before.
    case awaited
    /// One thread makes the calls one after another, and no task stands between it and the cache.
    case inARow
    /// The same while the cache is busy.
    case inARowBusy
    /// Tasks begun on the main actor.
    case fromMain
    /// A task per call, all free to run at once.
    case taskPerCall
    /// A task per call while the cache is busy, each made once the last has arrived.
    case pacedTasks
    /// Counted by themselves.
    case apart

    /// The same ways of calling while the cache is busy.
    var held: Group {
      switch self {
      case .inARow: .inARowBusy
      case .taskPerCall: .pacedTasks
      default: self
      }
    }
  }

  init(
    _ id: String, _ title: String, _ summary: String, on executor: String, in group: Group = .apart,
    promise: @escaping @Sendable (WaitingOrder) -> Promise,
    fits: @escaping @Sendable (any ImageCache<Pixels>.Type) -> Bool = { _ in true },
    _ call: @escaping @Sendable (Round) -> Void
  ) {
    row = Program.Row(id: id, title: title, summary: summary)
    self.group = group
    self.executor = executor
    self.promise = promise
    self.fits = fits
    self.call = call
  }

  /// The same way of calling, made while the cache is busy with a long job.
  func held(
    _ busy: String = "All the while the cache is busy with a long job.", mayBlock: Bool = false
  ) -> Caller {
    var caller = Caller(
      row.id + "-held", row.title + ", cache busy", row.summary + " " + busy, on: executor,
      in: group.held, promise: promise, fits: fits, call)
    caller.isHeld = true
    caller.mayBlock = mayBlock
    return caller
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
