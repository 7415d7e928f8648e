import Caching
import Dispatch
import Evidence
import Interleaving
import Testing

/// The backends of which the explorer can decide every order, each made of what a world steps.
///
/// Two are missing. A `Mutex` is taken unseen, so that no order of its sections could be chosen;
/// and a plain default actor is explored only in part. What is told here of a lock and of an actor
/// on an executor is told of them too, as far as they keep the same promises.
enum ExploredBackend: String, CaseIterable, CustomTestStringConvertible {
  case locked = "LockedCache"
  case executorActor = "ExecutorActorCache"
  case mailbox = "MailboxCache"
  #if os(Linux)
    case queue = "QueueCache"
    case barrier = "BarrierCache"
    case mainActor = "MainActorCache"
  #endif

  var testDescription: String { rawValue }

  /// Reduced, unless what callers share is a stream, which is nothing that a world declares.
  var strategy: SearchStrategy { self == .mailbox ? .depthFirst : .sourceDPOR }

  /// An empty cache, whose every turn is the explorer's to give.
  func make<Value: Sendable>(
    of type: Value.Type = String.self, in world: World,
    limits: CacheLimits = CacheLimits(totalCost: .max)
  ) -> any ImageCache<Value> {
    let configuration = CacheConfiguration(limits: limits, clock: world.clock)
    switch self {
    case .locked: return LockedCache(configuration, lock: world.lock("cache"))
    case .executorActor:
      return ExecutorActorCache(configuration, executor: world.serialExecutor("cache"))
    case .mailbox: return MailboxCache(configuration, taskExecutor: world)
    #if os(Linux)
      case .queue: return QueueCache(configuration, queue: DispatchQueue(label: "cache"))
      case .barrier: return BarrierCache(configuration)
      case .mainActor: return MainActorCache(configuration)
    #endif
    }
  }
}

/// The three loaders that load once, the one behind a lock in two ways.
enum ExploredLoader: String, CaseIterable, CustomTestStringConvertible {
  case locked = "LockedLoader"
  /// Others may also come between its sections and what it does after them.
  case lockedPausing = "LockedLoader, pausing at unlock"
  case actor = "ActorLoader"
  #if os(Linux)
    case queue = "QueueLoader"
  #endif

  var testDescription: String { rawValue }
  var isLocked: Bool { self == .locked || self == .lockedPausing }

  /// An empty loader, whose every turn is the explorer's to give.
  func make(
    in world: World, width: Int = 4, load: @escaping @Sendable (CacheKey) async throws -> String
  ) -> any CoalescingLoader<String> {
    let configuration = LoaderConfiguration(
      cache: CacheConfiguration(limits: CacheLimits(totalCost: .max), clock: world.clock),
      width: width, taskExecutor: world, cost: { _ in 1 }, load: load)
    switch self {
    case .locked, .lockedPausing:
      let lock = world.lock("loader", pausesAtUnlock: self == .lockedPausing)
      return LockedLoader(configuration, lock: lock)
    case .actor: return ActorLoader(configuration, executor: world.serialExecutor("loader"))
    #if os(Linux)
      case .queue: return QueueLoader(configuration, queue: DispatchQueue(label: "loader"))
    #endif
    }
  }
}

/// What tasks of an explored program leave for its outcome.
final class Slate: @unchecked Sendable {  // used by one step at a time
  var text = ""
  var count = 0
}

extension World {
  /// Starts a task that asks a loader for a key, and notes what it is answered.
  @discardableResult
  func caller(
    _ name: String, of loader: any CoalescingLoader<String>, for key: CacheKey = "a",
    priority: TaskPriority? = nil
  ) -> Task<Void, Never> {
    task(name, priority: priority) { [self] in
      do {
        record(name, try await loader.value(for: key))
      } catch is CancellationError {
        record(name, "cancelled")
      } catch {
        record(name, "failed")
      }
    }
  }

  /// What each of some callers was answered, the same answers counted together.
  func answers(of callers: [String]) -> String {
    var counts: [String: Int] = [:]
    for caller in callers { counts[recorded(caller) ?? "nothing", default: 0] += 1 }
    return counts.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      .joined(separator: ", ")
  }
}
