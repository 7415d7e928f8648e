import Caching

/// What may happen to a loader, with names that tests can read.
enum LoaderEvent: Sendable {
  /// A caller asks, perhaps as part of the load that was started as the given one, from 0.
  case join(String, CacheKey, TaskPriority = .medium, inside: Int? = nil)
  case leave(String)
  case store(Int, CacheKey)
  case remove(CacheKey)
  case removeAll
  /// The load that was started as the given one ends by the value, or fails where there is none.
  case end(Int, Int?)
}

struct Offline: Error {}

/// How an answer reads in a log.
func text(_ result: Result<Int, any Error>) -> String {
  switch result {
  case .success(let value): "\(value)"
  case .failure(is CancellationError): "cancelled"
  case .failure(is LoaderError): "waits for itself"
  case .failure: "failed"
  }
}

/// Runs a loader's state by hand: one section for each event, and a log of all that it decides.
struct LoaderBench {
  private(set) var state: LoaderState<Int, String, String>
  private var ids: [String: WaiterID] = [:]
  private(set) var started: [(id: LoadID, name: String)] = []
  private(set) var ended: Set<Int> = []
  private(set) var log: [String] = []

  init(width: Int, limits: CacheLimits = CacheLimits(totalCost: .max)) {
    state = LoaderState(
      cache: CacheConfiguration(limits: limits), options: EntryOptions(), width: width)
  }

  /// Does one event and returns what was decided; nothing where it cannot happen here.
  ///
  /// A name asks once, and a load ends once, by what its storage guarantees.
  @discardableResult
  mutating func run(_ event: LoaderEvent) -> [String] {
    let before = log.count
    switch event {
    case .join(let name, let key, let priority, let inside):
      guard ids[name] == nil, inside.map(started.indices.contains) ?? true else { break }
      let id = WaiterID()
      ids[name] = id
      let asking = inside.map { started[$0].id }
      finish(
        state.join(
          key, .init(id: id, waiter: name, priority: priority, inside: asking)))
    case .leave(let name):
      if let id = ids[name] { finish(state.leave(id)) }
    case .store(let value, let key):
      finish(state.store(value, for: key, cost: 1))
    case .remove(let key):
      state.remove(key)
      finish([])
    case .removeAll:
      state.removeAll()
      finish([])
    case .end(let index, let value):
      guard started.indices.contains(index), ended.insert(index).inserted else { break }
      let load = started[index].id
      finish(state.finish(load, value.map { .success(($0, cost: 1)) } ?? .failure(Offline())))
    }
    return Array(log[before...])
  }

  private mutating func finish(_ actions: [LoaderState<Int, String, String>.Action]) {
    var starts: [(id: LoadID, name: String)] = []
    let first = started.count
    state.startLoads { id, key, priority in
      let name = "\(key)#\(first + starts.count)"
      log.append("start \(name) \(priority.rawValue)")
      starts.append((id, name))
      return name
    }
    started += starts
    for action in actions {
      switch action {
      case .answer(let name, let result): log.append("\(name): \(text(result))")
      case .cancel(let load): log.append("cancel \(load)")
      case .escalate(let load, let priority): log.append("raise \(load) \(priority.rawValue)")
      }
    }
  }
}
