import Synchronization

/// All that a loader decides, as a plain value: what is kept, who waits, which load comes next.
///
/// It knows nothing of threads. Every loader wraps this struct and calls it in sections that
/// exclude one another. A section ends with ``startLoads(_:)``; the actions it returned are done
/// after it, outside, since they run code of others.
///
/// A load is *in line* until it has a task and *running* until that ends. It is *current* for its
/// key while callers join it, which is what a generation is to a plain cache: only a current load's
/// value is kept. It has at least one waiter, or is *forgotten*: then it is not current, and all
/// that is left of it is its task, cancelled, and the place that this still takes.
package struct LoaderState<Value, Waiter, Handle> {
  /// What is to be done once the section is over.
  package enum Action {
    /// Answer a caller; each one that joined is answered once.
    case answer(Waiter, Result<Value, any Error>)
    /// Cancel a load that nobody waits for.
    case cancel(Handle)
    /// Raise a running load to the priority of a caller that joined it.
    case escalate(Handle, to: TaskPriority)
  }

  /// A caller that waits for an answer.
  package struct Waiting {
    let id: WaiterID
    let waiter: Waiter
    let priority: TaskPriority
    /// The load that is itself the caller.
    var inside: LoadID?

    package init(id: WaiterID, waiter: Waiter, priority: TaskPriority, inside: LoadID? = nil) {
      self.id = id
      self.waiter = waiter
      self.priority = priority
      self.inside = inside
    }
  }

  private struct Load {
    let key: CacheKey
    /// In the order in which they joined.
    var waiters: [Waiting] = []
    var task: (handle: Handle, priority: TaskPriority)?
    /// Of how many answers this load is the waiter. While there are any it needs no place.
    var waitsInside = 0

    /// Only of a load that is not forgotten.
    var urgency: TaskPriority { waiters.map(\.priority).max() ?? .background }
  }

  private var contents: CacheStore<Value>
  private let options: EntryOptions
  private let width: Int
  private var loads: [LoadID: Load] = [:]
  private var current: [CacheKey: LoadID] = [:]
  /// Which load a caller waits for.
  private var joined: [WaiterID: LoadID] = [:]
  /// In the order in which they were asked for.
  private var line: [LoadID] = []
  private var running: [LoadID] = []
  private var loadCount = 0

  package init(cache: CacheConfiguration, options: EntryOptions, width: Int) {
    contents = CacheStore(cache)
    self.options = options
    self.width = width
  }

  /// Whether no load is left and nobody waits.
  package var isIdle: Bool {
    loads.isEmpty && current.isEmpty && joined.isEmpty && line.isEmpty && running.isEmpty
  }

  /// The value under a key, if it is kept, without a trace.
  package func peek(_ key: CacheKey) -> Value? { contents.peek(key) }
}

extension LoaderState.Waiting: Sendable where Waiter: Sendable {}

// MARK: - Callers

extension LoaderState {
  /// A caller asks: it is answered, or waits for its key's load, which is put in line if need be.
  package mutating func join(_ key: CacheKey, _ caller: Waiting) -> [Action] {
    precondition(joined[caller.id] == nil, "a caller joins once")
    if let value = contents.value(for: key) { return [.answer(caller.waiter, .success(value))] }
    var caller = caller
    // The load that asks may have ended: a task that it left behind asks for itself.
    if let asking = caller.inside, loads[asking] == nil { caller.inside = nil }
    if let asking = caller.inside, let asked = current[key], isOrAwaits(asked, asking) {
      return [.answer(caller.waiter, .failure(LoaderError.waitsForItself(key)))]
    }
    let load = current[key] ?? queueLoad(of: key)
    loads[load]?.waiters.append(caller)
    joined[caller.id] = load
    if let asking = caller.inside { loads[asking]?.waitsInside += 1 }
    return escalation(of: load)
  }

  /// A caller is cancelled: it is answered so, unless it was answered before or has not joined.
  ///
  /// Its storage sees to it that no cancelled caller joins after this.
  package mutating func leave(_ id: WaiterID) -> [Action] {
    guard let load = joined[id],
      let index = loads[load]?.waiters.firstIndex(where: { $0.id == id }),
      let caller = loads[load]?.waiters.remove(at: index)
    else { return [] }
    return [answer(caller, .failure(CancellationError()))] + forgetIfUnwanted(load)
  }

