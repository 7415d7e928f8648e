import Caching
import Evidence
import Foundation
import Reporting
import StudyKit

/// A crowd that asks in one way for one cache's picture, in a process of its own.
struct CrowdTrial: Sendable {
  let way: CrowdWay
  let column: CrowdColumn

  static let all = CrowdWay.allCases.flatMap { way in
    CrowdColumn.allCases.map { CrowdTrial(way: way, column: $0) }
  }

  /// The probe's name.
  var name: String { "\(fullPool.id)/\(way.rawValue)/\(column.rawValue)" }

  /// What is declared of it, or was observed.
  func record(_ tally: Tally = Tally()) -> VariantRecord {
    VariantRecord(
      program: fullPool.id, row: way.rawValue, column: column.rawValue,
      callerExecutor: way == .tasksWait || way == .tasksAwait ? "global pool" : "global queue",
      prediction: prediction, tally: tally)
  }

  /// Where callers wait, all depends on where their answers come from; where they do not, nothing
  /// may keep anyone from being served.
  private var prediction: Prediction {
    let stuck: Grade = way.waits && column.needsPool ? .interesting : .forbidden
    return Prediction([
      .init(CrowdEnd.all.rawValue, .expected, "Every caller got its picture."),
      .init(
        CrowdEnd.some.rawValue, stuck,
        "The pool found threads for some answers, and then no more."),
      .init(
        CrowdEnd.none.rawValue, stuck,
        "The callers hold every thread of the pool, and each answer needs one."),
    ])
  }

  /// Serves the crowd in this process, which may never end.
  @concurrent
  func probe(_ context: TrialContext) async -> [Double] {
    let cache = CrowdCache(await column.cache())
    await withCheckedContinuation { served in
      let crowd = Crowd(Pulse(context)) { served.resume() }
      Thread.detachNewThread { crowd.come(way, to: cache) }
    }
    return []
  }

  /// Serves the crowd in a child.
  func run(_ context: TrialContext) async throws -> VariantRecord {
    let end =
      switch try await context.watch(name, patience: crowdPatience) {
      case .returned: CrowdEnd.all.rawValue
      case .stoodStill(CrowdEnd.none.rawValue): CrowdEnd.none.rawValue
      case .stoodStill: CrowdEnd.some.rawValue
      case .crashed(let signal, _): "crashed by signal \(signal)"
      }
    return record(Tally([end: 1]))
  }
}

/// The caches that answer later.
enum CrowdColumn: String, CaseIterable, Sendable {
  case queue
  case concurrentQueue = "concurrent-queue"
  case actor

  /// Whether its answers come by the pool's threads; a serial queue brings its own.
  var needsPool: Bool { self != .queue }

  var summary: String {
    switch self {
    case .queue: "a serial queue, `QueueCache`"
    case .concurrentQueue: "a concurrent queue, `BarrierCache`"
    case .actor: "an actor, `ActorCache`"
    }
  }

  /// A cache that holds the picture.
  func cache() async -> any ImageCache<Int> {
    let limits = CacheLimits(totalCost: 1)
    let cache: any ImageCache<Int> =
      switch self {
      case .queue: QueueCache(limits: limits)
      case .concurrentQueue: BarrierCache(limits: limits)
      case .actor: ActorCache(limits: limits)
      }
    await cache.store(1, for: "a", cost: 1)
    return cache
  }
}

/// Waiting for asynchronous work on the threads it needs.
let fullPool = Program(
  id: "full-pool", title: "Waiting for an answer on the threads it needs",
  summary: "A synchronous call that waits at a semaphore for an asynchronous one. One is harmless; "
    + "here four callers a processor and sixty more ask at once, tasks of default priority or "
    + "blocks on the global queue, which on Linux share one pool of threads. Each cell is a child "
    + "of its own, stopped once it lives on and serves nobody. Callers that block the pool are "
    + "known from published caches: issue 39 of TMCache, 150 of PINCache.",
  listing: """
    let isHere = DispatchSemaphore(value: 0)
    Task.detached {  // needs a thread of the pool
      _ = await cache.value(for: "a")
      isHere.signal()
    }
    isHere.wait()  // keeps one
    """,
  rows: [
    .init(
      id: CrowdWay.tasksWait.rawValue, title: "Tasks that wait",
      summary: "Each task blocks its thread of the pool until the answer is there."),
    .init(
      id: CrowdWay.blocksWait.rawValue, title: "Blocks that wait",
      summary: "The same from blocks on the global queue."),
    .init(
      id: CrowdWay.tasksAwait.rawValue, title: "Tasks that await",
      summary: "Each task gives its thread back until the answer is there."),
    .init(
      id: CrowdWay.blocksAreCalled.rawValue, title: "Blocks that are called back",
      summary: "Each block leaves a handler and ends."),
  ],
  columns: CrowdColumn.allCases.map { .init(id: $0.rawValue, summary: $0.summary) },
  expectedPhrase: CrowdEnd.all.rawValue,
  question: "Only one of the three caches can be waited for like this. Which?")

/// Beats without anyone served after which a crowd stands still: longer than the pool takes to
/// grow by a thread or two.
let crowdPatience = 250

/// What else has to wait while the pool is full.
let besideFullPool = QuantityTable(
  id: "beside-full-pool", title: "Who else has to wait while the pool is full?",
  summary: "A fresh process blocks as many tasks, or blocks on the global queue, as it has "
    + "processors. Then other work is given away, and the time until it begins is read off; what "
    + "has not begun after \(Numbers.count(Int(longestWait / .milliseconds(1)))) ms stands with "
    + "that.",
  quantities: Filling.allCases.flatMap { filling in
    besideKinds.map { kind in
      Quantity(
        id: "\(filling.rawValue)/\(kind.id)", title: "Full of \(filling.rawValue): \(kind.title)",
        unit: "ms", places: kind.places)
    }
  })

private let besideKinds: [(id: String, title: String, places: Int)] = [
  ("task", "a task of default priority", 0), ("block", "a block on the global queue", 0),
  ("high", "a task of high priority", 2), ("serial", "a block on a serial queue", 2),
]

/// Reads the table off in fresh processes.
func waitsBesideFullPool(_ context: TrialContext) async throws -> [Reading] {
  let waits = try await several(Filling.allCases) { try await context.probe($0.probeName) }
  return zip(besideFullPool.quantities, waits.joined()).map { Reading($0.id, [$1]) }
}

extension Filling {
  /// The probe's name.
  var probeName: String { "\(besideFullPool.id)/\(rawValue)" }
}
