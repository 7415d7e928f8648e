extension Backend {
  /// Every way to keep the cache safe; a new one appears in all tests and experiments by its line.
  public static var all: [Backend] {
    [
      Backend("LockedCache", guardedBy: "an NSLock", waiting: .blocked) { LockedCache($0) },
      Backend("QueueCache", guardedBy: "a serial queue", waiting: .callOrder) { QueueCache($0) },
      Backend("ActorCache", guardedBy: "a default actor", waiting: .priority) { ActorCache($0) },
      Backend("ExecutorActorCache", guardedBy: "an actor on a queue", waiting: .callOrder) {
        ExecutorActorCache($0)
      },
      Backend("MutexCache", guardedBy: "a Mutex", waiting: .blocked) { MutexCache($0) },
      Backend("MailboxCache", guardedBy: "one task reading a stream", waiting: .callOrder) {
        MailboxCache($0)
      },
      Backend("MainActorCache", guardedBy: "the main actor", waiting: .callOrder) {
        MainActorCache($0)
      },
      Backend("BarrierCache", guardedBy: "barriers on a concurrent queue", waiting: .callOrder) {
        BarrierCache($0)
      },
    ]
  }
}
