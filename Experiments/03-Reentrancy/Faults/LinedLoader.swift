import Caching

/// One place for a load, and a line before it that is in order of priority: that of whoever was
/// first to ask for a key.
struct Line {
  private struct Load {
    let key: CacheKey
    let priority: TaskPriority
    var waiting: [CheckedContinuation<Void, Never>]
  }

  private var loads: [Load] = []

  // lesson: fixed-priority
  mutating func join(
    _ key: CacheKey, _ priority: TaskPriority, _ caller: CheckedContinuation<Void, Never>
  ) {
    if let index = loads.firstIndex(where: { $0.key == key }) {
      loads[index].waiting.append(caller)  // and its priority goes unheard
    } else {
      let index = loads.firstIndex { $0.priority < priority } ?? loads.endIndex
      loads.insert(Load(key: key, priority: priority, waiting: [caller]), at: index)
    }
  }
  // lesson: end

  /// Takes the load that comes next out of the line.
  mutating func next() -> (key: CacheKey, waiting: [CheckedContinuation<Void, Never>])? {
    guard !loads.isEmpty else { return nil }
    let load = loads.removeFirst()
    return (load.key, load.waiting)
  }
}

/// Loads one key after another, in the line's order.
final class LinedLoader: @unchecked Sendable {  // `line` and `isBusy` only when `guarded`
  private var line = Line()
  private var isBusy = false
  private let guarded: any Section
  private let taskExecutor: any TaskExecutor
  private let load: @Sendable (CacheKey) async -> Void

  init(
    _ guarded: any Section, tasksOn taskExecutor: any TaskExecutor,
    load: @escaping @Sendable (CacheKey) async -> Void
  ) {
    self.guarded = guarded
    self.taskExecutor = taskExecutor
    self.load = load
  }

  func wait(for key: CacheKey) async {
    await withCheckedContinuation { caller in
      let priority = Task.currentPriority
      let begins = guarded {
        line.join(key, priority, caller)
        defer { isBusy = true }
        return !isBusy
      }
      if begins { Task(executorPreference: taskExecutor) { await self.loadAll() } }
    }
  }

  private func loadAll() async {
    while let next = guarded({ takeNext() }) {
      await load(next.key)
      for caller in next.waiting { caller.resume() }
    }
  }

  private func takeNext() -> (key: CacheKey, waiting: [CheckedContinuation<Void, Never>])? {
    let next = line.next()
    isBusy = next != nil
    return next
  }
}

/// The same as an actor.
actor LinedActor {
  private var line = Line()
  private var isBusy = false
  private nonisolated let executor: any SerialExecutor
  private let taskExecutor: any TaskExecutor
  private let load: @Sendable (CacheKey) async -> Void

  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

  init(
    on executor: any SerialExecutor, tasksOn taskExecutor: any TaskExecutor,
    load: @escaping @Sendable (CacheKey) async -> Void
  ) {
    self.executor = executor
    self.taskExecutor = taskExecutor
    self.load = load
  }

  func wait(for key: CacheKey) async {
    await withCheckedContinuation { caller in
      line.join(key, Task.currentPriority, caller)
      guard !isBusy else { return }
      isBusy = true
      Task(executorPreference: taskExecutor) { await self.loadAll() }
    }
  }

  private func loadAll() async {
    while let next = line.next() {
      await load(next.key)
      for caller in next.waiting { caller.resume() }
    }
    isBusy = false
  }
}
