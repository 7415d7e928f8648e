import Caching
import Evidence
import Foundation
import Imaging
import Interleaving
import Reporting
import StudyKit

extension Variant {
  /// The variant as a program to be run under every schedule; `nil` where it cannot be.
  var explorable: ExplorableProgram? {
    guard let controlled = Controlled.parts(for: backend.name), canBeHeld else { return nil }
    let explored = ExploredProgram(name) { world in setUp(world, on: controlled) }
    return ExplorableProgram(
      name: name, summary: caller.row.summary, prediction: declared.prediction,
      variant: declared.name, threadPolicy: controlled.policy ?? .defaultActor,
      policies: (controlled.policy.map { [$0] } ?? []) + controlled.others,
      studied: .seconds(1), run: { try await explored.explore($0, onProgress: $1) })
  }

  /// `program/row/backend`.
  var name: String { declared.name.description }

  /// Whoever waits for a busy mutex blocks for real, where no schedule can go on.
  private var canBeHeld: Bool { !caller.isHeld || backend.name != "MutexCache" }

  /// Makes the calls in a world as a repetition makes them on threads.
  private func setUp(_ world: World, on controlled: Controlled) {
    let pictures = Pictures.small
    let key = CacheKey("photograph")
    let cache = controlled.make(CacheConfiguration(limits: pictures.limits), world)
    let stage = ScheduledThreads(world)
    let (steps, outcome) = program.steps(pictures, on: cache, key)
    let round = Round(cache: cache, steps: steps, isHeld: caller.isHeld, stage: stage)
    if caller.isHeld {
      stage.hold(cache) { caller.call(round) }
    } else {
      world.thread("caller") { caller.call(round) }
    }
    let kept = Kept(cache)
    world.outcome { outcome(await kept.take()?.value(for: key)) }
  }
}

/// Threads whose steps an explorer orders.
private struct ScheduledThreads: Stage {
  private let world: World
  /// Taken and given back by one thread only, so that others may go first.
  private let moment: ControlledLock

  init(_ world: World) {
    self.world = world
    moment = world.lock("pause")
  }

  func pause() { moment.withLock {} }

  func together(_ steps: [Step], _ call: @escaping @Sendable (Step) -> Void) {
    for step in steps { onThread(step, call) }
  }

  func onThread(_ step: Step, _ call: @escaping @Sendable (Step) -> Void) {
    world.thread(step.request.name) { call(step) }
  }

  /// On threads a call may be late, so nothing is waited for here.
  func settle(_: Step) { pause() }

  func decode() async { try? await world.clock.sleep(for: .microseconds(100)) }

  /// Keeps a cache busy from inside while the body runs on a thread of its own.
  func hold(_ cache: any ImageCache<Pixels>, _ body: @escaping @Sendable () -> Void) {
    let gate = world.lock("gate")
    gate.lock()
    world.task("long job") {
      await cache.update("long job") { _ in
        world.thread("caller") {
          body()
          gate.unlock()
        }
        gate.withLock {}
        return nil
      }
    }
  }
}

/// A cache until the outcome is asked for.
///
/// A mailbox's consumer ends when the cache goes, and keeps the world until then: a world that kept
/// the cache would stay for ever.
private final class Kept: @unchecked Sendable {  // used with the explorer's baton
  private var cache: (any ImageCache<Pixels>)?

  init(_ cache: any ImageCache<Pixels>) {
    self.cache = cache
  }

  func take() -> (any ImageCache<Pixels>)? {
    defer { cache = nil }
    return cache
  }
}
