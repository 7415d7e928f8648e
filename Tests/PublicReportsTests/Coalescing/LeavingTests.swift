import Caching
import Dispatch
import Evidence
import Foundation
import Interleaving
import Testing

/// Callers that are cancelled while others wait, before their load begins, or as it ends.
@Suite(
  .enabled(
    if: dlsym(nil, "__tsan_init") == nil, "needs a build without sanitizer: the search is too large"
  ))
struct LeavingTests {
  // MARK: Swift Forums 85126

  private static let three = ["first", "second", "third"]

  /// Three callers of a load that takes three seconds; one is cancelled after one, and all after
  /// two if they are to be.
  private static func share(
    _ world: World, all: Bool, of loader: (@escaping Load) -> Load
  ) {
    let origin = Origin(world, seconds: 3)
    let value = loader(origin.load)
    let callers = three.map { name in
      world.task(name) {
        do {
          world.record(name, try await value("a"))
        } catch {
          world.record(name, "cancelled")
        }
      }
    }
    let clock = world.clock
    world.task("canceller") {
      try await clock.sleep(for: .seconds(1))
      callers[0].cancel()
      guard all else { return }
      try await clock.sleep(for: .seconds(1))
      for caller in callers.dropFirst() { caller.cancel() }
    }
    world.outcome {
      "\(origin.begun) begun, \(origin.cancelled) cancelled: \(world.answers(of: three))"
    }
  }

  @Test(arguments: ExploredLoader.allCases)
  func `a load goes on for those who still wait`(kind: ExploredLoader) async throws {
    let found = try await explore("\(kind)", strategy: .sourceDPOR) { world in
      Self.share(world, all: false) { kind.make(in: world, load: $0).load }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["1 begun, 0 cancelled: 1 cancelled, 2 loaded"])
  }

  @Test(arguments: ExploredLoader.allCases)
  func `a load ends with the last who waits`(kind: ExploredLoader) async throws {
    let found = try await explore("\(kind)", strategy: .sourceDPOR) { world in
      Self.share(world, all: true) { kind.make(in: world, load: $0).load }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["1 begun, 1 cancelled: 3 cancelled"])
  }

  @Test func `a shared task that anyone cancels dies with the first`() async throws {
    let found = try await explore(strategy: .sourceDPOR) { world in
      Self.share(world, all: false) {
        SharedTaskLoader(
          executor: world.serialExecutor("loader"), isCancelledByAny: true, load: $0
        ).load
      }
    }
    #expect(found.outcomeNames == ["1 begun, 1 cancelled: 3 cancelled"])
  }

  @Test func `a shared task that nobody cancels outlives all`() async throws {
    let found = try await explore(strategy: .sourceDPOR) { world in
      Self.share(world, all: true) {
        SharedTaskLoader(
          executor: world.serialExecutor("loader"), isCancelledByAny: false, load: $0
        ).load
      }
    }
    #expect(found.outcomeNames == ["1 begun, 0 cancelled: 3 loaded"])
  }

  // MARK: Nuke 08e6441b

  /// A caller in line behind a load of two seconds is cancelled after one.
  private static func cancelInLine(_ world: World, of loader: (@escaping Load) -> Load) {
    let origin = Origin(world, seconds: 2)
    let value = loader(origin.load)
    let clock = world.clock
    world.task("holder") { _ = try await value("held") }
    let caller = world.task("caller") {
      try await clock.sleep(for: .milliseconds(500))
      do {
        world.record("caller", try await value("a"))
      } catch {
        world.record("caller", "cancelled")
      }
    }
    world.task("canceller") {
      try await clock.sleep(for: .seconds(1))
      caller.cancel()
    }
    world.outcome { "began \(origin.order): \(world.answers(of: ["caller"]))" }
  }

  @Test(arguments: ExploredLoader.allCases)
  func `who is cancelled in line never loads`(kind: ExploredLoader) async throws {
    let found = try await explore("\(kind)", strategy: .sourceDPOR) { world in
      Self.cancelInLine(world) { kind.make(in: world, width: 1, load: $0).load }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["began held: 1 cancelled"])
  }

