import Foundation
import Measurement

/// Where and when one hit has been.
final class Trace: @unchecked Sendable {  // one hit at a time, which is in one place at a time
  enum Place { case main, cache, storage }

  struct Stop {
    let place: Place
    let thread: pthread_t
    let nanoseconds: UInt64
  }

  private(set) var stops: [Stop]

  init(_ stops: [Stop] = []) {
    self.stops = stops
    self.stops.reserveCapacity(8)
  }

  func pass(_ place: Place) {
    stops.append(Stop(place: place, thread: pthread_self(), nanoseconds: nanosecondsNow()))
  }

  /// Moves from one executor to another.
  var hops: Int { legs.count { $0.place != $1.place } }
  /// Moves from one thread to another.
  var threadChanges: Int { legs.count { pthread_equal($0.thread, $1.thread) == 0 } }
  /// Nanoseconds from each stop to the next.
  var parts: [Double] { legs.map { Double($1.nanoseconds - $0.nanoseconds) } }

  private var legs: [(Stop, Stop)] { Array(zip(stops, stops.dropFirst())) }
}

@MainActor
func traceOfCallback(_ path: CallbackPath, on queue: CallbackPath.CallbackQueue) async -> Trace {
  let trace = Trace()
  await withCheckedContinuation { waiting in
    trace.pass(.main)
    path.retrieve(key, on: queue, trace) {
      blackHole($0)
      trace.pass(.main)
      waiting.resume()
    }
  }
  return trace
}

@MainActor
func traceOfRewrite(_ cache: RewrittenCache) async -> Trace {
  let trace = Trace()
  trace.pass(.main)
  blackHole(try? await cache.retrieve(key, trace))
  trace.pass(.main)
  return trace
}
