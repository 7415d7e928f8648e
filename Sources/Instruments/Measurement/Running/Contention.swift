import CMeasurement
public import Evidence
import Foundation

/// Callers that all want the same thing at once, for a set time.
public struct ContentionWindow: Codable, Equatable, Sendable {
  /// Operations done by each caller.
  public var operations: [Int]
  /// How long it lasted, in nanoseconds.
  public var wallNanoseconds: Double
  /// Processor time of the whole process meanwhile, in nanoseconds.
  public var processorNanoseconds: Double
  /// Times that a thread gave its processor up to wait.
  public var switches: Int

  private var total: Double { Double(max(1, operations.reduce(0, +))) }

  /// Nanoseconds from one operation of any caller to the next.
  public var wallPerOperation: Double { wallNanoseconds / total }
  /// Processor time per operation, in nanoseconds.
  public var processorPerOperation: Double { processorNanoseconds / total }
  /// Switches per operation.
  public var switchesPerOperation: Double { Double(switches) / total }
  /// Processors in use on average.
  public var processorsUsed: Double { processorNanoseconds / max(1, wallNanoseconds) }
  /// What speaks against it: callers that seldom wait and yet did not run side by side on as many
  /// of the processors as they could, so that they hardly met. `nil` where nothing does.
  public func warning(processors: Int) -> MeasurementWarning? {
    let share = processorsUsed / Double(max(1, min(operations.count, processors)))
    guard switchesPerOperation < Gates.seldomWaits, share < Gates.processorShare else { return nil }
    return .starved(processorShare: share)
  }
  /// The least served caller's operations over the best served one's, from 0 to 1.
  public var fairness: Double {
    Double(operations.min() ?? 0) / Double(max(1, operations.max() ?? 0))
  }
}

extension ContentionWindow {
  /// Lets callers that block loose together, each on a thread of its own.
  ///
  /// The operation is given the caller's number. It is repeated in stretches of about
  /// `stretch` operations between two looks at the clock.
  public static func threads(
    _ callers: Int, for time: Duration, stretch: Int = 16,
    _ operation: @escaping @Sendable (Int) -> Void
  ) async -> ContentionWindow {
    await window(callers, for: time) { caller, race in
      Thread.detachNewThread {
        race.wait()
        var done = 0
        while !race.isOver {
          for _ in 0..<stretch { operation(caller) }
          done += stretch
        }
        race.finish(caller, done)
      }
    }
  }

  /// Lets callers that suspend loose together, each in a detached task.
  ///
  /// A task keeps its thread until it suspends: of more callers than the pool has threads, those
  /// beyond have no turn where the operation never does.
  public static func tasks(
    _ callers: Int, for time: Duration, stretch: Int = 16,
    _ operation: @escaping @concurrent @Sendable (Int) async -> Void
  ) async -> ContentionWindow {
    await window(callers, for: time) { caller, race in
      Task.detached {
        // The start is no barrier here: a task that blocked would take the others' thread.
        race.arrive()
        while !race.hasStarted { await Task.yield() }
        var done = 0
        while !race.isOver {
          for _ in 0..<stretch { await operation(caller) }
          done += stretch
        }
        race.finish(caller, done)
      }
    }
  }

  private static func window(
    _ callers: Int, for time: Duration, _ start: @escaping @Sendable (Int, Race) -> Void
  ) async -> ContentionWindow {
    precondition(callers > 0 && time > .zero, "a window has callers and a length")
    let race = Race(callers: callers, nanoseconds: time.inNanoseconds)
    return await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        for caller in 0..<callers { start(caller, race) }
        continuation.resume(returning: race.run())
      }
    }
  }
}

/// The start, the end and the count of one window.
private final class Race: @unchecked Sendable {  // `condition` guards all but `end`, set before it
  private let condition = NSCondition()
  private let nanoseconds: UInt64
  private var waiting: Int
  private var finished = 0
  private var started = false
  private var operations: [Int]
  private var end = UInt64.max

  init(callers: Int, nanoseconds: UInt64) {
    self.nanoseconds = nanoseconds
    waiting = callers
    operations = Array(repeating: 0, count: callers)
  }

  var hasStarted: Bool { condition.withLock { started } }

  /// Read without the lock: it is written once, before anyone who reads it is let go.
  var isOver: Bool { nanosecondsNow() >= end }

  func arrive() {
    condition.withLock {
      waiting -= 1
      condition.broadcast()
    }
  }

  func wait() {
    condition.withLock {
      waiting -= 1
      condition.broadcast()
      while !started { condition.wait() }
    }
  }

  func finish(_ caller: Int, _ done: Int) {
    condition.withLock {
      operations[caller] = done
      finished += 1
      condition.broadcast()
    }
  }

  /// Starts everyone once all have come, and counts until the last has finished.
  func run() -> ContentionWindow {
    condition.lock()
    defer { condition.unlock() }
    let latest = Date(timeIntervalSinceNow: 30)
    while waiting > 0 {
      // A thread that cannot be made is not told of.
      guard condition.wait(until: latest) else {
        fatalError("\(waiting) callers could not be started: are there threads left for them?")
      }
    }
    let switches = SwitchCount.now
    let processor = measurement_processor_time()
    let start = nanosecondsNow()
    end = start + nanoseconds
    started = true
    condition.broadcast()
    while finished < operations.count { condition.wait() }
    return ContentionWindow(
      operations: operations, wallNanoseconds: Double(nanosecondsNow() - start),
      processorNanoseconds: Double(measurement_processor_time() - processor),
      switches: (SwitchCount.now - switches).voluntary)
  }
}

extension Duration {
  fileprivate var inNanoseconds: UInt64 {
    let (seconds, attoseconds) = components
    return UInt64(max(0, seconds)) * 1_000_000_000 + UInt64(max(0, attoseconds) / 1_000_000_000)
  }
}
