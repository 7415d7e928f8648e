import Caching
import Foundation
import Imaging
import Testing

@testable import _2_HitCost

/// How a hit is followed, and how a view tells the turns.
struct HitCostTraceTests {
  @Test func `hops are moves between executors, whatever the thread does`() {
    let here = pthread_self()
    let there = otherThread()
    let (main, cache, storage) = (NSObject(), NSObject(), NSObject())
    let trace = Trace([
      .init(actor: ObjectIdentifier(main), thread: here, nanoseconds: 100),
      .init(actor: ObjectIdentifier(cache), thread: there, nanoseconds: 350),
      .init(actor: ObjectIdentifier(storage), thread: there, nanoseconds: 360),
      .init(actor: ObjectIdentifier(storage), thread: there, nanoseconds: 400),
      .init(actor: ObjectIdentifier(main), thread: here, nanoseconds: 1_000),
    ])
    #expect(trace.hops == 3)
    #expect(trace.threadChanges == 2)
    #expect(trace.parts == [250, 10, 40, 600])
  }

  @Test func `a hit that stays has no hop, and one that was nowhere no part`() {
    let here = pthread_self()
    let staying = Trace([
      .init(actor: nil, thread: here, nanoseconds: 5),
      .init(actor: nil, thread: here, nanoseconds: 5),
    ])
    #expect(staying.hops == 0)
    #expect(staying.threadChanges == 0)
    #expect(staying.parts == [0])
    #expect(Trace().parts.isEmpty)
  }

  @Test @MainActor func `a stop is where the isolation of the code says it is`() async {
    actor Elsewhere {
      func pass(_ trace: Trace) { trace.pass() }
    }
    nonisolated func passThrough(_ trace: Trace) { trace.pass() }
    let trace = Trace()
    trace.pass()
    passThrough(trace)
    await Elsewhere().pass(trace)
    trace.pass()
    #expect(trace.hops == 2)
    #expect(trace.stops.first?.actor == ObjectIdentifier(MainActor.shared))
  }

  /// Another thread, which is not this one even when it is over.
  private func otherThread() -> pthread_t {
    nonisolated(unsafe) var thread = pthread_self()  // read once it is written
    let isWritten = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      thread = pthread_self()
      isWritten.signal()
    }
    isWritten.wait()
    return thread
  }

  @Test func `both paths find the picture, and stop where they say`() async {
    let shelf = await Shelf(Pixels(width: 1, height: 1, bytes: [1, 2, 3, 255]))
    let rewrite = await traceOfRewrite(shelf.rewrite)
    let actors = rewrite.stops.map(\.actor)
    #expect(Set(actors).count == 3 && actors[0] == actors[4] && actors[2] == actors[3])
    #expect(rewrite.hops == 3)
    for queue in [CallbackPath.CallbackQueue.untouched, .mainOrAtOnce, .main] {
      let callback = await traceOfCallback(CallbackPath(shelf.locked), on: queue)
      #expect(callback.stops.count == 3 && Set(callback.stops.map(\.actor)).count == 1)
      #expect(callback.hops == 0)
    }
    #expect(await shelf.locked.statistics().hits == 3)
    #expect(shelf.peekable.peek(key) == shelf.picture)
  }

  @Test @MainActor func `a view tells the turn by whether its marker has passed`() async {
    let picture = Pixels(width: 1, height: 1, bytes: [1, 2, 3, 255])
    let same = View()
    same.show(picture)
    #expect(same.turn == .same)

    let next = View()
    next.endTurn()
    next.postMarker()
    next.show(picture)
    #expect(next.turn == .next)

    let later = View()
    later.endTurn()
    later.postMarker()
    await withCheckedContinuation { passed in DispatchQueue.main.async { passed.resume() } }
    later.show(picture)
    #expect(later.turn == .later)
    await later.picture()
  }
}
