import Foundation
import Measurement

/// A pthread mutex that nobody else wants: a piece of work of a known, steady size.
final class MutexPairs: @unchecked Sendable {  // the pointer never changes; a mutex is for sharing
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)

  init() { pthread_mutex_init(mutex, nil) }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  // lesson: mutex-pairs
  /// Locks and unlocks so many times.
  @inline(never)
  func run(_ times: Int) {
    for _ in 0..<times {
      pthread_mutex_lock(mutex)
      let result = pthread_mutex_unlock(mutex)
      blackHole(UInt64(bitPattern: Int64(result)))
    }
  }
  // lesson: end
}
