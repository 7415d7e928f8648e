import Foundation
import Measurement

/// Where and when one hit has been.
final class Trace: @unchecked Sendable {  // one hit at a time, which is in one place at a time
  struct Stop {
    /// The actor that the code is isolated to.
    let actor: ObjectIdentifier?
    let thread: pthread_t
    let nanoseconds: UInt64
  }

  private(set) var stops: [Stop]

  init(_ stops: [Stop] = []) {
    self.stops = stops
    self.stops.reserveCapacity(8)
  }

  /// Notes where the caller is, as its isolation tells; code that has none is where it was called.
  func pass(isolation: (any Actor)? = #isolation) {
    let actor = isolation.map { ObjectIdentifier($0) } ?? stops.last?.actor
    stops.append(Stop(actor: actor, thread: pthread_self(), nanoseconds: nanosecondsNow()))
  }

  /// Moves from one actor to another.
  var hops: Int { legs.count { $0.actor != $1.actor } }
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
    trace.pass()
    path.retrieve(key, on: queue, trace) {
      blackHole($0)
      trace.pass()
      waiting.resume()
    }
  }
  return trace
}

@MainActor
func traceOfRewrite(_ cache: RewrittenCache) async -> Trace {
  let trace = Trace()
  trace.pass()
  blackHole(try? await cache.retrieve(key, trace))
  trace.pass()
  return trace
}
