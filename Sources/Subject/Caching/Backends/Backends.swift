import Foundation

extension Backend {
  /// Every way to keep the cache safe; a new one appears in all tests and experiments by its line.
  package static var all: [Backend] {
    [
      Backend(
        LockedCache<Value, NSLock>.self, guardedBy: "an NSLock", waiting: .blocked,
        make: { LockedCache($0) }),
      Backend(
        QueueCache<Value>.self, guardedBy: "a serial queue", waiting: .firstInFirstOut,
        make: { QueueCache($0) }),
      Backend(
        ActorCache<Value>.self, guardedBy: "a default actor", waiting: .priority,
        make: { ActorCache($0) }),
      Backend(
        ExecutorActorCache<Value>.self, guardedBy: "an actor on a queue", waiting: .firstInFirstOut,
        make: { ExecutorActorCache($0) }),
      Backend(
        MutexCache<Value>.self, guardedBy: "a Mutex", waiting: .blocked,
        make: { MutexCache($0) }),
      Backend(
        MailboxCache<Value>.self, guardedBy: "one task reading a stream", waiting: .firstInFirstOut,
        makeOn: { MailboxCache($0, taskExecutor: $1) }),
      Backend(
        MainActorCache<Value>.self, guardedBy: "the main actor", waiting: .firstInFirstOut,
        make: { MainActorCache($0) }),
      Backend(
        BarrierCache<Value>.self, guardedBy: "barriers on a concurrent queue",
        waiting: .firstInFirstOut,
        make: { BarrierCache($0) }),
    ]
  }
}