  @Test func `a place that is given without asking loads for the cancelled`() async throws {
    let found = try await explore(strategy: .sourceDPOR) { world in
      Self.cancelInLine(world) {
        OnePlaceLoader(executor: world.serialExecutor("loader"), load: $0).load
      }
    }
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["began held a: 1 loaded"])
  }

  // MARK: Kingfisher 1911 and 2319

  @Test(arguments: ExploredLoader.allCases)
  func `a cancel that races an answer leaves exactly one`(kind: ExploredLoader) async throws {
    let found = try await explore("\(kind)", strategy: .sourceDPOR) { world in
      let origin = Origin(world)
      let loader = kind.make(in: world, load: origin.load)
      world.caller("caller", of: loader)
      world.cancel("caller")
      world.outcome { world.answers(of: ["caller"]) }
    }
    // A second answer would trap in the continuation, a missing one be an unfinished task.
    #expect(found.isComplete)
    #expect(found.outcomeNames == ["1 cancelled", "1 loaded"])
  }

  @Test func `an answer that looks and then marks is given twice`() async throws {
    let found = try await explore { world in
      let answers = Slate()
      let racing = RacingAnswer(lock: world.lock("answer")) { answers.text += "\($0) " }
      world.task("load") { racing.answer("loaded") }
      world.task("canceller") { racing.answer("cancelled") }
      world.outcome { answers.text }
    }
    #expect(found.isComplete)
    #expect(
      found.outcomeNames == ["cancelled ", "cancelled loaded ", "loaded ", "loaded cancelled "])
  }

  // MARK: Kingfisher 2495

  /// Two hundred callers, all but the last ten cancelled while the first load runs.
  private static func cancelMost(_ world: World, of value: @escaping Load) {
    let clock = world.clock
    let callers = (1...200).map { number in
      world.task("caller \(number)") { _ = try? await value(CacheKey("\(number)")) }
    }
    world.task("canceller") {
      try await clock.sleep(for: .milliseconds(500))
      for caller in callers.dropLast(10) { caller.cancel() }
    }
  }

  private static let few = ExplorationLimits(sample: 3)

  @Test(arguments: ExploredLoader.allCases)
  func `of two hundred queued and all but ten cancelled, no more load than those and the started`(
    kind: ExploredLoader
  ) async throws {
    let found = try await explore("\(kind)", strategy: .randomWalk, limits: Self.few) { world in
      let origin = Origin(world, seconds: 1, heedsCancellation: false)
      let width = 4
      Self.cancelMost(world, of: kind.make(in: world, width: width, load: origin.load).load)
      // Those started are any four, some of the last ten perhaps.
      world.outcome { origin.begun <= 10 + width ? "few loads" : "\(origin.begun) loads" }
    }
    #expect(found.outcomeNames == ["few loads"])
  }

  @Test func `places that are given without asking load two hundred times`() async throws {
    let found = try await explore(strategy: .randomWalk, limits: Self.few) { world in
      let origin = Origin(world, seconds: 1)
      let loader = OnePlaceLoader(executor: world.serialExecutor("loader"), load: origin.load)
      Self.cancelMost(world, of: loader.load)
      world.outcome { "\(origin.begun) loads" }
    }
    #expect(found.outcomeNames == ["200 loads"])
  }

  // MARK: Kingfisher 2567

  /// While the one place is taken, ten callers queue and a prefetch, which somebody then wants.
  private static func want(_ world: World, of loader: (@escaping Load) -> Load) {
    let origin = Origin(world, seconds: 9)
    let value = loader(origin.load)
    let clock = world.clock
    func ask(_ name: String, for key: CacheKey, at priority: TaskPriority, after seconds: Int) {
      world.task(name, priority: priority) {
        try await clock.sleep(for: .seconds(seconds))
        _ = try await value(key)
      }
    }
    ask("holder", for: "held", at: .medium, after: 0)
    ask("prefetch", for: "x", at: .low, after: 1)
    world.task("ten", priority: .medium) {
      try await clock.sleep(for: .seconds(2))
      await withTaskGroup { group in
        for number in 0..<10 { group.addTask { _ = try? await value(CacheKey("\(number)")) } }
      }
    }
    ask("wanting", for: "x", at: .high, after: 3)
    world.outcome {
      let order = origin.order.split(separator: " ")
      return "x is load \(order.firstIndex(of: "x") ?? -1) of \(order.count), counted from 0"
    }
  }

  private static let some = ExplorationLimits(sample: 50)

  @Test(arguments: ExploredLoader.allCases)
  func `a load is as urgent as its most urgent caller`(kind: ExploredLoader) async throws {
    let found = try await explore("\(kind)", strategy: .randomWalk, limits: Self.some) { world in
      Self.want(world) { kind.make(in: world, width: 1, load: $0).load }
    }
    #expect(found.outcomeNames == ["x is load 1 of 12, counted from 0"])
  }

  @Test func `a load that is as urgent as its first caller stays last`() async throws {
    let found = try await explore(strategy: .randomWalk, limits: Self.some) { world in
      Self.want(world) {
        OnePlaceLoader(executor: world.serialExecutor("loader"), load: $0).load
      }
    }
    #expect(found.outcomeNames == ["x is load 11 of 12, counted from 0"])
  }
}
