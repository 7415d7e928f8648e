import CInterleaving
import Foundation

/// A thread that can hold the baton: of an exploration's threads one runs at a time.
final class Worker: @unchecked Sendable {  // written by whoever holds the baton
  /// What it is to do when it wakes; `nil` where it goes on with what it was doing.
  @exclusivity(unchecked) var assigned: Pending?
  /// The process whose step it runs.
  @exclusivity(unchecked) var process: ProcessID = -1
  /// Its thread, known to itself.
  @exclusivity(unchecked) var thread: UInt32 = 0
  private let semaphore = Semaphore()

  func wake() { semaphore.signal() }
  func wait() { semaphore.wait() }

  /// Starts a thread that serves an engine until it is woken with nothing to do.
  static func start(for engine: Engine) -> Worker {
    let worker = Worker()
    let thread = Thread {
      engine.enter(as: worker)
      while true {
        worker.wait()
        guard let assigned = worker.assigned else { break }
        worker.assigned = nil
        engine.execute(assigned, on: worker)
        engine.takeSteps(on: worker)
      }
      engine.leave()
    }
    thread.stackSize = 512 << 10
    thread.start()
    return worker
  }
}

/// A counting semaphore of the C library: the cheapest way to hand a baton over.
private final class Semaphore: @unchecked Sendable {  // the C library's own synchronisation
  #if canImport(Darwin)
    private let semaphore = DispatchSemaphore(value: 0)
    func signal() { semaphore.signal() }
    func wait() { semaphore.wait() }
  #else
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { sem_init(semaphore, 0, 0) }

    deinit {
      sem_destroy(semaphore)
      semaphore.deallocate()
    }

    func signal() { sem_post(semaphore) }
    func wait() { while sem_wait(semaphore) != 0 {} }
  #endif
}
