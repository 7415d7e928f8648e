package import Evidence

/// An executor of the world's: its jobs run one at a time, in an order that its policy allows.
final class Lane: SerialExecutor, @unchecked Sendable {  // used by whoever holds the baton
  /// The priorities that a default actor tells apart, as five lines.
  static let buckets = 5

  let engine: Engine
  /// The schedule that it belongs to.
  let schedule: UInt32
  let name: String
  let policy: ExecutorPolicy
  /// Stands for the executor; the lines of its buckets, or its one line, follow.
  let object: ObjectID
  @exclusivity(unchecked) var isBusy = false
  /// The waiting job that goes next, as `rank`, found anew for each choice.
  @exclusivity(unchecked) var next = UInt64.max

  init(_ engine: Engine, _ name: String, _ policy: ExecutorPolicy) {
    self.engine = engine
    self.name = name
    self.policy = policy
    schedule = engine.schedule
    object = engine.makeObjects(1 + Self.buckets)
    engine.lanes.append(self)
    if policy != .unordered { engine.orderedLanes.append(Unmanaged.passUnretained(self)) }
  }

  func enqueue(_ job: consuming ExecutorJob) {
    engine.accept(UnownedJob(job), on: self)
  }

  /// The line that a priority waits in, from 0: the lines of a default actor.
  @inline(__always)
  static func bucket(_ priority: UInt8) -> Int {
    switch priority {
    case 0x21...: 4
    case 0x19...: 3
    case 0x15...: 2
    case 0x11...: 1
    default: 0
    }
  }

  /// Smaller goes first.
  @inline(__always)
  func rank(_ item: Pending) -> UInt64 {
    policy.rank(priority: item.priority, arrival: item.arrival)
  }

  /// Whether a waiting job could run now.
  @inline(__always)
  func isNext(_ item: Pending) -> Bool {
    !isBusy && (policy == .unordered || rank(item) == next)
  }

  /// What a step shares with others by running a job of a priority.
  func firstAccesses(_ priority: UInt8) -> [RecordedStep.Access] {
    var accesses = [
      RecordedStep.Access(
        object: object, isWrite: true, role: policy == .unordered ? .acquire : .ordered)
    ]
    if policy == .defaultActor {
      for bucket in (Self.bucket(priority) + 1)..<Self.buckets {
        accesses.append(
          .init(object: object + 1 + ObjectID(bucket), isWrite: false, role: .overtakable))
      }
    }
    return accesses
  }

  /// The line that a job of a priority waits in, as something that steps share.
  func line(_ priority: UInt8) -> ObjectID {
    object + 1 + (policy == .fifo ? 0 : ObjectID(Self.bucket(priority)))
  }
}

extension ExecutorPolicy {
  /// The place of a waiting job among those of one executor: the smallest goes first.
  @inline(__always)
  package func rank(priority: UInt8, arrival: UInt32) -> UInt64 {
    self == .fifo
      ? UInt64(arrival)
      : UInt64(Lane.buckets - Lane.bucket(priority)) << 32 | UInt64(arrival)
  }
}
