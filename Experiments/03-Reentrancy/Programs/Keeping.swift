import Caching
import Dispatch
import Foundation
import Interleaving

/// What keeps a state safe: the columns of every matrix.
enum Keeper: String, CaseIterable, Sendable {
  case lock, queue, actor
}

/// A piece of code that one caller at a time runs.
protocol Section: Sendable {
  func callAsFunction<Result>(_ body: () throws -> Result) rethrows -> Result
}

/// A section of a lock.
struct LockSection<Lock: NSLocking & Sendable>: Section {
  let lock: Lock

  func callAsFunction<Result>(_ body: () throws -> Result) rethrows -> Result {
    try lock.withLock(body)
  }
}

extension DispatchQueue: Section {
  /// A block on a serial queue, waited for.
  func callAsFunction<Result>(_ body: () throws -> Result) rethrows -> Result {
    try sync(execute: body)
  }
}

/// The objects that keep one state safe, made anew for each schedule or repetition.
struct Keeping: Sendable {
  let keeper: Keeper
  /// What a class keeps its state safe by.
  let section: any Section
  /// What an actor runs on.
  let executor: any SerialExecutor
  /// Where loads run that are nobody's own.
  let taskExecutor: any TaskExecutor
  private let loader: @Sendable (LoaderConfiguration<String>) -> any CoalescingLoader<String>

  /// On real threads.
  init(_ keeper: Keeper, tasksOn taskExecutor: any TaskExecutor) {
    self.init(keeper, lock: NSLock(), executor: QueueExecutor(), taskExecutor: taskExecutor)
  }

  /// In a world, under the names that its traces show.
  init(_ keeper: Keeper, _ name: String = "loader", in world: World) {
    self.init(
      keeper, name, lock: world.lock(name), executor: world.serialExecutor(name),
      taskExecutor: world)
  }

  private init(
    _ keeper: Keeper, _ name: String = "loader", lock: some NSLocking & SendableMetatype & Sendable,
    executor: any SerialExecutor, taskExecutor: any TaskExecutor
  ) {
    let queue = DispatchQueue(label: name)
    self.keeper = keeper
    self.executor = executor
    self.taskExecutor = taskExecutor
    section = keeper == .queue ? queue : LockSection(lock: lock)
    loader = { configuration in
      switch keeper {
      case .lock: LockedLoader(configuration, lock: lock)
      case .queue: QueueLoader(configuration, queue: queue)
      case .actor: ActorLoader(configuration, executor: executor)
      }
    }
  }

  /// The loader that loads once, kept safe so.
  func loader(
    width: Int = 4, load: @escaping @Sendable (CacheKey) async throws -> String
  ) -> any CoalescingLoader<String> {
    loader(
      LoaderConfiguration(
        cache: CacheConfiguration(limits: CacheLimits(totalCost: 100)), width: width,
        taskExecutor: taskExecutor, cost: { _ in 1 }, load: load))
  }
}
