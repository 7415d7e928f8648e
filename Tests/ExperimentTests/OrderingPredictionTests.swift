import Caching
import Evidence
import Foundation
import Imaging
import Reporting
import StudyKit
import Testing

@testable import _1_Ordering

/// What 01-Ordering declares before it runs.
struct OrderingPredictionTests {
  @Test func `each of the six orders leaves traces of its own`() {
    #expect(Set(Order.all.map(\.moves)).count == 6)
    for order in Order.all {
      #expect(
        Order.name(updateSaw: order.updateSaw, readSaw: order.readSaw, left: order.left)
          == order.name)
    }
  }

  @Test func `sightings that no order explains are graded unknown under every promise`() {
    let name = Order.name(updateSaw: .a, readSaw: .noir, left: .a)
    for promise in [Promise.programOrder, .allButLastInOrder, .none] {
      #expect(Order.prediction(promise).grade(of: name) == .unknown)
    }
  }

  @Test func `program order is the one order expected, whatever is promised`() {
    for promise in [Promise.programOrder, .allButLastInOrder, .none] {
      let expected = Order.prediction(promise).outcomes.filter { $0.grade == .expected }
      #expect(expected.map(\.name) == ["store → update → read, reads A′"])
    }
  }

  @Test func `a promise forbids just what breaks it`() {
    let forbidden = { (promise: Promise) in
      Order.prediction(promise).outcomes.filter { $0.grade == .forbidden }.map(\.name)
    }
    #expect(forbidden(.programOrder).count == 5)
    #expect(
      forbidden(.allButLastInOrder) == [
        "update → store → read, reads A", "update → read → store, reads A′",
        "read → update → store, reads nothing",
      ])
    #expect(forbidden(.none).isEmpty)
  }

  @Test func `a queue promises the order of calls in a row, an actor none by priority`() {
    for caller in Caller.all where [.inARow, .inARowBusy].contains(caller.group) {
      #expect(caller.promise(.firstInFirstOut) == .programOrder, "\(caller.row.id)")
    }
    let mixed = Caller.all.first { $0.row.id == "immediate-mixed-held" }
    #expect(mixed?.promise(.priority) == Promise.none)
    for caller in Caller.all where caller.group == .awaited {
      for waiting in [WaitingOrder.blocked, .firstInFirstOut, .priority] {
        #expect(caller.promise(waiting) == .programOrder, "\(caller.row.id)")
      }
    }
    for caller in Caller.all where [.taskPerCall, .pacedTasks].contains(caller.group) {
      #expect(caller.promise(.firstInFirstOut) == Promise.none, "\(caller.row.id)")
    }
  }

  @Test func `no way of calling a busy cache is counted with those of an idle one`() {
    for caller in Caller.all where [.inARow, .taskPerCall].contains(caller.group) {
      #expect(!caller.isHeld, "\(caller.row.id)")
    }
    for caller in Caller.all where [.inARowBusy, .pacedTasks].contains(caller.group) {
      #expect(caller.isHeld, "\(caller.row.id)")
    }
  }

  @Test func `every row is told apart and described`() {
    for program in ordering.description.programs {
      #expect(Set(program.rows.map(\.id)).count == program.rows.count)
      #expect(program.rows.allSatisfy { !$0.title.isEmpty && $0.summary.hasSuffix(".") })
      #expect(!program.summary.isEmpty && !program.listing.isEmpty)
    }
  }

  @Test func `the listings are code that compiles`() throws {
    let root = try #require(packageRoot())
    let listings = try sourceExcerpts(
      from: ["Tests/ExperimentTests/OrderingListings.swift"], under: root)
    let prices = Price.all.map(\.benchmark)
    #expect(listings.map(\.name) == programs.map(\.id) + prices.map(\.id))
    #expect(listings.map(\.text) == programs.map(\.listing) + prices.map(\.listing))
  }

  @Test func `a backend added to the list appears in rows and columns without a line here`() {
    let added = Backend<Pixels>(
      AddedCache.self, guardedBy: "nothing new", waiting: .blocked, make: AddedCache.init)
    let backends = Backend<Pixels>.all + [added]
    let variants = Variant.all(of: programs, on: backends)
    let rows = { (name: String) in
      variants.filter { $0.backend.name == name }.map(\.caller.row.id)
    }
    #expect(rows("AddedCache") == rows("LockedCache"))
    #expect(!rows("AddedCache").isEmpty)
    for program in describe(programs, backends: backends).programs {
      #expect(program.columns.last == .init(id: "AddedCache", summary: "nothing new"))
    }
  }

  @Test func `only threads of their own wait for a busy lock, whose callers it blocks`() {
    let waiting = Variant.all(of: programs, on: Backend<Pixels>.all).filter {
      $0.backend.waiting == .blocked && $0.caller.isHeld
    }
    #expect(Set(waiting.map(\.caller.row.id)) == ["threads-held"])
  }
}

private final class AddedCache: LockingImageCache {
  typealias Value = Pixels
  private let cache: LockedCache<Pixels, NSLock>

  init(_ configuration: CacheConfiguration) { cache = LockedCache(configuration) }

  func locked<Result: Sendable>(
    _ section: (inout CacheStore<Pixels>) -> Result
  ) -> Result { cache.locked(section) }
}

struct NumberedWritesTests {
  @Test func `of two writes the one called last stays, in whichever order they take effect`() {
    let first = Pixels(width: 1, height: 1, bytes: [1, 1, 1, 255])
    let last = Pixels(width: 1, height: 1, bytes: [2, 2, 2, 255])
    for isReversed in [false, true] {
      let writes = NumberedWrites()
      let calls = [writes.next { _ in first }, writes.next { _ in last }]
      var kept: Pixels?
      for call in isReversed ? calls.reversed() : calls { kept = call(kept) }
      #expect(kept == last)
    }
  }
}
