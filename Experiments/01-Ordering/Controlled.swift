import Caching
import Dispatch
import Evidence
import Foundation
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
    "QueueCache": Controlled { configuration, _ in
      QueueCache(
        configuration, queue: DispatchQueue(label: cache),
        callbackQueue: DispatchQueue(label: "callbacks"))
    },
    // A default actor declares no executor, so the same actor on a given one stands in for it.
    "ActorCache": Controlled(policy: .defaultActor, others: [.fifo, .unordered]) {
      ExecutorActorCache($0, executor: $1.serialExecutor(cache))
    },
    "ExecutorActorCache": Controlled { configuration, _ in
      ExecutorActorCache(
        configuration, executor: QueueExecutor(queue: DispatchQueue(label: cache)))
    },
    "MutexCache": Controlled { ShownMutex(MutexCache($0), in: $1) },
    "MailboxCache": Controlled { ShownMailbox(MailboxCache($0, taskExecutor: $1), in: $1) },
    "MainActorCache": Controlled { configuration, _ in MainActorCache(configuration) },
    "BarrierCache": Controlled { configuration, _ in BarrierCache(configuration) },
  ]
}

/// A mutex whose sections an explorer sees: a lock of its own stands before each.
private final class ShownMutex: LockingImageCache {
  typealias Value = Pixels
  private let mutex: MutexCache<Pixels>
  private let door: ControlledLock

  init(_ mutex: MutexCache<Pixels>, in world: World) {
    self.mutex = mutex
    door = world.lock("mutex")
  }

  func locked<Result: Sendable>(
    _ section: (inout CacheStore<Pixels>) -> Result
  ) -> Result { door.withLock { mutex.locked(section) } }
}

/// A mailbox whose posts and deliveries an explorer sees, which does not look into a stream.
private final class ShownMailbox: EnqueuingImageCache {
  typealias Value = Pixels
  private let mailbox: MailboxCache<Pixels>
  private let line: ControlledLock

  init(_ mailbox: MailboxCache<Pixels>, in world: World) {
    self.mailbox = mailbox
    line = world.lock("mailbox")
  }

  func enqueue<Result: Sendable>(
    qos: DispatchQoS, _ work: @escaping @Sendable (inout CacheStore<Pixels>) -> Result,
    answer: (@Sendable (Result) -> Void)?
  ) {
    line.withLock {
      mailbox.enqueue(
        qos: qos,
        { [line] contents in
          line.withLock {}
          return work(&contents)
        }, answer: answer)
    }
  }
}
