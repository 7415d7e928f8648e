import Caching
import Foundation
import Evidence
import Testing

@Suite(
  .enabled(
    if: dlsym(nil, "__tsan_init") == nil, "needs a build without sanitizer: one thread, and long"))
struct LoaderStateModelTests {
  /// A few events whose every order is tried. What cannot happen where it stands does nothing, so
  /// that all shorter programs are tried too.
  struct Program: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let width: Int
    let events: [LoaderEvent]
  }

  static let programs = [
    Program(
      testDescription: "cancel against completion", width: 1,
      events: [
        .join("first", "a"), .join("second", "a"), .leave("first"), .leave("second"), .end(0, 1),
        .end(1, nil), .join("third", "a"),
      ]),
    Program(
      testDescription: "store and remove against a load", width: 1,
      events: [
        .join("first", "a"), .join("second", "a"), .leave("first"), .store(7, "a"), .remove("a"),
        .end(0, 1), .end(1, 2),
      ]),
    Program(
      testDescription: "removal of all against two loads at once", width: 2,
      events: [
        .join("first", "a"), .join("second", "b"), .removeAll, .join("third", "a"),
        .end(0, 1), .end(1, 2), .end(2, 3),
      ]),
    Program(
      testDescription: "urgent and patient callers in a line", width: 1,
      events: [
        .join("first", "a", .low), .join("patient", "b", .low), .join("urgent", "b", .high),
        .join("other", "c", .medium), .leave("urgent"), .end(0, 1), .end(1, 2),
      ]),
    Program(
      testDescription: "loads that ask for one another", width: 1,
      events: [
        .join("first", "a"), .join("second", "b"), .join("inner", "b", inside: 0),
        .join("cycle", "a", inside: 1), .leave("inner"), .end(0, 1), .end(1, 2),
      ]),
  ]

  @Test(arguments: programs)
  func `the state does what the naive one does, in every order of a few events`(
    program: Program
  ) throws {
    var tried = 0
    try forEachOrder(of: program.events) { events in
      tried += 1
      try run(events, width: program.width)
    }
    #expect(tried == (1...program.events.count).reduce(1, *))
  }

  @Test(arguments: 0..<24 as Range<UInt64>)
  func `the state does what the naive one does, whatever is asked`(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var pair = Pair(width: Int.random(in: 1...3, using: &random))
    for step in 0..<800 { try pair.run(event(step, pair, using: &random)) }
    try pair.end()
    // The walk has to have been where the rules differ.
    for mark in ["cancel ", "raise ", ": cancelled", ": failed", ": waits for itself"] {
      #expect(pair.bench.log.contains { $0.contains(mark) }, "\(mark) never happened")
    }
  }

  private func event(
    _ step: Int, _ pair: Pair, using random: inout SeededGenerator
  ) -> LoaderEvent {
    let key = Pair.keys[Int.random(in: 0..<Pair.keys.count, using: &random)]
    let running = pair.bench.started.indices.filter { !pair.bench.ended.contains($0) }
    switch Int.random(in: 0..<100, using: &random) {
    case 0..<40:
      let priority = [TaskPriority.low, .medium, .high].randomElement(using: &random) ?? .medium
      // Now and then the caller is a load, or what one has left behind.
      let inside =
        [nil, running.randomElement(using: &random), step / 8]
        .randomElement(using: &random) ?? nil
      return .join("\(step)", key, priority, inside: inside)
    case 40..<60: return .leave("\(Int.random(in: max(0, step - 20)...step, using: &random))")
    case 60..<63: return .store(1_000 + step, key)
    case 63..<75: return .remove(key)
    case 75..<77: return .removeAll
    case let draw: return .end(running.randomElement(using: &random) ?? 0, draw < 84 ? nil : step)
    }
  }

  private func run(_ events: [LoaderEvent], width: Int) throws {
    var pair = Pair(width: width)
    for event in events { try pair.run(event) }
    try pair.end()
  }

  /// Calls the body with every order, by Heap's algorithm.
  private func forEachOrder<Element>(
    of elements: [Element], _ body: ([Element]) throws -> Void
  ) rethrows {
    var elements = elements
    func permute(_ count: Int) throws {
      guard count > 1 else { return try body(elements) }
      for index in 0..<count {
        try permute(count - 1)
        if index < count - 1 { elements.swapAt(count.isMultiple(of: 2) ? index : 0, count - 1) }
      }
    }
    try permute(elements.count)
  }
}

/// A loader's state and the naive one, which have to decide the same at every event.
private struct Pair {
  static let keys: [CacheKey] = ["a", "b", "c", "d"]

  var bench: LoaderBench
  var naive: NaiveLoader
  var events: [LoaderEvent] = []

  init(width: Int) {
    bench = LoaderBench(width: width)
    naive = NaiveLoader(width: width)
  }

  mutating func run(_ event: LoaderEvent) throws {
    events.append(event)
    let decided = bench.run(event)
    let expected = naive.run(event)
    try #require(decided == expected, "\(events)")
    let agree = Self.keys.allSatisfy { bench.state.peek($0) == naive.values[$0] }
    try #require(agree, "\(events)")
  }

  /// Ends every load that is left, and checks what must hold of any run.
  mutating func end() throws {
    while let load = bench.started.indices.first(where: { !bench.ended.contains($0) }) {
      try run(.end(load, 9))
    }
    try #require(bench.state.isIdle, "\(events)")
    let answered = bench.log.filter { $0.contains(": ") }.map { $0.prefix { $0 != ":" } }
    try #require(Set(answered).count == answered.count, "answered twice: \(bench.log)")
    try #require(answered.count == naive.askedCount, "never answered: \(bench.log)")
  }
}
