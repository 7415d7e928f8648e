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
    guard let controlled = Controlled.parts(for: backend.name) else { return nil }
    let explored = ExploredProgram(name) { world in setUp(world, on: controlled) }
    return ExplorableProgram(
      name: name, summary: caller.row.summary, prediction: declared.prediction,
      variant: declared.name, threadPolicy: controlled.policy ?? .defaultActor,
      policies: (controlled.policy.map { [$0] } ?? []) + controlled.others,
      options: ExplorationOptions(strategy: .sourceDPOR), studied: .milliseconds(200),
      run: { try await explored.explore($0, onProgress: $1) })
  }

  /// `program/row/backend`.
  var name: String { declared.name.description }

  /// Makes the calls in a world as a repetition makes them on threads.
  private func setUp(_ world: World, on controlled: Controlled) {
    let pictures = Pictures.small
    let key = CacheKey("photograph")
    let cache = controlled.make(CacheConfiguration(limits: pictures.limits), world)
    let (requests, outcome) = program.calls(pictures)
    let ending = Ending(of: cache, after: requests.count, key, in: world)
    let steps = requests.map { request, priority in
      Step(
        request: request, priority: priority, cache: cache, key: key, tell: { world.note($0) },
        done: ending.countDown)
    }
    let stage = ScheduledThreads(world)
    let round = Round(cache: cache, steps: steps, isHeld: caller.isHeld, stage: stage)
    if caller.isHeld {
      stage.hold(cache) { caller.call(round) }
    } else {
      world.thread("caller") { caller.call(round) }
    }
    world.outcome { outcome(ending.left) }
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

  func decode() async { try? await world.stub("decoder") {}() }

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

/// Looks what is left in a cache once all calls are done, and lets the cache go.
///
/// While a mailbox is there its consumer waits, and a task that waits at the end is a finding.
private final class Ending: @unchecked Sendable {  // used with the explorer's baton
  private var cache: (any ImageCache<Pixels>)?
  private var waiting: Int
  private let key: CacheKey
  private let world: World
  private(set) var left: Pixels?

  init(
    of cache: any ImageCache<Pixels>, after calls: Int, _ key: CacheKey, in world: World
  ) {
    self.cache = cache
    waiting = calls
    self.key = key
    self.world = world
  }

  func countDown() {
    waiting -= 1
    guard waiting == 0, let cache else { return }
    self.cache = nil
    world.task("last look") { [self] in left = await cache.value(for: key) }
  }
}