  /// Keeps a value that is newer than the current load's, which those who wait for it get.
  package mutating func store(_ value: Value, for key: CacheKey, cost: Int) -> [Action] {
    contents.store(value, for: key, cost: cost, options: options)
    guard let load = current[key] else { return [] }
    return answerAll(of: load, .success(value)) + forgetIfUnwanted(load)
  }

  /// Removes a value; what a running load makes of it is for those alone who wait already.
  ///
  /// A load in line stays current: it will begin after this.
  package mutating func remove(_ key: CacheKey) {
    contents.remove(key)
    if let load = current[key], loads[load]?.task != nil { current[key] = nil }
  }

  /// Removes every value, as if one by one.
  package mutating func removeAll() {
    contents.removeAll()
    for load in running { yieldKey(of: load) }
  }
}

// MARK: - Loads

extension LoaderState {
  /// Starts the most urgent loads in line while there are places for them.
  ///
  /// `start` makes the task, which must not begin within it. O(loads in line) for each.
  package mutating func startLoads(_ start: (LoadID, CacheKey, TaskPriority) -> Handle) {
    while !line.isEmpty, hasPlace, let index = mostUrgentInLine {
      let id = line.remove(at: index)
      guard let load = loads[id] else { preconditionFailure("a load in line is gone") }
      running.append(id)
      loads[id]?.task = (start(id, load.key, load.urgency), load.urgency)
    }
  }

  /// A load's task has ended, wanted or not: its place is free.
  package mutating func finish(
    _ id: LoadID, _ result: Result<(value: Value, cost: Int), any Error>
  ) -> [Action] {
    guard let index = running.firstIndex(of: id), let load = loads[id] else {
      preconditionFailure("a load ended that was not running")
    }
    running.remove(at: index)
    if current[load.key] == id, case .success(let loaded) = result {
      contents.store(loaded.value, for: load.key, cost: loaded.cost, options: options)
    }
    yieldKey(of: id)
    let answers = answerAll(of: id, result.map(\.value))
    loads[id] = nil
    return answers
  }

  private var hasPlace: Bool { running.count { loads[$0]?.waitsInside == 0 } < width }

  private var mostUrgentInLine: Int? {
    let urgencies = line.map { loads[$0]?.urgency ?? .background }
    return urgencies.max().flatMap { urgencies.firstIndex(of: $0) }
  }

  private mutating func queueLoad(of key: CacheKey) -> LoadID {
    loadCount += 1
    let id = LoadID(number: loadCount)
    loads[id] = Load(key: key)
    current[key] = id
    line.append(id)
    return id
  }

  private mutating func escalation(of id: LoadID) -> [Action] {
    guard let load = loads[id], let task = load.task, task.priority < load.urgency else {
      return []
    }
    loads[id]?.task?.priority = load.urgency
    return [.escalate(task.handle, to: load.urgency)]
  }

  private mutating func yieldKey(of id: LoadID) {
    if let key = loads[id]?.key, current[key] == id { current[key] = nil }
  }

  private mutating func forgetIfUnwanted(_ id: LoadID) -> [Action] {
    guard let load = loads[id], load.waiters.isEmpty else { return [] }
    yieldKey(of: id)
    if let task = load.task { return [.cancel(task.handle)] }
    line.removeAll { $0 == id }
    loads[id] = nil
    return []
  }

  private mutating func answerAll(of id: LoadID, _ result: Result<Value, any Error>) -> [Action] {
    let waiters = loads[id]?.waiters ?? []
    loads[id]?.waiters = []
    return waiters.map { answer($0, result) }
  }

  private mutating func answer(_ caller: Waiting, _ result: Result<Value, any Error>) -> Action {
    joined[caller.id] = nil
    if let asking = caller.inside { loads[asking]?.waitsInside -= 1 }
    return .answer(caller.waiter, result)
  }

  /// Whether one load is another, or waits for it through any number of others. O(waiters): each
  /// load is looked at once, however many ways lead to it.
  private func isOrAwaits(_ load: LoadID, _ other: LoadID) -> Bool {
    var seen: Set = [other]
    var left = [other]
    while let next = left.popLast() {
      if next == load { return true }
      for asking in loads[next]?.waiters.compactMap(\.inside) ?? []
      where seen.insert(asking).inserted { left.append(asking) }
    }
    return false
  }
}

/// One load of a loader; never used again for another.
package struct LoadID: Hashable, Sendable {
  let number: Int
}

/// One call that may wait; never used again for another.
package struct WaiterID: Hashable, Sendable {
  private static let count = Atomic(0)
  private let number: Int

  package init() {
    number = Self.count.add(1, ordering: .relaxed).newValue
  }
}
