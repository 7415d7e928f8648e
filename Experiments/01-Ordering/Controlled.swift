import Caching
import Dispatch
import Evidence
import Imaging
import Interleaving

/// A backend with parts that an explorer can order in place of the runtime's own.
struct Controlled: Sendable {
  /// The policy that the backend's threads run under; `nil` where no executor orders its calls.
  private(set) var policy: ExecutorPolicy?
  /// Policies beside that one, which say what the backend does not promise.
  private(set) var others: [ExecutorPolicy] = []
  /// Makes an empty cache in a world.
  let make: @Sendable (CacheConfiguration, World) -> any ImageCache<Pixels>

  /// The parts for a backend by its name; `nil` for one that this experiment does not know.
  static func parts(for backend: String) -> Controlled? { all[backend] }

  /// The name under which traces show whatever guards the store.
  private static let cache = "cache"

  private static let all: [String: Controlled] = [
    "LockedCache": Controlled { LockedCache($0, lock: $1.lock(cache)) },
    // A default actor declares no executor, so the same actor on a given one stands in for it.
    "ActorCache": Controlled(policy: .defaultActor, others: [.fifo, .unordered]) {
      ExecutorActorCache($0, executor: $1.serialExecutor(cache))
    },
    "ExecutorActorCache": Controlled(policy: .fifo) {
      ExecutorActorCache($0, executor: $1.serialExecutor(cache))
    },
    "MutexCache": Controlled { configuration, _ in MutexCache(configuration) },
    "MailboxCache": Controlled { MailboxCache($0, taskExecutor: $1) },
  ]
}
